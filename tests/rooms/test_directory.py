"""The directory: one room for each match in this process, awake as long as somebody is there."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from kit.rooms import NobodyRated
from kit.tables import Guest, Tables, ask, settled
from schnapsen_protocol.cards import Card, Level, Preset
from schnapsen_protocol.commands import PlayCard
from schnapsen_protocol.frames import Ack
from schnapsen_protocol.views import Phase
from schnapsen_server.rooms import directory as awake
from schnapsen_server.rooms.audience import Visitor
from schnapsen_server.rooms.company import PRESENCE_DELAY_MS
from schnapsen_server.rooms.directory import LINGER_BEATS, Directory
from schnapsen_server.rooms.outbox import Outbox
from schnapsen_server.rooms.room import Room, UnknownMatch
from schnapsen_server.store.contract import Entry, Unavailable


@pytest.fixture
async def directory(tables: Tables) -> AsyncIterator[Directory]:
    await (await tables.open()).sleep()
    tables.memory.reads = 0
    directory = Directory(
        tables.log,
        tables.book,
        tables.beside,
        NobodyRated(),
        tables.dice,
        tables.clock,
        process="here",
        invite=str,
        on_told=lambda room: tables.on_told(room),
        max_rooms=3,
    )
    yield directory
    await directory.close()


def visitor(player: str = "ann") -> Visitor:
    return Visitor(player, None, Outbox(lambda: None))


async def test_however_many_ask_at_once_one_room_wakes(directory: Directory, tables: Tables) -> None:
    rooms = await asyncio.gather(*(directory.room("m") for _ in range(50)))
    assert len(set(rooms)) == 1
    assert (tables.memory.reads, len(tables.memory.followers["m"])) == (1, 1)
    assert await directory.room("m") is rooms[0]


async def test_who_gives_up_waiting_does_not_take_the_room_from_others(directory: Directory) -> None:
    first = asyncio.create_task(directory.room("m"))
    second = asyncio.create_task(directory.room("m"))
    await asyncio.sleep(0)
    first.cancel()
    assert (await second).version == 1


async def test_an_unknown_match_leaves_nothing_behind(directory: Directory, tables: Tables) -> None:
    for _ in range(3):
        with pytest.raises(UnknownMatch):
            await directory.enter("nowhere", visitor(), None, None)
    assert tables.memory.followers["nowhere"] == []


async def test_waking_that_fails_is_told_to_all_who_wait_and_tried_again(directory: Directory, tables: Tables) -> None:
    tables.memory.down = True
    answers = await asyncio.gather(*(directory.room("m") for _ in range(5)), return_exceptions=True)
    assert [type(answer) for answer in answers] == [Unavailable] * 5
    tables.memory.down = False
    assert (await directory.room("m")).version == 1
    assert len(tables.memory.followers["m"]) == 1


async def test_closing_does_not_wait_for_a_room_whose_log_is_still_to_come(
    directory: Directory, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = asyncio.Event()

    async def read(match: str, after: int = 0) -> list[Entry]:
        asked.set()
        await asyncio.Event().wait()
        return []

    monkeypatch.setattr(tables.memory, "read", read)
    waking = asyncio.create_task(directory.room("m"))
    await asked.wait()
    async with asyncio.timeout(10):
        await directory.close()
    await asyncio.wait([waking])
    assert waking.cancelled()
    assert tables.memory.followers["m"] == []


async def test_a_room_that_closed_is_rebuilt_from_its_log(directory: Directory) -> None:
    room = await directory.enter("m", visitor(), None, None)
    assert await ask(room, "ann", PlayCard(next(iter(cards(room)))), "lead") == Ack("lead", 2)
    before = room.match
    await room.sleep()
    again = await directory.enter("m", visitor(), None, None)
    assert again is not room
    assert (again.match, again.version, again.epoch) == (before, 2, room.epoch)


def cards(room: Room) -> tuple[Card, ...]:
    hand = room.match.hand
    assert hand is not None
    return hand.sides[0].cards


async def test_an_empty_room_sleeps_after_a_while_and_a_visited_one_does_not(
    directory: Directory, tables: Tables
) -> None:
    left = await directory.enter("m", guest := visitor(), None, None)
    left.leave(guest)
    tables.time.advance(PRESENCE_DELAY_MS)
    await settled(left)
    await (await tables.open("n")).sleep()
    kept = await directory.enter("n", visitor(), None, None)
    for _ in range(LINGER_BEATS):
        await directory.beat()
    assert (left.closed, kept.closed) == (False, False)
    await directory.beat()
    assert (left.closed, kept.closed) == (True, False)
    assert tables.memory.followers["m"] == []
    assert (await directory.room("m")).version == 1


async def test_everybody_at_a_table_is_told_its_version_at_every_beat(
    directory: Directory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(awake, "HEARTBEAT_MS", 1)
    room = await directory.room("m")
    eve = Guest(room, "eve")
    await room.enter(eve)
    await directory.start()
    async with asyncio.timeout(10):
        while b'"t":"beat"' not in (frame := await eve.outbox.take() or b""):
            pass
    assert b'"v":1' in frame


async def test_more_tables_than_are_allowed_do_not_open(directory: Directory, tables: Tables) -> None:
    for match in ("n", "o", "p"):
        await (await tables.open(match)).sleep()
    for match in ("m", "n", "o"):
        await directory.room(match)
    with pytest.raises(Unavailable):
        await directory.room("p")
    assert (await directory.room("m")).version == 1


async def test_a_new_match_stands_in_its_owners_list(directory: Directory, tables: Tables) -> None:
    match = await directory.create(Preset.SHARP, None, "ann", "Ann")
    assert match in tables.names.lists["ann"]
    room = await directory.room(match)
    assert (room.match.preset, room.match.phase, room.match.seat_of("ann")) == (Preset.SHARP, Phase.WAITING, 0)


async def test_a_match_against_the_computer_begins_at_once(directory: Directory) -> None:
    room = await directory.room(await directory.create(Preset.SEED, Level.CLUB, "ann", "Ann"))
    assert room.match.phase is Phase.PLAYING


async def test_a_glance_at_a_match_wakes_nobody(directory: Directory, tables: Tables) -> None:
    found = await directory.peek("m")
    assert found is not None
    assert (found[0].seat_of("bob"), found[1]) == (1, tables.memory.entries["m"][-1].at)
    assert tables.memory.followers["m"] == []
    assert await directory.peek("nowhere") is None
    room = await directory.room("m")
    assert await directory.peek("m") == (room.match, room.at)


async def test_closing_puts_every_room_to_sleep(directory: Directory, tables: Tables) -> None:
    room = await directory.room("m")
    await directory.start()
    await directory.close()
    assert room.closed
    assert tables.memory.followers["m"] == []
