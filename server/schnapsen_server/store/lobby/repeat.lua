-- These rows still stand. ARGV: process, how long they hold unrepeated (ms), match, match, …
-- Answers those that are not there, or no longer: their host plays elsewhere.
local missing = {}
for i = 3, #ARGV do
  if plays_elsewhere(redis.call('HGET', HOSTS, ARGV[i]), ARGV[i]) then drop(ARGV[i]) end
  if redis.call('HEXISTS', ROWS, ARGV[i]) == 1 then
    redis.call('ZADD', UNTIL, NOW + tonumber(ARGV[2]), ARGV[i])
    redis.call('HSET', BY, ARGV[i], ARGV[1])
  else
    missing[#missing + 1] = ARGV[i]
  end
end
return missing
