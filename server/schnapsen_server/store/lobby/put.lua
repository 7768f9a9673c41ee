-- Show a row. ARGV: match, row, process, how long it holds unrepeated (ms), a name for the list's life if it begins now.
local match, row = ARGV[1], ARGV[2]
redis.call('SET', P .. 'rows:epoch', ARGV[5], 'NX')
redis.call('ZADD', UNTIL, NOW + tonumber(ARGV[4]), match)
redis.call('HSET', BY, match, ARGV[3])
if redis.call('HGET', ROWS, match) ~= row then
  redis.call('HSET', ROWS, match, row)
  change(match, row)
end
