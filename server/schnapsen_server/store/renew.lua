-- A log has lost entries: give it another epoch, if nobody has.
-- KEYS: log, epoch.  ARGV: the epoch that had them, a new epoch, channel, message.
-- Answers {epoch, 'first' or ''}, or false when nothing is left of the log.
redis.call('PUBLISH', ARGV[3], ARGV[4])
if redis.call('EXISTS', KEYS[1]) == 0 then return false end
local epoch = redis.call('GET', KEYS[2])
if epoch and epoch ~= ARGV[1] then return {epoch, ''} end
redis.call('SET', KEYS[2], ARGV[2])
return {ARGV[2], 'first'}
