-- Stands before every script of the lobby. All its keys carry one hash tag: in a cluster they live together.
-- KEYS[1] is '{lobby}:', for the cluster to find the node; the other names follow from it.
local P = KEYS[1]
local TICKETS, PROCESSES, ONLINE = P .. 'tickets', P .. 'processes', P .. 'online'
local ASSIGNED, PAIRINGS, DUE = P .. 'assigned', P .. 'pairings', P .. 'due'
local ROWS, UNTIL, BY, CHANGES = P .. 'rows', P .. 'rows:until', P .. 'rows:by', P .. 'rows:changes'
local HOSTS = P .. 'rows:hosts'

local clock = redis.call('TIME')
local NOW = clock[1] * 1000 + math.floor(clock[2] / 1000)

local known = {}
local function alive(process)
  if known[process] == nil then
    local till = redis.call('ZSCORE', PROCESSES, process)
    known[process] = till and tonumber(till) > NOW or false
  end
  return known[process]
end

local function held(ticket)
  for _, holder in ipairs(ticket.holders) do
    if alive(string.match(holder, '^[^:]+')) then return true end
  end
  return false
end

local function json(key, field)
  local text = redis.call('HGET', key, field)
  return text and cjson.decode(text)
end

local function match_of(player)
  return redis.call('HGET', ASSIGNED, player) or redis.call('GET', P .. 'playing:' .. player)
end

-- Then nobody is to sit down at his table, if he has one.
local function plays_elsewhere(host, table_of_his)
  local match = host and match_of(host)
  return match and match ~= table_of_his
end

-- Where he is awaited, and the pairing if the match of it was not opened yet.
local function at_match(match)
  local pairing = json(PAIRINGS, match)
  return {'', match, pairing and not pairing.opened and cjson.encode(pairing) or ''}
end

local function without(list, gone)
  local rest = {}
  for _, one in ipairs(list) do
    if one ~= gone then rest[#rest + 1] = one end
  end
  return rest
end

-- A place is kept for whoever comes back soon.
local function keep(player, ticket, head, ms)
  ticket.holders = {}
  ticket.head = head
  redis.call('SET', P .. 'kept:' .. player, cjson.encode(ticket), 'PX', ms)
end

local function hold(player, ticket, holder)
  ticket.holders = without(ticket.holders, holder)
  table.insert(ticket.holders, holder)
  local text = cjson.encode(ticket)
  redis.call('HSET', TICKETS, player, text)
  return text
end

local function tell(kind, players, match)
  local number = redis.call('INCR', P .. 'news:last')
  redis.call('XADD', P .. 'news', 'MAXLEN', '~', 10000, number .. '-0', 'kind', kind, 'players', players, 'match', match)
  redis.call('PUBLISH', P .. 'news:wake', number)
end

local function change(match, row)
  local v = redis.call('INCR', P .. 'rows:v')
  redis.call('XADD', CHANGES, 'MAXLEN', '~', 20000, v .. '-0', 'match', match, 'row', row)
  redis.call('PUBLISH', P .. 'rows:wake', v)
end

local function drop(match)
  redis.call('ZREM', UNTIL, match)
  redis.call('HDEL', BY, match)
  redis.call('HDEL', HOSTS, match)
  if redis.call('HDEL', ROWS, match) == 1 then change(match, '') end
end
