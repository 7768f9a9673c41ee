"""What is kept of a table beside its log: deadlines, and who is there."""

import asyncio

from kit.store import EITHER_STORE
from schnapsen_server.store.contract import PRESENCE
from schnapsen_server.store.open import Store
from schnapsen_server.store.table_contract import Attendance, Gone, Roll

ANN_IS_HERE = Attendance((True, False), 1, ("Eve",), 5)
BOB_IS_HERE = Attendance((False, True), 0, (), 6)


@EITHER_STORE
async def test_deadlines_come_due_oldest_first(store: Store, match: str) -> None:
    early, late, later = (f"{match}-{n}" for n in range(3))
    book = store.tables.deadlines
    for one, at in ((late, 20), (early, 10), (later, 31)):
        await book.put(one, at)
    assert [one for one in await book.due(30, 100) if one.startswith(match)] == [early, late]
    assert len(await book.due(31, 2)) == 2
    for one in (early, late, later):
        await book.drop(one)
    assert not [one for one in await book.due(1000, 100) if one.startswith(match)]


@EITHER_STORE
async def test_a_deadline_is_moved_but_a_warning_only_brings_it_forward(store: Store, match: str) -> None:
    book = store.tables.deadlines

    async def is_due(at: int) -> bool:
        return match in await book.due(at, 1000)

    await book.sooner(match, 20)
    await book.sooner(match, 30)
    assert (await is_due(19), await is_due(20)) == (False, True)
    await book.sooner(match, 10)
    assert await is_due(10)
    await book.put(match, 30)
    assert (await is_due(29), await is_due(30)) == (False, True)
    await book.drop(match)


@EITHER_STORE
async def test_each_process_says_whom_it_has_and_reads_what_the_others_say(
    store: Store, other_store: Store, match: str
) -> None:
    assert await store.tables.presence.read(match) == Roll()
    await store.tables.presence.share(match, "one", ANN_IS_HERE, gone={})
    both = await other_store.tables.presence.share(match, "two", BOB_IS_HERE, gone={})
    assert both == Roll({"one": ANN_IS_HERE, "two": BOB_IS_HERE})
    gone = {0: Gone(9, on_purpose=True)}
    left = await store.tables.presence.share(match, "one", None, gone=gone)  # type: ignore[arg-type]
    assert left == Roll({"two": BOB_IS_HERE}, (Gone(9, on_purpose=True), None))
    assert await other_store.tables.presence.read(match) == left


@EITHER_STORE
async def test_the_dead_are_taken_off_the_roll(store: Store, match: str) -> None:
    await store.tables.presence.share(match, "one", ANN_IS_HERE, gone={})
    assert await store.tables.presence.share(match, "two", None, gone={}, dead=["one"]) == Roll()


@EITHER_STORE
async def test_the_other_processes_are_woken_when_somebody_comes(store: Store, other_store: Store, match: str) -> None:
    heard: asyncio.Queue[int] = asyncio.Queue()
    subscription = await other_store.log.follow(match, heard.put_nowait)
    await store.tables.presence.share(match, "one", ANN_IS_HERE, gone={})
    async with asyncio.timeout(10):
        assert await heard.get() == PRESENCE
    await subscription.close()
