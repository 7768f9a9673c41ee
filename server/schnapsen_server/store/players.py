"""The players' book on Redis: a player's name, and an index of the player's matches by time."""

from pathlib import Path

from .keeping import Keeping
from .line import Line
from .ratings import base_key, order_key, results_key, standing_key
from .script import Script

LIST_MATCH, VISIT = (
    Path(__file__).with_name(f"{name}.lua").read_text(encoding="utf-8") for name in ("list_match", "visit")
)


class RedisPlayers:
    """Implements PlayerBook."""

    def __init__(self, line: Line, keeping: Keeping) -> None:
        self._line = line
        self._keeping = keeping
        self._list_match, self._visit = Script(line, LIST_MATCH), Script(line, VISIT)

    async def name(self, player: str) -> str | None:
        found: bytes | None = await self._line.ask("GET", name_key(player))
        return None if found is None else found.decode()

    async def rename(self, player: str, name: str) -> None:
        await self._line.ask("SET", name_key(player), name)
        await self.visit(player)

    async def visit(self, player: str) -> None:
        names = (name_key, matches_key, results_key, order_key, standing_key, base_key)
        await self._visit(tuple(name(player) for name in names), self._keeping.player_seconds)

    async def add_match(self, player: str, match: str, at: int) -> None:
        await self._list_match((matches_key(player),), match, at, self._keeping.matches, self._keeping.player_seconds)

    async def drop_match(self, player: str, match: str) -> None:
        await self._line.ask("ZREM", matches_key(player), match)

    async def matches(self, player: str, limit: int) -> list[str]:
        if limit < 1:
            return []
        found: list[bytes] = await self._line.ask("ZRANGE", matches_key(player), 0, limit - 1, "REV")
        return [match.decode() for match in found]


def name_key(player: str) -> str:
    return f"{{p:{player}}}:name"


def matches_key(player: str) -> str:
    return f"{{p:{player}}}:matches"
