"""The players' book on Redis: a player's name, the matches that go on by time, and those that are over."""

from pathlib import Path

from .contract import FinishedMatch
from .keeping import Keeping
from .line import Line
from .ratings import base_key, order_key, results_key, standing_key
from .script import Script

LIST_MATCH, FINISH_MATCH, VISIT = (
    Path(__file__).with_name(f"{name}.lua").read_text(encoding="utf-8")
    for name in ("list_match", "finish_match", "visit")
)


class RedisPlayers:
    """Implements PlayerBook."""

    def __init__(self, line: Line, keeping: Keeping) -> None:
        self._line = line
        self._keeping = keeping
        self._list_match, self._finish_match = Script(line, LIST_MATCH), Script(line, FINISH_MATCH)
        self._visit = Script(line, VISIT)

    async def name(self, player: str) -> str | None:
        found: bytes | None = await self._line.ask("GET", name_key(player))
        return None if found is None else found.decode()

    async def rename(self, player: str, name: str) -> None:
        await self._line.ask("SET", name_key(player), name)
        await self.visit(player)

    async def visit(self, player: str) -> None:
        names = (name_key, matches_key, finished_key, results_key, order_key, standing_key, base_key)
        await self._visit(tuple(name(player) for name in names), self._keeping.player_seconds)

    async def add_match(self, player: str, match: str, at: int) -> None:
        keys, keeping = (matches_key(player), finished_key(player)), self._keeping
        await self._list_match(keys, match, at, keeping.matches, keeping.player_seconds)

    async def finish_match(self, player: str, finished: FinishedMatch) -> None:
        keys, keeping = (matches_key(player), finished_key(player)), self._keeping
        row = b"%d:%b" % (finished.at, finished.summary)
        await self._finish_match(keys, finished.match, row, keeping.results, keeping.player_seconds)

    async def drop_match(self, player: str, match: str) -> None:
        await self._line.ask("ZREM", matches_key(player), match)
        await self._line.ask("HDEL", finished_key(player), match)

    async def matches(self, player: str, limit: int) -> list[str]:
        if limit < 1:
            return []
        found: list[bytes] = await self._line.ask("ZRANGE", matches_key(player), 0, limit - 1, "REV")
        return [match.decode() for match in found]

    async def finished_matches(self, player: str) -> list[FinishedMatch]:
        found: dict[bytes, bytes] = await self._line.ask("HGETALL", finished_key(player))
        rows = ((match, *row.partition(b":")) for match, row in found.items())
        finished = [FinishedMatch(match.decode(), int(at), summary) for match, at, _, summary in rows]
        return sorted(finished, key=lambda one: (one.at, one.match), reverse=True)


def name_key(player: str) -> str:
    return f"{{p:{player}}}:name"


def matches_key(player: str) -> str:
    return f"{{p:{player}}}:matches"


def finished_key(player: str) -> str:
    return f"{{p:{player}}}:finished"
