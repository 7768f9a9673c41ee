-- ARGV: 'SADD' or 'SREM', player, the one whom he blocks.
redis.call(ARGV[1], P .. 'blocks:' .. ARGV[2], ARGV[3])
redis.call(ARGV[1], P .. 'blocked:' .. ARGV[3], ARGV[2])
