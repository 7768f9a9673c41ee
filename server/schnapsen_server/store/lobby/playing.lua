-- These play the match, or no longer. ARGV: match, for how long that holds (ms; 0: no longer), player, player, …
local over = P .. 'over:' .. ARGV[1]
local playing = ARGV[2] ~= '0' and redis.call('EXISTS', over) == 0
-- A process that has not heard of the end may say for a while that they still play.
if not playing then redis.call('SET', over, 1, 'PX', 20000) end
for i = 3, #ARGV do
  local key = P .. 'playing:' .. ARGV[i]
  if playing then
    redis.call('SET', key, ARGV[1], 'PX', ARGV[2])
  elseif redis.call('GET', key) == ARGV[1] then
    redis.call('DEL', key)
  end
end
