-- Take the matches that are due to be looked at: nobody else gets them before `until`.
-- KEYS: due (sorted set, by time).  ARGV: now, until, how many at most.
local found = redis.call('ZRANGE', KEYS[1], '-inf', ARGV[1], 'BYSCORE', 'LIMIT', 0, ARGV[3])
for _, match in ipairs(found) do redis.call('ZADD', KEYS[1], ARGV[2], match) end
return found
