-- ARGV: 'SADD' or 'SREM', player, the one whom he blocks, how long that is kept (s; 0: for ever).
redis.call(ARGV[1], P .. 'blocks:' .. ARGV[2], ARGV[3])
redis.call(ARGV[1], P .. 'blocked:' .. ARGV[3], ARGV[2])
if ARGV[4] ~= '0' then
  redis.call('EXPIRE', P .. 'blocks:' .. ARGV[2], ARGV[4])
  redis.call('EXPIRE', P .. 'blocked:' .. ARGV[3], ARGV[4])
end
