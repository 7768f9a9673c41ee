-- A connection holds its ticket no more. ARGV: player, holder, how long the place is kept (ms).
local player = ARGV[1]
local ticket = json(TICKETS, player)
if not ticket then return end
ticket.holders = without(ticket.holders, ARGV[2])
if held(ticket) then
  redis.call('HSET', TICKETS, player, cjson.encode(ticket))
else
  redis.call('HDEL', TICKETS, player)
  keep(player, ticket, ticket.head, ARGV[3])
end
