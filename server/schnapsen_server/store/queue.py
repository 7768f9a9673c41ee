"""The queue on Redis: tickets in one hash, pairings in another, and a stream of news that all processes follow."""

import json
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from typing import Any

from .contract import Subscription
from .follow import Wakes
from .keeping import USUAL, Keeping
from .line import Line
from .lobby_contract import Census, News, NewsKind, Pairing, Place, Pulse, Ticket
from .script import LOBBY, LobbyScript

LEASE_MS = 1_600
"""How long a process counts as living after a heartbeat."""
MATCHER_MS = 1_000
"""How long the process that pairs stays the one without showing up again."""
KEPT_MS = 30_000
"""How long the place of a ticket is kept whose last holder is gone."""
BACK_MS = 60_000
"""How long for one whose opponent never came."""
OPENED_WITHIN_MS = 1_500
"""After this time another process opens a pairing's match."""
NO_SHOW_MS = 30_000
RETRY_MS = 3_000
PLAYING_MS, OVER_MS = 15_000, 20_000
BOUND_MS = 2 * 3600 * 1000
"""How long those whom the house paired count as playing if nobody hears of the end of their match."""
RECENT, RECENT_MS = 3, 1_800_000
NEWS = f"{LOBBY}news"


class RedisQueue:
    """Implements Queue."""

    def __init__(self, line: Line, wakes: Wakes, *, no_show_ms: int = NO_SHOW_MS, keeping: Keeping = USUAL) -> None:
        self._line, self._wakes = line, wakes
        self.no_show_ms = no_show_ms
        self._keeping = keeping
        self._beat, self._leave = LobbyScript(line, "beat"), LobbyScript(line, "leave")
        self._seek, self._hold = LobbyScript(line, "seek"), LobbyScript(line, "hold")
        self._let_go, self._stop = LobbyScript(line, "let_go"), LobbyScript(line, "stop")
        self._waiting, self._pair = LobbyScript(line, "waiting"), LobbyScript(line, "pair")
        self._opened, self._shown = LobbyScript(line, "opened"), LobbyScript(line, "shown")
        self._due, self._settle = LobbyScript(line, "due"), LobbyScript(line, "settle")
        self._playing, self._finished = LobbyScript(line, "playing"), LobbyScript(line, "finished")
        self._block, self._match_of = LobbyScript(line, "block"), LobbyScript(line, "match_of")
        self._news = LobbyScript(line, "news")

    async def beat(self, process: str, online: int) -> Pulse:
        everybody, lapsed, now = await self._beat(process, online, LEASE_MS)
        return Pulse(everybody, bool(lapsed), now)

    async def leave(self, process: str) -> None:
        await self._leave(process)

    async def seek(self, ticket: Ticket, holder: str) -> Place:
        return place(await self._seek(ticket.player, written(ticket), holder, self._keeping.player_seconds))

    async def hold(self, player: str, holder: str) -> Place:
        return place(await self._hold(player, holder))

    async def let_go(self, player: str, holder: str) -> None:
        await self._let_go(player, holder, KEPT_MS)

    async def stop(self, player: str) -> None:
        await self._stop(player)

    async def waiting(self, process: str) -> tuple[int, list[Ticket]] | None:
        found = await self._waiting(process, MATCHER_MS, KEPT_MS)
        if found is None:
            return None
        now, texts = found
        return now, sorted((ticket(json.loads(text)) for text in texts), key=lambda one: one.since)

    async def pair(self, first: Ticket, second: Ticket, match: str, dealer: int) -> Pairing | None:
        text = await self._pair(
            *(first.player, first.since, second.player, second.since),
            *(match, dealer, OPENED_WITHIN_MS, RECENT, RECENT_MS),
        )
        return None if text is None else pairing(text)

    async def opened(self, match: str) -> None:
        await self._opened(match, self.no_show_ms)

    async def shown(self, match: str, player: str) -> None:
        await self._shown(match, player, BOUND_MS)

    async def due(self, limit: int) -> list[Pairing]:
        return [pairing(text) for text in await self._due(limit, RETRY_MS)]

    async def settle(self, match: str, *, back: bool) -> Pairing | None:
        text = await self._settle(match, BACK_MS if back else 0)
        return None if text is None else pairing(text)

    async def playing(self, sitting: Mapping[str, str]) -> None:
        if sitting:
            await self._playing(PLAYING_MS, *(part for pair in sitting.items() for part in pair))

    async def finished(self, match: str, players: Sequence[str]) -> None:
        await self._finished(match, OVER_MS, *players)

    async def match_of(self, player: str) -> str | None:
        match: bytes | None = await self._match_of(player)
        return None if match is None else match.decode()

    async def block(self, player: str, other: str) -> None:
        await self._block("SADD", player, other, self._keeping.player_seconds)

    async def unblock(self, player: str, other: str) -> None:
        await self._block("SREM", player, other, self._keeping.player_seconds)

    async def blocked(self, player: str) -> list[str]:
        found = await self._line.ask("SMEMBERS", f"{LOBBY}blocks:{player}")
        return sorted(other.decode() for other in found)

    async def typical_wait(self, pool: str) -> int | None:
        waits: list[bytes] = await self._line.ask("LRANGE", f"{LOBBY}waits:{pool}", 0, -1)
        return round(median(map(int, waits))) if waits else None

    async def census(self) -> Census:
        tickets, pairings, awaited = [
            int(await self._line.ask("HLEN", f"{LOBBY}{name}")) for name in ("tickets", "pairings", "assigned")
        ]
        return Census(tickets, pairings, awaited)

    async def follow(self, on_news: Callable[[int], None]) -> Subscription:
        return await self._wakes.follow(f"{NEWS}:wake", on_news)

    async def news(self, after: int | None) -> tuple[int, list[News]]:
        if after is None:
            return int(await self._line.ask("GET", f"{NEWS}:last") or 0), []
        last, found = await self._news(after)
        return last, [news(fields) for _, fields in found]


def written(ticket: Ticket) -> str:
    """The part of a ticket that its player says; the rest is the store's."""
    said = ("player", "name", "pool", "rated", "rating", "deviation")
    return json.dumps({name: getattr(ticket, name) for name in said})


def ticket(found: dict[str, Any]) -> Ticket:
    # An empty Lua table becomes an empty JSON object, whose keys are the empty list that it was.
    return Ticket(
        player=found["player"],
        name=found["name"],
        pool=found["pool"],
        rated=found["rated"],
        rating=float(found["rating"]),
        deviation=float(found["deviation"]),
        since=int(found["since"]),
        head=found["head"],
        recent=tuple(found["recent"]),
        avoided=tuple(found["avoided"]),
    )


def place(answer: list[bytes]) -> Place:
    text, match, unopened = answer
    return Place(
        ticket(json.loads(text)) if text else None,
        match.decode() or None,
        pairing(unopened) if unopened else None,
    )


def pairing(text: bytes) -> Pairing:
    found = json.loads(text)
    first, second = found["players"]
    return Pairing(
        match=found["match"],
        pool=found["pool"],
        dealer=found["dealer"],
        at=int(found["at"]),
        players=(ticket(first), ticket(second)),
        opened=found["opened"],
        shown=tuple(found["shown"]),
    )


def news(fields: list[bytes]) -> News:
    _, kind, _, players, _, match = fields
    return News(NewsKind(kind.decode()), tuple(players.decode().split()), match.decode() or None)
