-- Keep the sum of a player's oldest results instead of each of them.
-- KEYS: results (hash, by match), order (sorted set, by time), base (hash: count, standing).
-- ARGV: how many results the caller knows in all, the standing with those that go, match, match, …
-- Answers 1 if it is done, 0 when there are other results than the caller knows.
local results, order, base = KEYS[1], KEYS[2], KEYS[3]
local gone = tonumber(redis.call('HGET', base, 'count') or '0')
if redis.call('HLEN', results) + gone ~= tonumber(ARGV[1]) then return 0 end
for i = 3, #ARGV do
  redis.call('HDEL', results, ARGV[i])
  redis.call('ZREM', order, ARGV[i])
end
redis.call('HSET', base, 'count', gone + #ARGV - 2, 'standing', ARGV[2])
return 1
