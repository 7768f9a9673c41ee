"""Counting everything again from the logs alone: to see that the kept standings are right, or to make them so."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from schnapsen_server.store.contract import Log
from schnapsen_server.store.ratings import Outcome, ResultBook

from .ratings import STANDING, Ratings, row
from .standing import Counted, Standing, count
from .statistics import Result, results


@dataclass(frozen=True, slots=True)
class Difference:
    """A player whose kept standing is not the one that the logs tell."""

    player: str
    kept: Standing
    told: Standing
    results: tuple[Counted, ...]


async def results_of_all(log: Log) -> dict[str, list[Result]]:
    """What the logs tell of every player, in order. Raises Unavailable."""
    found: dict[str, list[Result]] = defaultdict(list)
    async for match_id in log.matches():
        for player, result in (results(match_id, await log.read(match_id)) or {}).items():
            found[player].append(result)
    return {player: sorted(of_one, key=lambda one: one.place) for player, of_one in found.items()}


async def differences(log: Log, book: ResultBook) -> list[Difference]:
    """All players whose kept standing is another one than the logs tell. Raises Unavailable.

    A match that is over and not settled yet is a difference too.
    """
    found = []
    for player, of_one in (await results_of_all(log)).items():
        json = await book.standing(player)
        kept = Standing() if json is None else STANDING.validate_json(json)
        told, counted = count(of_one)
        if kept != told:
            found.append(Difference(player, kept, told, tuple(counted)))
    return found


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
