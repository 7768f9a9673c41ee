-- Put a match on the list of a player's matches that go on, which stays short; one that is over stays where it is.
-- KEYS: the list (sorted set, by time), those that are over (hash).
-- ARGV: match, at, how many stay, how long the list is kept (s; 0: for ever).
if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 1 then return end
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -1 - tonumber(ARGV[3]))
if ARGV[4] ~= '0' then redis.call('EXPIRE', KEYS[1], ARGV[4]) end
