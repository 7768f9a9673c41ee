-- All live tickets, for the one process that sees to the pairing. ARGV: process, how long it is the one (ms), how long
-- the places of the others are kept (ms).  Answers {now, tickets}, or false to the other processes.
local process = ARGV[1]
local matcher = redis.call('GET', P .. 'matcher')
if matcher and matcher ~= process and alive(matcher) then return false end
redis.call('SET', P .. 'matcher', process, 'PX', ARGV[2])

local tickets, all = {}, redis.call('HGETALL', TICKETS)
for i = 1, #all, 2 do
  local ticket = cjson.decode(all[i + 1])
  if held(ticket) then
    tickets[#tickets + 1] = all[i + 1]
  else
    redis.call('HDEL', TICKETS, all[i])
    keep(all[i], ticket, ticket.head, ARGV[3])
  end
end
return {NOW, tickets}
