-- Put a match on a player's list, which stays short.
-- KEYS: list (sorted set, by time).  ARGV: match, at, how many stay, how long the list is kept (s; 0: for ever).
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -1 - tonumber(ARGV[3]))
if ARGV[4] ~= '0' then redis.call('EXPIRE', KEYS[1], ARGV[4]) end
