"""A rematch: one next match, however it is asked for and whatever dies in between."""

import asyncio

import pytest

from kit.hands import Dice
from kit.tables import Tables, ask, settled, visit
from schnapsen_protocol.commands import Proposal, Propose, ResignMatch
from schnapsen_protocol.events import HandDealt, RematchStarted
from schnapsen_protocol.frames import Ack
from schnapsen_server.game.evolve import fold
from schnapsen_server.rooms.clocks import SystemClock
from schnapsen_server.rooms.room import Room
from schnapsen_server.store.contract import Entry
from schnapsen_server.store.happenings import HAPPENINGS
from schnapsen_server.store.open import Store

REMATCH = Propose(Proposal.REMATCH)


async def finished(tables: Tables, match: str = "m") -> Room:
    room = await tables.open(match)
    await ask(room, "ann", ResignMatch(), "resign")
    return room


def opened(entries: list[Entry]) -> list[object]:
    return [one for entry in entries for one in HAPPENINGS.decode(entry.events)]


async def test_both_press_at_once_twenty_times(store: Store, other_store: Store, match: str) -> None:
    """Two processes on a real store, dice of their own: each asks, one match comes of it."""
    here, there = [Tables(one, SystemClock()) for one in (store, other_store)]
    here.dice, there.dice = Dice(1, name=f"{match}-here"), Dice(2, name=f"{match}-there")
    try:
        for number in range(20):
            name = f"{match}-{number}"
            rooms = (await finished(here, name), await there.wake(name))
            answers = await asyncio.gather(
                *(ask(room, who, REMATCH, "r") for room, who in zip(rooms, ("ann", "bob"), strict=True))
            )
            assert sorted(answer.v for answer in answers if isinstance(answer, Ack)) == [3, 4]
            started = [one for one in opened(await store.log.read(name)) if isinstance(one, RematchStarted)]
            assert len(started) == 1
            await settled(rooms[0])
            await settled(rooms[1])
            assert rooms[0].match.rematch == rooms[1].match.rematch == started[0].match
            (entry,) = await store.log.read(started[0].match)
            assert entry.command_id == "open"
            assert started[0].match in await store.players.matches("ann", 100)
    finally:
        await here.close()
        await there.close()


async def test_the_next_match_has_the_same_seats_and_the_other_dealer(tables: Tables) -> None:
    room = await finished(tables)
    before = room.match
    for who in ("bob", "ann"):
        await ask(room, who, REMATCH, "rematch")
    after = fold(opened(tables.memory.entries["match-1"]))  # type: ignore[arg-type]
    assert after.players == before.players
    assert (before.dealer, after.dealer) == (1, 0)
    assert after.score == (0, 0)
    assert [type(one) for one in opened(tables.memory.entries["match-1"])].count(HandDealt) == 1


async def test_it_is_open_before_anybody_hears_of_it(tables: Tables) -> None:
    room = await finished(tables)
    heard: list[int] = []
    tables.on_told = lambda told: (
        heard.append(len(tables.memory.entries[told.match.rematch])) if told.match.rematch else None
    )
    for who in ("ann", "bob"):
        await ask(room, who, REMATCH, "rematch")
    assert heard == [1]


@pytest.fixture
async def crashed(tables: Tables) -> Tables:
    """The process died between the start of the rematch and the opening of its log."""
    room = await finished(tables)
    for who in ("ann", "bob"):
        await ask(room, who, REMATCH, "rematch")
    await room.sleep()
    del tables.memory.entries["match-1"], tables.memory.epochs["match-1"]
    for matches in tables.names.lists.values():
        matches.pop("match-1", None)
    return tables


async def test_whoever_comes_after_a_crash_finds_it_open(crashed: Tables) -> None:
    (joined,) = await (await visit(await crashed.wake(), "ann")).frames("joined")
    assert joined["view"]["rematch"] == "match-1"
    assert [entry.version for entry in crashed.memory.entries["match-1"]] == [1]
    assert "match-1" in crashed.names.lists["bob"]


async def test_two_processes_that_wake_after_a_crash_open_it_once(crashed: Tables) -> None:
    await asyncio.gather(crashed.wake(), crashed.wake())
    assert len(crashed.memory.entries["match-1"]) == 1


async def test_a_resend_whose_first_answer_was_lost_opens_it(tables: Tables) -> None:
    room = await finished(tables)
    await ask(room, "ann", REMATCH, "a")
    tables.memory.loses_answers = True
    await ask(room, "bob", REMATCH, "b")
    tables.memory.loses_answers = False
    assert await ask(room, "bob", REMATCH, "b") == Ack("b", 4)
    assert len(tables.memory.entries["match-1"]) == 1


async def test_what_could_not_be_noted_is_noted_later(tables: Tables) -> None:
    tables.names.down = True
    room = await finished(tables)
    assert not tables.names.lists["ann"]
    assert not tables.names.finished["ann"]
    tables.names.down = False
    room.beat()
    await settled(room)
    assert list(tables.names.finished["ann"]) == list(tables.names.finished["bob"]) == ["m"]
