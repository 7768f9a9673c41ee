-- These play now. ARGV: for how long that holds (ms), player, match, player, match, …
for i = 2, #ARGV, 2 do
  -- A process that has not heard of the end may say for a while that they still play.
  if redis.call('EXISTS', P .. 'over:' .. ARGV[i + 1]) == 0 then
    redis.call('SET', P .. 'playing:' .. ARGV[i], ARGV[i + 1], 'PX', ARGV[1])
  end
end
