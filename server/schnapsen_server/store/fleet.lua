-- One heartbeat of one process, and what it makes known of all of them.
--
-- A process serves from the heartbeat with which it begins until its last one. A time in which none serves is an outage,
-- however short. It is written down when it is certain, and so processes are counted out in the order of their last
-- heartbeats: those that said goodbye or were not heard of for too long, up to the first that may be alive.
-- Whoever has not served yet looks on first, until one that serves was heard of since, or no other may be alive.
--
-- KEYS: last heartbeats, when those that serve began, those that said goodbye, outages, until when all is certain.
-- ARGV: process, now, lapse, how long things are kept, since when it looks on (0: it begins at once), 1 for a goodbye.
-- Answers {last heartbeats, those that serve, outages}.
local BEATS, BEGUN, GOODBYES, OUTAGES, CERTAIN = unpack(KEYS)
local process, now, lapse = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local oldest, since, is_last = '(' .. now - tonumber(ARGV[4]), tonumber(ARGV[5]), ARGV[6] == '1'
local certain = tonumber(redis.call('GET', CERTAIN) or redis.call('ZRANGE', BEATS, -1, -1, 'WITHSCORES')[2])

local open, begun = {}, redis.call('HGETALL', BEGUN)
for i = 1, #begun, 2 do
  local name = begun[i]
  local last = tonumber(redis.call('ZSCORE', BEATS, name) or begun[i + 1])
  local ended = redis.call('SISMEMBER', GOODBYES, name) == 1
  if name == process and now - last <= lapse and not ended then last = now end
  open[#open + 1] = {name = name, from = tonumber(begun[i + 1]), last = last, ended = ended}
end
table.sort(open, function(one, other) return one.last < other.last end)

local function note_outage()
  local from = math.huge
  for _, one in ipairs(open) do from = math.min(from, one.from) end
  if certain and #open > 0 and from > certain then
    redis.call('ZADD', OUTAGES, certain, certain .. ':' .. from)
    certain = from
  end
end

while open[1] and (open[1].ended or now - open[1].last > lapse) do
  local gone = table.remove(open, 1)
  redis.call('HDEL', BEGUN, gone.name)
  redis.call('SREM', GOODBYES, gone.name)
  certain = math.max(certain or gone.last, gone.last)
  note_outage()
end

local serving, heard = {}, nil
for _, one in ipairs(open) do
  if not one.ended then
    serving[one.name] = true
    heard = one.last
  end
end
if not serving[process] and (#open == 0 or heard and heard >= since) then
  serving[process] = true
  open[#open + 1] = {name = process, from = now, last = now}
  redis.call('HSET', BEGUN, process, ARGV[2])
  note_outage()
end
if serving[process] then
  redis.call('ZADD', BEATS, now, process)
  if is_last then redis.call('SADD', GOODBYES, process) end
end
if certain then redis.call('SET', CERTAIN, certain) end

redis.call('ZREMRANGEBYSCORE', BEATS, '-inf', oldest)
redis.call('ZREMRANGEBYSCORE', OUTAGES, '-inf', oldest)
local names = {}
for name in pairs(serving) do names[#names + 1] = name end
return {redis.call('ZRANGE', BEATS, 0, -1, 'WITHSCORES'), names, redis.call('ZRANGE', OUTAGES, 0, -1)}
