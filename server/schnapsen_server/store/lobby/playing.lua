-- These play now. ARGV: for how long at least that holds (ms), player, match, player, match, …
for i = 2, #ARGV, 2 do
  local key, match = P .. 'playing:' .. ARGV[i], ARGV[i + 1]
  if redis.call('GET', key) == match then
    redis.call('PEXPIRE', key, ARGV[1], 'GT')
  elseif redis.call('EXISTS', P .. 'over:' .. match) == 0 then
    -- A process that has not heard of the end may say for a while that they still play.
    redis.call('SET', key, match, 'PX', ARGV[1])
  end
end
