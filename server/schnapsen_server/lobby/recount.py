"""Counting everything again from the logs: to see that the kept standings are right, or to make them so."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass

from schnapsen_server.rooms.filing import differs
from schnapsen_server.store.contract import Log, Unreadable
from schnapsen_server.store.happenings import replay
from schnapsen_server.store.ratings import Outcome, ResultBook
from schnapsen_server.store.table_contract import Archive

from .ratings import COUNTED, STANDING, Ratings, row
from .standing import Counted, Standing, count
from .statistics import Result, results


@dataclass(frozen=True, slots=True)
class Difference:
    """A player whose kept standing is not the one that his results give."""

    player: str
    kept: Standing
    told: Standing
    results: tuple[Counted, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """What the logs tell of every player, in order."""

    results: Mapping[str, list[Result]]
    read: Set[str]
    """The matches whose logs were read."""
    unreadable: Mapping[str, Unreadable]
    """The other matches, and why."""


async def results_of_all(log: Log) -> Told:
    """Raises Unavailable."""
    found: dict[str, list[Result]] = defaultdict(list)
    read, unreadable = set(), {}
    async for match_id in log.matches():
        try:
            of_match = results(match_id, await log.read(match_id))
        except Unreadable as why:
            unreadable[match_id] = why
            continue
        read.add(match_id)
        for player, result in (of_match or {}).items():
            found[player].append(result)
    return Told({player: in_order(of_one) for player, of_one in found.items()}, read, unreadable)


async def differences(told: Told, book: ResultBook) -> list[Difference]:
    """All players whose kept standing is another one than their results give. Raises Unavailable.

    What a log tells goes before what is kept; of a match whose log is gone or cannot be read, the kept result is the
    truth; so is the base, for the matches up to it. A match that is over and not settled yet is a difference too.
    """
    found = []
    for player, of_one in told.results.items():
        json = await book.standing(player)
        kept = Standing() if json is None else STANDING.validate_json(json)
        without_log = [one for one in map(result_of, await book.results(player)) if one.match not in told.read]
        base_json = await book.base(player)
        base = Standing() if base_json is None else STANDING.validate_json(base_json)
        behind = [one for one in (*of_one, *without_log) if one.place > base.latest]
        standing, counted = count(in_order(behind), base)
        if kept != standing:
            found.append(Difference(player, kept, standing, tuple(counted)))
    return found


async def shown_otherwise(told: Told, archive: Archive) -> list[str]:
    """The matches put away of which this server tells another story than the one that did it. Raises Unavailable."""
    found = []
    for match_id in told.read:
        record = await archive.record(match_id)
        if record is not None and record.outcome is not None:
            *_, (_, match) = replay(record.entries)
            if differs(match, record.outcome):
                found.append(match_id)
    return found


def result_of(json: bytes) -> Result:
    return COUNTED.validate_json(json).result


def in_order(found: Iterable[Result]) -> list[Result]:
    return sorted(found, key=lambda one: one.place)


async def mend(found: Iterable[Difference], book: ResultBook, ratings: Ratings) -> int:
    """Keep what the logs tell; returns for how many players. Who has played on is left out. Raises Unavailable."""
    mended = 0
    for one in found:
        rows = [row(counted) for counted in one.results]
        kept = await book.recount(one.player, one.kept.results, rows, STANDING.dump_json(one.told))
        if kept is Outcome.COUNTED:
            mended += 1
            await ratings.place(one.player, one.told)
    return mended
