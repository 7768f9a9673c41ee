-- Write down who is at a table and tell the others; answers with everything that is known of it.
-- KEYS: presence.  ARGV: channel, message, seconds to keep it, how many fields to put, field, value, …, fields to drop …
local put = tonumber(ARGV[4])
for i = 5, 3 + 2 * put, 2 do redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1]) end
for i = 5 + 2 * put, #ARGV do redis.call('HDEL', KEYS[1], ARGV[i]) end
redis.call('EXPIRE', KEYS[1], ARGV[3])
redis.call('PUBLISH', ARGV[1], ARGV[2])
return redis.call('HGETALL', KEYS[1])
