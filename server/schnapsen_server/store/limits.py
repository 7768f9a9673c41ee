"""How often somebody may do something, counted for all processes together."""

from pathlib import Path
from typing import Protocol

from .line import Line
from .script import Script


class Limits(Protocol):
    async def take(self, key: str, burst: int, per_second: float) -> int:
        """0 if one more is allowed, else the milliseconds until it will be. Raises Unavailable."""
        ...


class RedisLimits:
    """Implements Limits. A key is remembered only until its whole burst may be had again."""

    def __init__(self, line: Line) -> None:
        self._take = Script(line, Path(__file__).with_name("limit.lua").read_text(encoding="utf-8"))

    async def take(self, key: str, burst: int, per_second: float) -> int:
        return int(await self._take((f"limit:{key}",), burst, repr(1000 / per_second)))
