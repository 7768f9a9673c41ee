-- A row goes. ARGV: match, process ('' for: whoever put it).
if ARGV[2] == '' or redis.call('HGET', BY, ARGV[1]) == ARGV[2] then drop(ARGV[1]) end
