-- These play the match no longer. ARGV: match, how long to remember its end (ms), player, player, …
redis.call('SET', P .. 'over:' .. ARGV[1], 1, 'PX', ARGV[2])
for i = 3, #ARGV do
  local key = P .. 'playing:' .. ARGV[i]
  if redis.call('GET', key) == ARGV[1] then redis.call('DEL', key) end
end
