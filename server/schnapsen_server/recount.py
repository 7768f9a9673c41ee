"""`schnapsen recount`: tells whether the kept ratings and statistics are those that the logs tell, or makes them so."""

import asyncio
from pathlib import Path

from .lobby.ratings import Ratings
from .lobby.recount import Difference, Told, differences, mend, results_of_all, shown_otherwise
from .rooms.clocks import SystemClock
from .settings import Settings
from .store.open import Store, open_store

ALL_RIGHT, SOME_DIFFER = 0, 1


def main(redis_url: str | None, data: Path, *, mend: bool) -> int:
    """The exit code: 0 if all that is kept could be read and is right by now, 1 if not.

    Raises StoreRefused, Unavailable.
    """
    return asyncio.run(_main(redis_url, data, mending=mend))


async def _main(redis_url: str | None, data: Path, *, mending: bool) -> int:
    async with await open_store(redis_url, data, keeping=Settings().keeping) as store:
        told = await results_of_all(store.log)
        for match, why in told.unreadable.items():
            print(f"match {match} is left out: {why}")
        for match in (otherwise := await shown_otherwise(told, store.tables.archive)):
            print(f"match {match} is shown otherwise than by the server that put it away")
        found = await differences(told, store.results)
        for one in found:
            print(_line(one))
        mended = await _mend(told, found, store) if mending else 0
        print(f"{len(found)} players differ, {mended} mended")
        return ALL_RIGHT if mended == len(found) and not told.unreadable and not otherwise else SOME_DIFFER


async def _mend(told: Told, found: list[Difference], store: Store) -> int:
    clock = SystemClock()
    for match in told.read:  # older servers had no list of those to be put away
        await store.tables.archive.expect(match, clock.now_ms())
    ratings = Ratings(store.log, store.players, store.results, clock)
    return await mend(found, store.results, ratings)


def _line(one: Difference) -> str:
    return (
        f"{one.player}: kept {one.kept.results} results and {one.kept.rating.value:.2f}, "
        f"the logs tell {one.told.results} and {one.told.rating.value:.2f}"
    )
