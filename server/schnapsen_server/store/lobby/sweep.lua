-- Rows that nobody repeats go.
for _, match in ipairs(redis.call('ZRANGEBYSCORE', UNTIL, '-inf', NOW)) do drop(match) end
