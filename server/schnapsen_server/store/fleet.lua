-- One heartbeat of one process; an outage is written down by the first heart that beats after it.
-- KEYS: processes, outages.  ARGV: process, now, lapse, how long things are kept.
local processes, outages, now = KEYS[1], KEYS[2], tonumber(ARGV[2])
local last = redis.call('ZRANGE', processes, -1, -1, 'WITHSCORES')[2]
if last and now - tonumber(last) > tonumber(ARGV[3]) then
  redis.call('ZADD', outages, last, last .. ':' .. ARGV[2])
end
redis.call('ZADD', processes, now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', processes, '-inf', '(' .. now - tonumber(ARGV[4]))
redis.call('ZREMRANGEBYSCORE', outages, '-inf', '(' .. now - tonumber(ARGV[4]))
return {redis.call('ZRANGE', processes, 0, -1, 'WITHSCORES'), redis.call('ZRANGE', outages, 0, -1)}
