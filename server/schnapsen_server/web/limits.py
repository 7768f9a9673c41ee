"""So much at once, so much a second after that: what is kept of it here, and what in the store for all processes."""

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Protocol

from schnapsen_server.store.limits import Limits


class Bucket:
    """One sender's allowance."""

    __slots__ = ("_at", "_burst", "_now", "_per_second", "_tokens")

    def __init__(self, burst: int, per_second: float, now: Callable[[], float] = time.monotonic) -> None:
        self._burst, self._per_second, self._now = burst, per_second, now
        self._tokens = float(burst)
        self._at = now()

    def take(self) -> int:
        """0 if one more is allowed, else the milliseconds until it will be."""
        now = self._now()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._per_second)
        self._at = now
        if self._tokens >= 1:
            self._tokens -= 1
            return 0
        return max(1, round((1 - self._tokens) / self._per_second * 1000))


class Buckets:
    """A bucket per key; the keys unused for longest are forgotten, so that strangers cannot fill the memory."""

    def __init__(self, burst: int, per_second: float, most: int = 10_000) -> None:
        self._burst, self._per_second, self._most = burst, per_second, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> int:
        bucket = self._buckets.pop(key, None) or Bucket(self._burst, self._per_second)
        self._buckets[key] = bucket
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return bucket.take()


class TooFast(Exception):
    """Not now: once more after so long."""

    def __init__(self, retry_ms: int) -> None:
        super().__init__(retry_ms)
        self.retry_ms = retry_ms


class Ration(Protocol):
    async def take(self, key: str) -> int:
        """0 if one more is allowed, else the milliseconds until it will be. Raises Unavailable."""
        ...


class Here:
    """A ration for each key in this process. It guards what costs this process alone."""

    def __init__(self, burst: int, per_second: float) -> None:
        self._buckets = Buckets(burst, per_second)

    async def take(self, key: str) -> int:
        return self._buckets.take(key)


class Everywhere:
    """A ration for each key over all processes."""

    def __init__(self, limits: Limits, name: str, burst: int, per_second: float) -> None:
        self._limits, self._name, self._burst, self._per_second = limits, name, burst, per_second

    async def take(self, key: str) -> int:
        return await self._limits.take(f"{self._name}:{key}", self._burst, self._per_second)


class Allowance:
    """What one player may, and what all who share an address may: many identities cost nothing, addresses do."""

    def __init__(self, player: Ration | None, address: Ration) -> None:
        self._player, self._address = player, address

    async def take(self, player: str, address: str) -> None:
        """Raises TooFast, Unavailable."""
        retry_ms = 0 if self._player is None else await self._player.take(player)
        if retry_ms := retry_ms or await self._address.take(address):
            raise TooFast(retry_ms)


class Allowances:
    """All that is rationed by player and address; frames are by connection, and commands at a table by seat."""

    def __init__(self, limits: Limits) -> None:
        def ration(name: str, burst: int, per_second: float) -> Ration:
            return Everywhere(limits, name, burst, per_second)

        self.guests = Allowance(None, ration("guests", 200, 2))
        self.names = Allowance(ration("names", 20, 0.2), ration("names-at", 100, 1))
        self.tables = Allowance(ration("tables", 20, 0.2), ration("tables-at", 300, 2))
        self.tickets = Allowance(ration("tickets", 10, 0.3), ration("tickets-at", 200, 5))
        self.words = Allowance(ration("words", 5, 1 / 3), ration("words-at", 100, 5))
        self.joins = Allowance(Here(60, 2), Here(1_000, 50))
        # Everybody behind one address comes back at once when the server was away; no single player does so for long.
        self.resumes = Allowance(Here(60, 2), Here(10_000, 1_000))
        self.hints = Allowance(Here(10, 0.5), Here(100, 5))
        self.puzzles = Allowance(Here(30, 2), Here(200, 20))
        self.previews = Allowance(None, Here(60, 2))
        self.looking_back = Allowance(Here(30, 3), Here(300, 20))
        self.pictures = Allowance(Here(20, 0.5), Here(200, 5))
