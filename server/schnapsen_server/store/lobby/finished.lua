-- These play the match no longer. ARGV: match, how long to remember its end (ms), player, player, …
local match = ARGV[1]
redis.call('SET', P .. 'over:' .. match, 1, 'PX', ARGV[2])
for i = 3, #ARGV do
  local key = P .. 'playing:' .. ARGV[i]
  if redis.call('GET', key) == match then redis.call('DEL', key) end
  if redis.call('HGET', ASSIGNED, ARGV[i]) == match then redis.call('HDEL', ASSIGNED, ARGV[i]) end
end
