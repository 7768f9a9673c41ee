-- All rows as they stand. ARGV: a name for the list's life if it begins now.  Answers {epoch, version, rows}.
redis.call('SET', P .. 'rows:epoch', ARGV[1], 'NX')
return {redis.call('GET', P .. 'rows:epoch'), tonumber(redis.call('GET', P .. 'rows:v') or 0), redis.call('HGETALL', ROWS)}
