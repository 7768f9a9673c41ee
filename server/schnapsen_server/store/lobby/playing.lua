-- These play the match, or no longer. ARGV: match, for how long that holds (ms; 0: no longer), player, player, …
for i = 3, #ARGV do
  local key = P .. 'playing:' .. ARGV[i]
  if ARGV[2] ~= '0' then
    redis.call('SET', key, ARGV[1], 'PX', ARGV[2])
  elseif redis.call('GET', key) == ARGV[1] then
    redis.call('DEL', key)
  end
end
