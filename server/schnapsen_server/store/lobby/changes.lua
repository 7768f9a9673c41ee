-- What changed in the list. ARGV: after which version.  Answers {version, entries}.
local last = tonumber(redis.call('GET', P .. 'rows:v') or 0)
return {last, redis.call('XRANGE', CHANGES, (ARGV[1] + 1) .. '-0', '+')}
