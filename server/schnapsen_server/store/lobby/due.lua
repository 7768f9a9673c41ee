-- Pairings to be seen to. ARGV: how many at most, when they are given to somebody else if nothing comes of it (ms).
local due = {}
for _, match in ipairs(redis.call('ZRANGEBYSCORE', DUE, '-inf', NOW, 'LIMIT', 0, ARGV[1])) do
  local pairing = redis.call('HGET', PAIRINGS, match)
  if pairing then
    redis.call('ZADD', DUE, NOW + tonumber(ARGV[2]), match)
    due[#due + 1] = pairing
  else
    redis.call('ZREM', DUE, match)
  end
end
return due
