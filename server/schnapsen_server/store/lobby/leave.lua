-- A process ends. ARGV: process.
redis.call('ZREM', PROCESSES, ARGV[1])
redis.call('HDEL', ONLINE, ARGV[1])
if redis.call('GET', P .. 'matcher') == ARGV[1] then redis.call('DEL', P .. 'matcher') end
