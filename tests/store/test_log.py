"""The log takes each version once, in order, whoever asks and whatever breaks."""

import asyncio
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from kit.memory_store import MemoryStore
from kit.store import EITHER_STORE, entry
from schnapsen_server.store.contract import CHECK, Conflict, Unavailable
from schnapsen_server.store.embedded import Embedded
from schnapsen_server.store.open import Store, open_store

from .conftest import frozen


@EITHER_STORE
async def test_what_is_appended_is_read_in_order(store: Store, match: str) -> None:
    entries = [entry(version, events=bytes([version, 0, 255])) for version in (1, 2, 3)]
    for one in entries:
        await store.log.append(match, one.version - 1, one)
    assert await store.log.read(match) == entries
    assert await store.log.read(match, after=2) == entries[2:]
    assert await store.log.read(match, after=3) == []


@EITHER_STORE
@pytest.mark.parametrize("expected", [0, 1, 3, 4])
async def test_an_append_that_does_not_continue_the_log_is_refused(store: Store, match: str, expected: int) -> None:
    for version in (1, 2):
        await store.log.append(match, version - 1, entry(version))
    with pytest.raises(Conflict) as conflict:
        await store.log.append(match, expected, entry(expected + 1, author="bob"))
    assert (conflict.value.expected, conflict.value.last) == (expected, 2)
    assert len(await store.log.read(match)) == 2


@EITHER_STORE
async def test_an_append_behind_another_entry_than_was_read_is_refused(store: Store, match: str) -> None:
    await store.log.append(match, 0, entry(1))
    with pytest.raises(Conflict) as conflict:
        await store.log.append(match, 1, entry(2), entry(1).at + 1)
    assert (conflict.value.expected, conflict.value.last) == (1, 1)
    assert await store.log.read(match) == [entry(1)]
    await store.log.append(match, 1, entry(2), entry(1).at)
    await store.log.append(match, 1, entry(2), entry(1).at)  # sent again
    assert await store.log.read(match) == [entry(1), entry(2)]


@EITHER_STORE
async def test_of_two_hundred_that_append_at_once_one_wins_each_version(
    store: Store, other_store: Store, match: str
) -> None:
    for version in range(1, 6):
        rivals = (
            (store, other_store)[i % 2].log.append(match, version - 1, entry(version, author=f"p{i}"))
            for i in range(200)
        )
        outcomes = await asyncio.gather(*rivals, return_exceptions=True)
        winner = outcomes.index(None)
        assert all(isinstance(outcome, Conflict) for i, outcome in enumerate(outcomes) if i != winner)
        assert [one.author for one in await store.log.read(match, after=version - 1)] == [f"p{winner}"]


@EITHER_STORE
async def test_an_entry_that_is_sent_again_is_not_written_again(store: Store, other_store: Store, match: str) -> None:
    await store.log.append(match, 0, entry(1))
    await store.log.append(match, 1, entry(2))
    await other_store.log.append(match, 0, entry(1))
    assert len(await store.log.read(match)) == 2


@EITHER_STORE
@pytest.mark.parametrize("change", [{"author": "bob"}, {"command_id": "other"}, {"events": b"[1]"}, {"at": 1}])
async def test_only_the_very_same_entry_counts_as_sent_again(store: Store, match: str, change: dict[str, Any]) -> None:
    await store.log.append(match, 0, entry(1))
    with pytest.raises(Conflict):
        await store.log.append(match, 0, replace(entry(1), **change))


@EITHER_STORE
async def test_an_epoch_changes_once_when_entries_are_lost_whoever_notices(
    store: Store, other_store: Store, match: str
) -> None:
    assert await store.log.epoch(match) is None
    await store.log.append(match, 0, entry(1))
    first = await store.log.epoch(match)
    await store.log.append(match, 1, entry(2))
    assert await store.log.epoch(match) == first
    assert first is not None
    heard: asyncio.Queue[int] = asyncio.Queue()
    await other_store.log.follow(match, heard.put_nowait)
    found = await asyncio.gather(*(one.log.renew(match, first) for one in (store, other_store) * 10))
    assert {renewed.epoch for renewed in found if renewed} == {await store.log.epoch(match)} != {first}
    assert [renewed.is_first for renewed in found if renewed].count(True) == 1
    assert len(found) == 20
    assert await heard.get() == CHECK


@EITHER_STORE
async def test_a_lost_log_is_never_begun_anew(store: Store, match: str, redis: Redis) -> None:
    await store.log.append(match, 0, entry(1))
    epoch = await store.log.epoch(match)
    assert epoch is not None
    if isinstance(store, MemoryStore):
        store.log.entries[match].clear()
    await redis.delete(f"{{{match}}}:log")
    assert await store.log.renew(match, epoch) is None
    with pytest.raises(Conflict):
        await store.log.append(match, 0, entry(1))
    assert await store.log.read(match) == []


@EITHER_STORE
async def test_a_log_with_a_gap_is_never_read_as_whole(store: Store, match: str, redis: Redis) -> None:
    for version in (1, 2, 3):
        await store.log.append(match, version - 1, entry(version))
    if isinstance(store, MemoryStore):
        del store.log.entries[match][1]
    await redis.xdel(f"{{{match}}}:log", "2-0")
    with pytest.raises(Unavailable, match="lacks version 2"):
        await store.log.read(match)


async def test_appends_of_many_matches_share_round_trips(store: Store, match: str) -> None:
    before = store.round_trips
    await asyncio.gather(*(store.log.append(f"{match}{i}", 0, entry(1)) for i in range(1000)))
    assert store.round_trips - before <= 3


async def test_appends_survive_an_emptied_script_cache(store: Store, match: str, redis: Redis) -> None:
    await store.log.append(match, 0, entry(1))
    await redis.script_flush()
    await asyncio.gather(*(store.log.append(match, version - 1, entry(version)) for version in range(2, 12)))
    assert len(await store.log.read(match)) == 11


async def test_callers_who_give_up_do_not_disturb_the_others(store: Store, match: str, chance: random.Random) -> None:
    async def play(one: str) -> None:
        for version in range(1, 21):
            await store.log.append(one, version - 1, entry(version, author=one))
            assert {read.author for read in await store.log.read(one)} == {one}

    async def give_up(one: str) -> None:
        attempt = asyncio.create_task(play(one))
        for _ in range(chance.randrange(100)):
            await asyncio.sleep(0)
        attempt.cancel()
        await asyncio.wait([attempt])
        assert attempt.cancelled()

    stayed, gone = [f"{match}s{i}" for i in range(20)], [f"{match}g{i}" for i in range(40)]
    await asyncio.gather(*map(play, stayed), *map(give_up, gone))
    for one in stayed:
        assert [read.version for read in await store.log.read(one)] == list(range(1, 21))


async def test_a_store_that_stands_still_is_unavailable_and_an_entry_it_took_is_recognised(
    embedded: Embedded, tmp_path: Path, match: str
) -> None:
    async with await open_store(embedded.url, tmp_path, patience=0.2) as store:
        await store.log.append(match, 0, entry(1))
        with frozen(embedded.pid):
            for asked in (store.log.append(match, 1, entry(2)), store.log.read(match), store.ping()):
                with pytest.raises(Unavailable):
                    await asked
        while len(await store.log.read(match)) < 2:  # the request was on its way when we lost patience
            pass
        await store.log.append(match, 1, entry(2))
        await store.log.append(match, 2, entry(3))
        assert [one.version for one in await store.log.read(match)] == [1, 2, 3]


async def test_who_waits_behind_a_failed_round_trip_is_told_at_once(
    embedded: Embedded, tmp_path: Path, match: str
) -> None:
    async with await open_store(embedded.url, tmp_path, patience=0.2) as store:
        with frozen(embedded.pid):
            first = asyncio.create_task(store.log.append(match, 0, entry(1)))
            await asyncio.sleep(0)
            before = store.round_trips
            rest = [store.log.append(f"{match}{i}", 0, entry(1)) for i in range(2000)]
            outcomes = await asyncio.gather(first, *rest, return_exceptions=True)
        assert all(isinstance(outcome, Unavailable) for outcome in outcomes)
        assert store.round_trips - before <= 1


async def test_a_full_store_refuses_and_forgets_nothing(embedded: Embedded, tmp_path: Path, match: str) -> None:
    async with await open_store(embedded.url, tmp_path) as store, Redis.from_url(embedded.url) as redis:
        await store.log.append(match, 0, entry(1))
        await redis.config_set("maxmemory", "1")
        with pytest.raises(Unavailable, match="maxmemory"):
            await store.log.append(match, 1, entry(2))
        await redis.config_set("maxmemory", "0")
        await store.log.append(match, 1, entry(2))
        assert [one.version for one in await store.log.read(match)] == [1, 2]
