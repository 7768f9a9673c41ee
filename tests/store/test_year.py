"""The store's memory stops growing once the lifetimes of all that it keeps have passed.

Eight people and their guests play for a year, with lifetimes that are shorter than the usual ones. Time passes for the
store by taking it off the time that each of its keys has left.
"""

import pytest
from redis.asyncio import Redis

from kit.clock import START, FakeClock
from kit.played import Played, opened
from schnapsen_server.lobby.ratings import Ratings
from schnapsen_server.rooms.filing import DAY_MS, Filer, Lifetimes
from schnapsen_server.rooms.own_matches import list_match
from schnapsen_server.store.embedded import Embedded
from schnapsen_server.store.keeping import Keeping
from schnapsen_server.store.open import Store, open_store

STEP_DAYS, STEPS, MATCHES = 10, 37, 3
"""A year in steps, and how many matches are begun in each."""
LIFETIMES = Lifetimes(DAY_MS, 7 * DAY_MS, 30 * DAY_MS, 60 * 24 * 3600)
KEEPING = Keeping(player_seconds=50 * 24 * 3600, matches=10, results=3)


async def age(redis: Redis, days: int) -> None:
    """Let so much time pass for all keys that do not stay for ever."""
    keys = await redis.keys()
    line = redis.pipeline(transaction=False)
    for key in keys:
        line.pttl(key)
    left = dict(zip(keys, await line.execute(), strict=True))
    for key, ms in left.items():
        if 0 <= ms <= days * DAY_MS:
            line.delete(key)
        elif ms > 0:
            line.pexpire(key, ms - days * DAY_MS)
    await line.execute()


async def play(store: Store, ratings: Ratings, match: str, game: Played) -> None:
    await ratings.expect(match)
    await store.tables.archive.expect(match, game.at)
    await game.keep(store, match)
    await list_match(store.players, match, game.match, game.at)
    for player in game.match.players:
        assert player is not None
        await store.players.visit(player.id)


@pytest.mark.slow
async def test_a_year_of_play_fills_the_store_to_a_level_and_no_further(
    embedded: Embedded, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("schnapsen_server.lobby.ratings.SUMMED_UP_AFTER", 3)
    clock, levels = FakeClock(START), list[int]()
    async with (
        await open_store(embedded.url, tmp_path_factory.mktemp("unused"), keeping=KEEPING) as store,
        Redis.from_url(embedded.url) as redis,
    ):
        ratings = Ratings(store.log, store.players, store.results, clock)
        filer = Filer(store.log, store.tables, clock, LIFETIMES, lambda match: ratings.settle(match))
        for step in range(STEPS):
            for number in range(MATCHES):
                turn = step * MATCHES + number
                one, two = f"player{turn % 8}", f"player{(turn + 1 + step % 3) % 8}"
                pair = (one, two) if number else (one, f"guest{step}")
                losers = (1, 1, 1) if number < MATCHES - 1 else (1,)  # the last of them is never ended
                await play(store, ratings, f"m{step}-{number}", opened(*pair, at=clock.now).concede(*losers))
            clock.now += STEP_DAYS * DAY_MS
            await filer.sweep()
            await ratings.sweep()
            await age(redis, STEP_DAYS)
            if step % 2 == 0:
                families = await store.footprint()
                levels.append(sum(family.bytes for family in families.values()))
                print(f"day {step * STEP_DAYS}: {levels[-1]} bytes")
    half = len(levels) // 2
    assert max(levels[half:]) < 1.1 * max(levels[:half]), levels
    assert families["{p:<player>}:results-base"].keys == 8
    assert families["{<match>}:record"].keys <= MATCHES * (60 + 30) // STEP_DAYS + MATCHES
    assert families["{<match>}:log"].keys <= (30 // STEP_DAYS + 2) * MATCHES
