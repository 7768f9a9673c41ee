-- Move a match of a player's to those that are over, of which the newest stay. Doing it again changes nothing.
-- KEYS: those that go on (sorted set, by time), those that are over (hash: '<at>:<summary>').
-- ARGV: match, its row, how many stay, how long they are kept (s; 0: for ever).
redis.call('ZREM', KEYS[1], ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
local too_many = redis.call('HLEN', KEYS[2]) - tonumber(ARGV[3])
if too_many > 0 then
  local flat, rows = redis.call('HGETALL', KEYS[2]), {}
  for i = 1, #flat, 2 do rows[#rows + 1] = {flat[i], tonumber(string.match(flat[i + 1], '^%d+'))} end
  table.sort(rows, function(a, b) return a[2] < b[2] or (a[2] == b[2] and a[1] < b[1]) end)
  for i = 1, too_many do redis.call('HDEL', KEYS[2], rows[i][1]) end
end
if ARGV[4] ~= '0' then redis.call('EXPIRE', KEYS[2], ARGV[4]) end
