-- A player has come to the table. ARGV: match, player, for how long both then count as playing (ms).
local match, player = ARGV[1], ARGV[2]
local pairing = json(PAIRINGS, match)
if not pairing then return end
pairing.shown = without(pairing.shown, player)
table.insert(pairing.shown, player)
if #pairing.shown < 2 then
  -- He stays assigned: should he lose his line before the other comes, he is brought back here.
  redis.call('HSET', PAIRINGS, match, cjson.encode(pairing))
  return
end
redis.call('HDEL', PAIRINGS, match)
redis.call('ZREM', DUE, match)
for _, ticket in ipairs(pairing.players) do
  redis.call('HDEL', ASSIGNED, ticket.player)
  redis.call('SET', P .. 'playing:' .. ticket.player, match, 'PX', ARGV[3])
end
