"""Reviews of matches on Redis: kept for a while beside the match, and made by one process at a time."""

from typing import Final

from .line import Line

KEPT_SECONDS: Final = 30 * 24 * 3600
"""A review that nobody has asked for in so long is forgotten; it can be made again."""


class RedisReviews:
    """Implements ReviewBook."""

    def __init__(self, line: Line) -> None:
        self._line = line

    async def read(self, match: str, seat: int) -> bytes | None:
        found: bytes | None = await self._line.ask("GETEX", review_key(match, seat), "EX", KEPT_SECONDS)
        return found

    async def keep(self, match: str, seat: int, review: bytes) -> None:
        await self._line.ask("SET", review_key(match, seat), review, "EX", KEPT_SECONDS)

    async def hold(self, match: str, seat: int, process: str, ms: int) -> bool:
        key = f"{review_key(match, seat)}:by"
        if await self._line.ask("SET", key, process, "NX", "PX", ms):
            return True
        holder: bytes | None = await self._line.ask("GET", key)
        if holder is None or holder.decode() != process:
            return False
        await self._line.ask("PEXPIRE", key, ms)
        return True


def review_key(match: str, seat: int) -> str:
    return f"{{{match}}}:review:{seat}"
