-- Make the log of a match again from its record, which goes. Does nothing if somebody has.
-- KEYS: log, epoch, record.  ARGV: epoch, then at, author, command id, events of each entry.
if redis.call('EXISTS', KEYS[3]) == 0 then return 0 end
for i = 2, #ARGV, 4 do
  redis.call(
    'XADD', KEYS[1], (i + 2) / 4 .. '-0', 'at', ARGV[i], 'author', ARGV[i + 1], 'command', ARGV[i + 2], 'events', ARGV[i + 3]
  )
end
redis.call('SET', KEYS[2], ARGV[1])
redis.call('DEL', KEYS[3])
return 1
