-- A player has come to the table. ARGV: match, player, for how long he then counts as playing (ms).
local match, player = ARGV[1], ARGV[2]
local pairing = json(PAIRINGS, match)
if not pairing then return end
for _, here in ipairs(pairing.shown) do
  if here == player then return end
end
table.insert(pairing.shown, player)
if redis.call('HGET', ASSIGNED, player) == match then redis.call('HDEL', ASSIGNED, player) end
redis.call('SET', P .. 'playing:' .. player, match, 'PX', ARGV[3])
if #pairing.shown == 2 then
  redis.call('HDEL', PAIRINGS, match)
  redis.call('ZREM', DUE, match)
else
  redis.call('HSET', PAIRINGS, match, cjson.encode(pairing))
end
