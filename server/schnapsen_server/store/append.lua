-- Append one entry if, and only if, the log ends where the caller believes.
-- KEYS: log, epoch, record.  ARGV: expected, version (expected + 1), at, author, command id, events, new epoch, channel,
-- and the time of the entry `expected` as the caller read it ('': not known).
-- Answers {1, version} when the entry stands in the log, {0, last} when another one does, when the log's last entry is not
-- the one that the caller read, or when this would be the first of a log that was lost, {-1, 0} when the match is put away.
local log, epoch = KEYS[1], KEYS[2]
local version, author, command, events = ARGV[2], ARGV[4], ARGV[5], ARGV[6]

local function fields_of(entry)
  local fields = {}
  for i = 1, #entry[2], 2 do fields[entry[2][i]] = entry[2][i + 1] end
  return fields
end

local tip = redis.call('XREVRANGE', log, '+', '-', 'COUNT', 1)[1]
local last = tip and string.match(tip[1], '^%d+') or '0'

if last == '0' and redis.call('EXISTS', KEYS[3]) == 1 then return {-1, 0} end

if last ~= ARGV[1] then
  -- A reply may have been lost on the way: is the entry in that place the caller's own?
  local there = redis.call('XRANGE', log, version .. '-0', version .. '-0')[1]
  if there then
    local fields = fields_of(there)
    if fields.at == ARGV[3] and fields.author == author and fields.command == command and fields.events == events then
      return {1, tonumber(version)}
    end
  end
  return {0, tonumber(last)}
end

if last == '0' and redis.call('EXISTS', epoch) == 1 then return {0, 0} end
-- The store may have lost entries, and others been written in their place.
if tip and ARGV[9] ~= '' and fields_of(tip).at ~= ARGV[9] then return {0, tonumber(last)} end

redis.call('XADD', log, version .. '-0', 'at', ARGV[3], 'author', author, 'command', command, 'events', events)
if last == '0' then redis.call('SET', epoch, ARGV[7]) end
redis.call('PUBLISH', ARGV[8], version)
return {1, tonumber(version)}
