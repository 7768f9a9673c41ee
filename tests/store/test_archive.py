"""A match that is put away is read as before and takes nothing more; of its log and its record one always stands."""

import asyncio
import random
import zlib
from dataclasses import replace

import pytest
from redis.asyncio import Redis

from kit.store import entry
from schnapsen_server.store.contract import Conflict, Filed, Unreadable
from schnapsen_server.store.open import Store
from schnapsen_server.store.record import Record, packed, unpacked

ODD = b'[2,{"t":"said","text":"\\n\xd7\xa9\\t\\u0000"}]'


async def filed(store: Store, match: str, *, final: bool = True, keep_seconds: int = 0) -> Record:
    """A log of three entries that is put away."""
    for version in (1, 2, 3):
        await store.log.append(match, version - 1, entry(version, events=ODD))
    record = await record_of(store, match)
    record = replace(record, outcome={"winner": 1} if final else None)
    assert await store.tables.archive.file(match, record, keep_seconds)
    return record


async def record_of(store: Store, match: str) -> Record:
    return Record(await store.log.epoch(match) or "", tuple(await store.log.read(match)), None)


async def matches(store: Store) -> list[str]:
    return [match async for match in store.log.matches()]


async def test_what_is_put_away_is_read_as_before(store: Store, other_store: Store, match: str, redis: Redis) -> None:
    record = await filed(store, match)
    log = other_store.log
    assert (await log.read(match), await log.epoch(match)) == (list(record.entries), record.epoch)
    assert [await log.read(match, after) for after in (1, 3, 4)] == [list(record.entries[1:]), [], []]
    assert (await matches(other_store)).count(match) == 1
    assert await other_store.tables.archive.record(match) == record
    assert await redis.keys(f"{{{match}}}:*") == [f"{{{match}}}:record".encode()]


@pytest.mark.parametrize("expected", [0, 2, 3, 4])
async def test_nothing_is_appended_to_it_and_no_new_log_begins_under_its_id(
    store: Store, match: str, expected: int
) -> None:
    record = await filed(store, match)
    with pytest.raises(Filed):
        await store.log.append(match, expected, entry(expected + 1))
    assert await store.log.read(match) == list(record.entries)


async def test_a_log_that_has_moved_on_is_not_put_away(store: Store, match: str) -> None:
    await store.log.append(match, 0, entry(1))
    record = await record_of(store, match)
    await store.log.append(match, 1, entry(2))
    assert not await store.tables.archive.file(match, record, 0)
    assert not await store.tables.archive.is_filed(match)
    assert len(await store.log.read(match)) == 2


async def test_one_of_many_that_append_and_put_away_at_once_wins(
    store: Store, other_store: Store, match: str, chance: random.Random
) -> None:
    for number in range(30):
        one = f"{match}{number}"
        await store.log.append(one, 0, entry(1))
        record = await record_of(store, one)
        ways = [store.tables.archive.file(one, record, 0), other_store.log.append(one, 1, entry(2))]
        chance.shuffle(ways)
        outcomes = await asyncio.gather(*ways, return_exceptions=True)
        put_away = True in outcomes
        assert any(isinstance(outcome, Filed) for outcome in outcomes) == put_away
        assert len(await store.log.read(one)) == (1 if put_away else 2)


async def test_putting_away_again_changes_nothing(store: Store, match: str) -> None:
    record = await filed(store, match)
    assert not await store.tables.archive.file(match, replace(record, epoch="another"), 0)
    assert await store.tables.archive.record(match) == record


async def test_what_is_not_over_can_be_brought_back_and_goes_on(store: Store, other_store: Store, match: str) -> None:
    record = await filed(store, match, final=False)
    await asyncio.gather(*(one.tables.archive.bring_back(match, record) for one in (store, other_store)))
    assert (await store.log.read(match), await store.log.epoch(match)) == (list(record.entries), record.epoch)
    await store.log.append(match, 3, entry(4))
    await other_store.tables.archive.bring_back(match, record)  # by one who was asleep meanwhile
    assert [one.version for one in await store.log.read(match)] == [1, 2, 3, 4]
    with pytest.raises(Conflict):
        await store.log.append(match, 2, entry(3, author="bob"))


async def test_a_record_is_kept_for_its_time(store: Store, match: str, redis: Redis) -> None:
    await filed(store, match, keep_seconds=1000)
    assert 900 < await redis.ttl(f"{{{match}}}:record") <= 1000
    await filed(store, f"{match}x", keep_seconds=0)
    assert await redis.ttl(f"{{{match}x}}:record") == -1


async def test_a_due_match_is_given_to_one_and_comes_again_until_it_is_done(
    store: Store, other_store: Store, match: str, redis: Redis
) -> None:
    await redis.delete("schnapsen:filing")
    archive = store.tables.archive
    await archive.expect(match, 5)
    await archive.expect(match, 900)
    both = await asyncio.gather(archive.take_due(9, 20, 10), other_store.tables.archive.take_due(9, 20, 10))
    assert sorted(both) == [[], [match]]
    assert await archive.take_due(20, 30, 10) == [match]
    await archive.look_again(match, 40)
    await archive.look_again(f"{match}x", 1)
    assert await archive.take_due(39, 50, 10) == []
    await archive.done(match)
    assert await archive.take_due(10**15, 10**15, 10) == []


def test_a_record_keeps_every_byte(match: str) -> None:
    record = Record("e", tuple(entry(version, author="a\tb\n", events=ODD) for version in (1, 2)), None)
    assert unpacked(packed(record)) == record


def test_a_record_of_which_a_byte_has_changed_is_refused() -> None:
    record = Record("e", (entry(1, events=b'[2,{"card":"CT"}]'),), {})
    text = zlib.decompress(packed(record))
    for other in (text.replace(b"CT", b"CK"), text[:-5], b"{}\n", b""):
        with pytest.raises(Unreadable):
            unpacked(zlib.compress(other))
    with pytest.raises(Unreadable):
        unpacked(packed(record)[:-3])


async def test_an_unreadable_record_is_refused_wherever_it_is_read(store: Store, match: str, redis: Redis) -> None:
    await filed(store, match)
    await redis.set(f"{{{match}}}:record", b"nonsense")
    for asked in (store.log.read(match), store.log.epoch(match), store.tables.archive.record(match)):
        with pytest.raises(Unreadable):
            await asked
    with pytest.raises(Filed):
        await store.log.append(match, 3, entry(4))
