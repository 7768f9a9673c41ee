-- A player is here: all that is kept of him is kept on. KEYS: all of it.  ARGV: for how long (s; 0: for ever).
if ARGV[1] == '0' then return end
for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, ARGV[1]) end
