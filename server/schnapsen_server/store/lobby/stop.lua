-- End a ticket, whoever holds it. ARGV: player.
redis.call('DEL', P .. 'kept:' .. ARGV[1])
if redis.call('HDEL', TICKETS, ARGV[1]) == 1 then tell('stopped', ARGV[1], '') end
