-- Put a player in his place among the best, unless somebody who knows more of his results has done so.
-- KEYS: top (sorted set, by rating), known (hash: how many results each place is made from).
-- ARGV: player, how many results, rating ('': no place).
local results = tonumber(ARGV[2])
if results < tonumber(redis.call('HGET', KEYS[2], ARGV[1]) or '0') then return 0 end
-- Of those who never had a place nothing is written down: most players never have one.
if ARGV[3] == '' and redis.call('HEXISTS', KEYS[2], ARGV[1]) == 0 then return 1 end
redis.call('HSET', KEYS[2], ARGV[1], results)
if ARGV[3] == '' then
  redis.call('ZREM', KEYS[1], ARGV[1])
else
  redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
end
return 1
