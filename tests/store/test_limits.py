"""So much at once, so much a second, counted for all processes together."""

import asyncio

from redis.asyncio import Redis

from schnapsen_server.store.open import Store

SLOWLY = 0.001


async def test_a_burst_is_allowed_and_then_the_answer_says_how_long_to_wait(store: Store, match: str) -> None:
    assert [await store.limits.take(match, 3, SLOWLY) for _ in range(3)] == [0, 0, 0]
    wait = await store.limits.take(match, 3, SLOWLY)
    assert 0 < wait <= 1000 / SLOWLY
    assert await store.limits.take(match, 3, SLOWLY) <= wait  # and asking too early costs nothing


async def test_it_comes_back_after_the_time_that_was_told(store: Store, match: str) -> None:
    assert await store.limits.take(match, 1, 20) == 0
    await asyncio.sleep(await store.limits.take(match, 1, 20) / 1000 + 0.001)  # the store counts parts of a ms
    assert await store.limits.take(match, 1, 20) == 0


async def test_all_processes_count_together(store: Store, other_store: Store, match: str) -> None:
    taken = await asyncio.gather(
        *((store if number % 2 else other_store).limits.take(match, 10, SLOWLY) for number in range(30))
    )
    assert taken.count(0) == 10


async def test_each_key_has_its_own_and_is_forgotten_when_nothing_is_missing(
    store: Store, redis: Redis, match: str
) -> None:
    for key in (f"{match}-a", f"{match}-b"):
        assert await store.limits.take(key, 1, 0.1) == 0
        assert 0 < await redis.pttl(f"limit:{key}") <= 10_001
