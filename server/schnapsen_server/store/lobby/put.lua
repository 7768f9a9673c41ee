-- Show a row. ARGV: match, row, process, how long it holds unrepeated (ms), a name for the list's life if it begins now,
-- the host if somebody may sit down there ('' if not).  Answers 1, or 0 if it is not shown: the host plays elsewhere.
local match, row, host = ARGV[1], ARGV[2], ARGV[6]
redis.call('SET', P .. 'rows:epoch', ARGV[5], 'NX')
if plays_elsewhere(host, match) then
  drop(match)
  return 0
end
if host == '' then redis.call('HDEL', HOSTS, match) else redis.call('HSET', HOSTS, match, host) end
redis.call('ZADD', UNTIL, NOW + tonumber(ARGV[4]), match)
redis.call('HSET', BY, match, ARGV[3])
if redis.call('HGET', ROWS, match) ~= row then
  redis.call('HSET', ROWS, match, row)
  change(match, row)
end
return 1
