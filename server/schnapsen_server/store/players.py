"""The players' book on Redis: a player's name, and an index of the player's matches by time."""

from .line import Line


class RedisPlayers:
    """Implements PlayerBook."""

    def __init__(self, line: Line) -> None:
        self._line = line

    async def name(self, player: str) -> str | None:
        found: bytes | None = await self._line.ask("GET", name_key(player))
        return None if found is None else found.decode()

    async def rename(self, player: str, name: str) -> None:
        await self._line.ask("SET", name_key(player), name)

    async def add_match(self, player: str, match: str, at: int) -> None:
        await self._line.ask("ZADD", matches_key(player), at, match)

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
