-- What happened. ARGV: after which number.  Answers {the newest number, entries}.
return {tonumber(redis.call('GET', P .. 'news:last') or 0), redis.call('XRANGE', P .. 'news', (ARGV[1] + 1) .. '-0', '+')}
