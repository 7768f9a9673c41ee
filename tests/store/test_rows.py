"""The list of tables: versions without gaps, and no row that outlives whoever repeated it."""

import pytest
from redis.asyncio import Redis

from schnapsen_server.store.lobby_contract import Change, Rows
from schnapsen_server.store.open import Store


@pytest.fixture
async def rows(store: Store, redis: Redis) -> Rows:
    keys = await redis.keys("{lobby}:*")
    if keys:
        await redis.delete(*keys)
    return store.rows


async def test_a_row_that_says_nothing_new_makes_no_version(rows: Rows) -> None:
    await rows.put("m", b"1", "one")
    await rows.put("m", b"1", "other")
    await rows.put("m", b"2", "one")
    assert await rows.changes(0) == [Change(1, "m", b"1"), Change(2, "m", b"2")]
    listing = await rows.listing()
    assert (listing.v, listing.rows) == (2, {"m": b"2"})


async def test_what_stands_at_a_version_and_what_came_after_it_is_everything(rows: Rows, other_store: Store) -> None:
    for n in range(20):
        await rows.put(f"m{n % 7}", b"%d" % n, "one")
    start = await other_store.rows.listing()
    await rows.drop("m3", None)
    await rows.put("m4", b"new", "one")
    after = await other_store.rows.changes(start.v)
    assert after == [Change(21, "m3", None), Change(22, "m4", b"new")]
    assert (await other_store.rows.listing()).epoch == start.epoch


async def test_a_row_goes_when_nobody_repeats_it(rows: Rows, redis: Redis) -> None:
    await rows.put("stale", b"1", "one")
    await rows.put("fresh", b"1", "one")
    await redis.zadd("{lobby}:rows:until", {"stale": 1, "fresh": 1})
    assert await rows.repeat(["fresh", "gone"], "one") == ["gone"]
    await rows.sweep()
    assert list((await rows.listing()).rows) == ["fresh"]


async def test_a_process_drops_only_what_it_was_the_last_to_put(rows: Rows) -> None:
    await rows.put("m", b"1", "one")
    await rows.put("m", b"1", "other")
    await rows.drop("m", "one")
    assert list((await rows.listing()).rows) == ["m"]
    await rows.drop("m", "other")
    assert not (await rows.listing()).rows


async def test_a_table_is_not_shown_while_its_host_plays_elsewhere(store: Store, rows: Rows) -> None:
    assert await rows.put("m", b"1", "one", "ann")
    await store.queue.playing({"ann": "m"})
    assert await rows.repeat(["m"], "one") == []  # that is no other match
    await store.queue.finished("m", ["ann"])
    await store.queue.playing({"ann": "elsewhere"})
    assert await rows.repeat(["m"], "one") == ["m"]
    assert not await rows.put("m", b"1", "one", "ann")
    assert (await rows.listing()).rows == {}
    assert await rows.put("m", b"1", "one")  # a match of his that may be watched
    await store.queue.finished("elsewhere", ["ann"])
    assert await rows.put("m", b"1", "one", "ann")
    assert await rows.repeat(["m"], "one") == []
    assert (await rows.listing()).rows == {"m": b"1"}


async def test_changes_that_are_kept_no_more_are_not_made_up(rows: Rows, redis: Redis) -> None:
    for n in range(5):
        await rows.put("m", b"%d" % n, "one")
    await redis.xtrim("{lobby}:rows:changes", maxlen=2, approximate=False)
    assert await rows.changes(1) is None
    assert await rows.changes(3) is not None
    assert await rows.changes(99) is None
