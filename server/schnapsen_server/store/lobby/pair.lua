-- Take two tickets and write down who plays whom: all of it, or nothing.
-- ARGV: player, since when he waits, the other player, since when, match, dealer, when to look again whether the match
-- was opened (ms), how many recent opponents to remember, how long (ms).  Answers the pairing, or false.
local one, other, match = ARGV[1], ARGV[3], ARGV[5]
if one == other then return false end
local a, b = json(TICKETS, one), json(TICKETS, other)
if not a or not b or a.pool ~= b.pool then return false end
-- Another `since` is another ticket: the caller decided on one that is gone.
if a.since ~= tonumber(ARGV[2]) or b.since ~= tonumber(ARGV[4]) then return false end
if not held(a) or not held(b) or match_of(one) or match_of(other) then return false end
for _, key in ipairs({'blocks:', 'blocked:'}) do
  if redis.call('SISMEMBER', P .. key .. one, other) == 1 then return false end
end

redis.call('HDEL', TICKETS, one, other)
redis.call('HSET', ASSIGNED, one, match, other, match)
a.holders, b.holders = nil, nil
local pairing = cjson.encode({
  match = match, pool = a.pool, dealer = tonumber(ARGV[6]), at = NOW, players = {a, b}, opened = false, shown = {},
})
redis.call('HSET', PAIRINGS, match, pairing)
redis.call('ZADD', DUE, NOW + tonumber(ARGV[7]), match)

for player, opponent in pairs({[one] = other, [other] = one}) do
  local key = P .. 'recent:' .. player
  redis.call('ZADD', key, NOW, opponent)
  redis.call('ZREMRANGEBYRANK', key, 0, -1 - tonumber(ARGV[8]))
  redis.call('PEXPIRE', key, ARGV[9])
end
local waits = P .. 'waits:' .. a.pool
redis.call('LPUSH', waits, NOW - a.since, NOW - b.since)
redis.call('LTRIM', waits, 0, 39)
redis.call('EXPIRE', waits, 7 * 24 * 3600)
return pairing
