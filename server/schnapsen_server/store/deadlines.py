"""The deadlines on Redis: one sorted set of matches by the moment in which their time is up."""

from .line import Line

KEY = "schnapsen:deadlines"


class RedisDeadlines:
    """Implements Deadlines."""

    def __init__(self, line: Line) -> None:
        self._line = line

    async def put(self, match: str, at: int) -> None:
        await self._line.ask("ZADD", KEY, at, match)

    async def sooner(self, match: str, at: int) -> None:
        await self._line.ask("ZADD", KEY, "LT", at, match)

    async def drop(self, match: str) -> None:
        await self._line.ask("ZREM", KEY, match)

    async def due(self, now: int, limit: int) -> list[str]:
        found: list[bytes] = await self._line.ask("ZRANGE", KEY, "-inf", now, "BYSCORE", "LIMIT", 0, limit)
        return [match.decode() for match in found]
