-- Count results of one player, all or none of them.
-- KEYS: results (hash, by match), order (sorted set, by time), standing.
-- ARGV: how many results the caller knows, the match that must be new ('': forget all results first), the standing
-- with all of these, then match, at, result of each that is written.
-- Answers 'counted'; 'known' when the match is counted already; 'stale' when there are more results than the caller knows.
local results, order, standing = KEYS[1], KEYS[2], KEYS[3]
local new = ARGV[2]

if new ~= '' and redis.call('HEXISTS', results, new) == 1 then return 'known' end
if redis.call('HLEN', results) ~= tonumber(ARGV[1]) then return 'stale' end

if new == '' then redis.call('DEL', results, order) end
for i = 4, #ARGV, 3 do
  redis.call('HSET', results, ARGV[i], ARGV[i + 2])
  redis.call('ZADD', order, ARGV[i + 1], ARGV[i])
end
redis.call('SET', standing, ARGV[3])
return 'counted'
