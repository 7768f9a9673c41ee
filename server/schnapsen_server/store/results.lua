-- Count results of one player, all or none of them.
-- KEYS: results (hash, by match), order (sorted set, by time), standing, base (hash: count of those kept as a sum).
-- ARGV: how many results the caller knows, the match that must be new ('': forget all results first), the standing
-- with all of these, how long they are kept (s; 0: for ever), then match, at, result of each that is written.
-- Answers 'counted'; 'known' when the match is counted already; 'stale' when there are more results than the caller knows.
local results, order, standing = KEYS[1], KEYS[2], KEYS[3]
local new = ARGV[2]

if new ~= '' and redis.call('HEXISTS', results, new) == 1 then return 'known' end
local summed = tonumber(redis.call('HGET', KEYS[4], 'count') or '0')
if redis.call('HLEN', results) + summed ~= tonumber(ARGV[1]) then return 'stale' end

if new == '' then redis.call('DEL', results, order) end
for i = 5, #ARGV, 3 do
  redis.call('HSET', results, ARGV[i], ARGV[i + 2])
  redis.call('ZADD', order, ARGV[i + 1], ARGV[i])
end
redis.call('SET', standing, ARGV[3])
if ARGV[4] ~= '0' then
  for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, ARGV[4]) end
end
return 'counted'
