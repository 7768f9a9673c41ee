-- A process lives. ARGV: process, people connected to it, how long that holds (ms).
-- Answers {people connected to all, 1 if it had lapsed, now}.
local process = ARGV[1]
local lapsed = alive(process) and 0 or 1
redis.call('ZADD', PROCESSES, NOW + tonumber(ARGV[3]), process)
redis.call('HSET', ONLINE, process, ARGV[2])
for _, dead in ipairs(redis.call('ZRANGEBYSCORE', PROCESSES, '-inf', NOW)) do
  redis.call('ZREM', PROCESSES, dead)
  redis.call('HDEL', ONLINE, dead)
end
local online = 0
for _, count in ipairs(redis.call('HVALS', ONLINE)) do online = online + tonumber(count) end
return {online, lapsed, NOW}
