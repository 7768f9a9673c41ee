"""The players' results on Redis, each player's under his own hash tag; and the matches whose results are to come.

Results and standings are bytes that the store never opens.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from .keeping import Keeping
from .line import Line

RESULTS, SHORTEN, TOP, DUE = (
    Path(__file__).with_name(f"{name}.lua").read_text(encoding="utf-8") for name in ("results", "shorten", "top", "due")
)
BEST, KNOWN, EXPECTED = "{ratings}:top", "{ratings}:known", "{ratings}:due"


class Outcome(StrEnum):
    """What became of results that somebody wanted counted."""

    COUNTED = "counted"
    KNOWN = "known"
    """The match was counted before: nothing was changed."""
    STALE = "stale"
    """There are other results than the caller knows: nothing was changed. Read again."""


@dataclass(frozen=True, slots=True)
class Row:
    """One result to be kept."""

    match: str
    at: int
    result: bytes


class ResultBook(Protocol):
    """What the lobby sees of this. All methods raise Unavailable, and all may be called again after that."""

    async def expect(self, match: str, due: int) -> None:
        """Put the match on the list of those to be settled, to be looked at when it is `due`; once."""
        ...

    async def is_expected(self, match: str) -> bool: ...

    async def take_due(self, now: int, until: int, most: int) -> list[str]:
        """Expected matches that are due. Nobody else is given them before `until`."""
        ...

    async def defer(self, matches: Iterable[str], until: int) -> None:
        """Those of the matches that are expected need not be looked at before `until`."""
        ...

    async def settled(self, match: str) -> None:
        """The match need not be looked at any more."""
        ...

    async def standing(self, player: str) -> bytes | None: ...

    async def results(self, player: str, newest: int | None = None) -> list[bytes]:
        """All results or so many of the newest, in the order of time and of the match's id, oldest first."""
        ...

    async def results_of(self, player: str, matches: Sequence[str]) -> list[bytes | None]: ...

    async def count(self, player: str, match: str, known: int, rows: Sequence[Row], standing: bytes) -> Outcome:
        """Keep the new result of `match` and those that it changed, and the standing with them; all or nothing.

        Only if the match is not counted yet and the player has exactly `known` results, those of the base included.
        """
        ...

    async def recount(self, player: str, known: int, rows: Sequence[Row], standing: bytes) -> Outcome:
        """Keep these results instead of the `known` ones that there are."""
        ...

    async def base(self, player: str) -> bytes | None:
        """The standing with the oldest results, of which only that is kept. None: all are kept one by one."""
        ...

    async def too_many(self, player: str) -> int:
        """How many results more are kept one by one than should be."""
        ...

    async def shorten(self, player: str, known: int, gone: Sequence[str], base: bytes) -> bool:
        """Keep this base instead of these results. Nothing happens if there are not `known` results in all."""
        ...

    async def place(self, player: str, results: int, value: float | None) -> None:
        """Put the player among the best by this value (None: not at all), which is made from so many results."""
        ...

    async def best(self, most: int) -> list[str]:
        """The players with the highest values, the highest first."""
        ...


class RedisResults:
    """Implements ResultBook."""

    def __init__(self, line: Line, keeping: Keeping) -> None:
        self._line = line
        self._keeping = keeping

    async def expect(self, match: str, due: int) -> None:
        await self._line.ask("ZADD", EXPECTED, "NX", due, match)

    async def is_expected(self, match: str) -> bool:
        return await self._line.ask("ZSCORE", EXPECTED, match) is not None

    async def take_due(self, now: int, until: int, most: int) -> list[str]:
        found: list[bytes] = await self._line.ask("EVAL", DUE, 1, EXPECTED, now, until, most)
        return [match.decode() for match in found]

    async def defer(self, matches: Iterable[str], until: int) -> None:
        scored: list[str | int] = [part for match in matches for part in (until, match)]
        if scored:
            await self._line.ask("ZADD", EXPECTED, "XX", *scored)

    async def settled(self, match: str) -> None:
        await self._line.ask("ZREM", EXPECTED, match)

    async def standing(self, player: str) -> bytes | None:
        found: bytes | None = await self._line.ask("GET", standing_key(player))
        return found

    async def results(self, player: str, newest: int | None = None) -> list[bytes]:
        first = 0 if newest is None else -newest
        matches: list[bytes] = await self._line.ask("ZRANGE", order_key(player), first, -1)
        found = await self.results_of(player, [match.decode() for match in matches])
        return [result for result in found if result is not None]

    async def results_of(self, player: str, matches: Sequence[str]) -> list[bytes | None]:
        if not matches:
            return []
        found: list[bytes | None] = await self._line.ask("HMGET", results_key(player), *matches)
        return found

    async def count(self, player: str, match: str, known: int, rows: Sequence[Row], standing: bytes) -> Outcome:
        assert match in {row.match for row in rows}
        return await self._write(player, match, known, rows, standing)

    async def recount(self, player: str, known: int, rows: Sequence[Row], standing: bytes) -> Outcome:
        return await self._write(player, "", known, rows, standing)

    async def _write(self, player: str, match: str, known: int, rows: Sequence[Row], standing: bytes) -> Outcome:
        keys = (results_key(player), order_key(player), standing_key(player), base_key(player))
        kept = self._keeping.player_seconds
        parts = [part for row in rows for part in (row.match, row.at, row.result)]
        answer: bytes = await self._line.ask("EVAL", RESULTS, len(keys), *keys, known, match, standing, kept, *parts)
        return Outcome(answer.decode())

    async def base(self, player: str) -> bytes | None:
        found: bytes | None = await self._line.ask("HGET", base_key(player), "standing")
        return found

    async def too_many(self, player: str) -> int:
        kept: int = await self._line.ask("HLEN", results_key(player))
        return max(0, kept - self._keeping.results)

    async def shorten(self, player: str, known: int, gone: Sequence[str], base: bytes) -> bool:
        keys = (results_key(player), order_key(player), base_key(player))
        return bool(await self._line.ask("EVAL", SHORTEN, len(keys), *keys, known, base, *gone))

    async def place(self, player: str, results: int, value: float | None) -> None:
        await self._line.ask("EVAL", TOP, 2, BEST, KNOWN, player, results, "" if value is None else repr(value))

    async def best(self, most: int) -> list[str]:
        if most < 1:
            return []
        found: list[bytes] = await self._line.ask("ZRANGE", BEST, 0, most - 1, "REV")
        return [player.decode() for player in found]


def results_key(player: str) -> str:
    return f"{{p:{player}}}:results"


def order_key(player: str) -> str:
    return f"{{p:{player}}}:results-order"


def base_key(player: str) -> str:
    return f"{{p:{player}}}:results-base"


def standing_key(player: str) -> str:
    return f"{{p:{player}}}:standing"
