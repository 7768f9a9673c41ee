-- Put a ticket in. ARGV: player, the ticket as JSON, holder, how long blocks are kept on (s; 0: for ever).  Answers {ticket or '', match or '', pairing or ''}.
local player, ticket = ARGV[1], cjson.decode(ARGV[2])
local match = match_of(player)
if match then
  redis.call('HDEL', TICKETS, player)
  return at_match(match)
end

local old = json(TICKETS, player)
ticket.holders = old and old.holders or {}
local kept = redis.call('GET', P .. 'kept:' .. player)
local before = old or kept and cjson.decode(kept)
ticket.since, ticket.head = NOW, false
if before and before.pool == ticket.pool then ticket.since, ticket.head = before.since, before.head end
redis.call('DEL', P .. 'kept:' .. player)

ticket.recent = redis.call('ZRANGE', P .. 'recent:' .. player, 0, -1)
if ARGV[4] ~= '0' then
  redis.call('EXPIRE', P .. 'blocks:' .. player, ARGV[4])
  redis.call('EXPIRE', P .. 'blocked:' .. player, ARGV[4])
end
ticket.avoided = redis.call('SUNION', P .. 'blocks:' .. player, P .. 'blocked:' .. player)
return {hold(player, ticket, ARGV[3]), '', ''}
