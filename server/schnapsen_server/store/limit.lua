-- One more? Answers 0, or in how many ms. Kept is the moment at which everything may be had again.
-- KEYS: limit.  ARGV: how many at once, how many ms each takes to come back.
local clock = redis.call('TIME')
local now = clock[1] * 1000 + clock[2] / 1000
local every = tonumber(ARGV[2])
local full = math.max(now, tonumber(redis.call('GET', KEYS[1]) or 0)) + every
local wait = full - now - ARGV[1] * every
if wait > 0 then return math.ceil(wait) end
redis.call('SET', KEYS[1], string.format('%.3f', full), 'PX', math.ceil(full - now))
return 0
