-- Hold a ticket from one more connection. ARGV: player, holder.  Answers {ticket or '', match or '', pairing or ''}.
local player = ARGV[1]
local match = match_of(player)
if match then return at_match(match) end
local ticket = json(TICKETS, player)
if not ticket then
  -- Whose opponent never came waits again without asking.
  local kept = redis.call('GET', P .. 'kept:' .. player)
  ticket = kept and cjson.decode(kept)
  if not ticket or not ticket.head then return {'', '', ''} end
  redis.call('DEL', P .. 'kept:' .. player)
end
return {hold(player, ticket, ARGV[2]), '', ''}
