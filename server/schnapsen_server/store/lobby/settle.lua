-- End a pairing in which somebody has not come.
-- ARGV: match, how long the place of whoever has come is kept (ms; 0: he gets it back not at all).
-- Answers the pairing as it stood, or false.
local match = ARGV[1]
local text = redis.call('HGET', PAIRINGS, match)
if not text then return false end
local pairing = cjson.decode(text)
redis.call('HDEL', PAIRINGS, match)
redis.call('ZREM', DUE, match)
redis.call('SET', P .. 'over:' .. match, 1, 'PX', 20000)
for _, ticket in ipairs(pairing.players) do
  local player = ticket.player
  if redis.call('HGET', ASSIGNED, player) == match then redis.call('HDEL', ASSIGNED, player) end
  if redis.call('GET', P .. 'playing:' .. player) == match then redis.call('DEL', P .. 'playing:' .. player) end
  for _, here in ipairs(pairing.shown) do
    if here == player and ARGV[2] ~= '0' then
      keep(player, ticket, true, ARGV[2])
      tell('back', player, match)
    end
  end
end
return text
