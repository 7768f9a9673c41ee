-- Put a match away: its record stands and its log is gone, or nothing is changed.
-- KEYS: log, epoch, record, presence.  ARGV: the version at which the log must end, record, seconds to keep it (0: for ever).
-- Answers 1 if it is put away by this, 0 if the log has moved on or is gone.
local tip = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
if not tip or tip[1] ~= ARGV[1] .. '-0' then return 0 end
if ARGV[3] == '0' then
  redis.call('SET', KEYS[3], ARGV[2])
else
  redis.call('SET', KEYS[3], ARGV[2], 'EX', ARGV[3])
end
redis.call('DEL', KEYS[1], KEYS[2], KEYS[4])
return 1
