-- The pairing's match can be joined: tell both. ARGV: match, how long to wait for them (ms).
local pairing = json(PAIRINGS, ARGV[1])
if not pairing or pairing.opened then return end
pairing.opened = true
redis.call('HSET', PAIRINGS, ARGV[1], cjson.encode(pairing))
redis.call('ZADD', DUE, NOW + tonumber(ARGV[2]), ARGV[1])
tell('paired', pairing.players[1].player .. ' ' .. pairing.players[2].player, ARGV[1])
