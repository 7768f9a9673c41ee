"""Token buckets: so much at once, so much a second after that."""

import time
from collections import OrderedDict
from collections.abc import Callable


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


class Allowance:
    """What one player may, and what all who share an address may: many identities cost nothing, addresses do."""

    def __init__(self, player: Buckets | None, address: Buckets) -> None:
        self._player, self._address = player, address

    def take(self, player: str, address: str) -> None:
        """Raises TooFast."""
        retry_ms = 0 if self._player is None else self._player.take(player)
        if retry_ms := retry_ms or self._address.take(address):
            raise TooFast(retry_ms)


class Allowances:
    """All that is rationed by player and address; frames are by connection, and commands at a table by seat."""

    def __init__(self) -> None:
        self.guests = Allowance(None, Buckets(burst=200, per_second=2))
        self.names = Allowance(Buckets(burst=20, per_second=0.2), Buckets(burst=100, per_second=1))
        self.tables = Allowance(Buckets(burst=20, per_second=0.2), Buckets(burst=300, per_second=2))
        self.tickets = Allowance(Buckets(burst=10, per_second=0.3), Buckets(burst=200, per_second=5))
        self.words = Allowance(Buckets(burst=5, per_second=1 / 3), Buckets(burst=100, per_second=5))
        self.joins = Allowance(Buckets(burst=60, per_second=2), Buckets(burst=1_000, per_second=50))
        self.pictures = Allowance(Buckets(burst=20, per_second=0.5), Buckets(burst=200, per_second=5))
