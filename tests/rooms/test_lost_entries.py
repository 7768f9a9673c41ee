"""The store loses entries that were told: everybody is told so, and nobody plays on at a table that is no more."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from kit.client import Frame
from kit.hands import OPEN_HAND, Dice, deck
from kit.tables import Guest, Tables, ask, settled, visit
from schnapsen_protocol.cards import Card
from schnapsen_protocol.commands import ConcedeHand, PlayCard, ResignMatch
from schnapsen_protocol.frames import Ack, Fault, Refusal
from schnapsen_protocol.refusals import Code
from schnapsen_protocol.terms import ClockRule, Gallery, Terms
from schnapsen_server.rooms.room import Room

LEAD, ANSWER = PlayCard(Card.CT), PlayCard(Card.CK)


@pytest.fixture(autouse=True)
def the_hand(tables: Tables) -> None:
    tables.dice = Dice(decks=[deck(OPEN_HAND)])


async def look(*rooms: Room) -> None:
    """The periodic check, which also finds what no wake-up call told."""
    for room in rooms:
        room.beat()
        await settled(room)


async def told(guest: Guest) -> list[Frame]:
    """All that changes what he sees."""
    return await guest.frames("joined", "update", "fault")


@dataclass
class Trick:
    """A trick has been played at two rooms of one match, and everybody has seen it."""

    here: Room
    there: Room
    ann: Guest
    eve: Guest
    bob: Guest

    def __iter__(self) -> Iterator[Guest]:
        yield from (self.ann, self.eve, self.bob)


async def played(tables: Tables) -> Trick:
    here = await tables.open()
    there = await tables.wake()
    trick = Trick(here, there, await visit(here, "ann"), await visit(here, "eve"), await visit(there, "bob"))
    await ask(here, "ann", LEAD, "lead")
    await settled(there)
    await ask(there, "bob", ANSWER, "answer")
    await settled(here)
    for guest in trick:
        assert (await told(guest))[-1]["v"] == 3
    return trick


async def test_a_log_that_has_lost_its_end_is_told_anew_to_everybody(tables: Tables) -> None:
    trick = await played(tables)
    tables.memory.entries["m"].pop()
    await look(trick.here, trick.there)
    for guest in trick:
        (joined,) = await told(guest)
        assert (joined["t"], joined["recovered"], joined["events"], joined["v"]) == ("joined", False, [], 2)
        assert joined["epoch"] == "after first"
        assert [card["card"] for card in joined["view"]["table"]] == ["CT"]
    assert trick.here.epoch == trick.there.epoch == "after first"
    await look(trick.here, trick.there)
    assert [await told(guest) for guest in trick] == [[], [], []]
    assert await ask(trick.there, "bob", ANSWER, "again") == Ack("again", 3)


async def test_a_match_whose_end_is_lost_stands_again_among_those_that_go_on(tables: Tables) -> None:
    trick = await played(tables)
    await ask(trick.here, "ann", ResignMatch(), "resign")
    await settled(trick.there)
    assert (list(tables.names.lists["bob"]), list(tables.names.finished["bob"])) == ([], ["m"])
    tables.memory.entries["m"].pop()
    await look(trick.here, trick.there)
    assert (list(tables.names.lists["bob"]), list(tables.names.finished["bob"])) == (["m"], [])


async def test_an_entry_that_took_the_place_of_another_is_noticed(tables: Tables) -> None:
    trick = await played(tables)
    tables.memory.entries["m"].pop()
    tables.memory.wakes = False  # or the other room would look before there is another entry
    await look(trick.here)
    assert await ask(trick.here, "bob", PlayCard(Card.CJ), "otherwise") == Ack("otherwise", 3)
    await look(trick.there)
    assert [(frame["t"], frame["v"]) for frame in await told(trick.ann)] == [("joined", 2), ("update", 3)]
    (joined,) = await told(trick.bob)
    assert (joined["recovered"], joined["v"], joined["epoch"]) == (False, 3, "after first")
    assert (trick.here.match, trick.here.epoch) == (trick.there.match, trick.there.epoch)


async def test_nothing_is_written_behind_an_entry_that_took_the_place_of_another(tables: Tables) -> None:
    trick = await played(tables)
    tables.memory.entries["m"].pop()
    tables.memory.followers["m"].clear()
    await look(trick.here)
    tables.time.now += 1
    assert await ask(trick.here, "bob", PlayCard(Card.CJ), "otherwise") == Ack("otherwise", 3)
    # The other process has heard of nothing, and its last version has the same number.
    assert await ask(trick.there, "ann", PlayCard(Card.SK), "next") == Ack("next", 4)
    frames = await told(trick.bob)
    assert [(frame["t"], frame["v"]) for frame in frames] == [("joined", 3), ("update", 4)]
    assert await ask(trick.here, "bob", PlayCard(Card.SJ), "follow") == Ack("follow", 5)
    await look(trick.there)
    assert trick.here.match == trick.there.match


async def test_a_table_that_knew_less_than_was_lost_is_told_of_it_too(tables: Tables) -> None:
    here = await tables.open()
    tables.memory.wakes = False
    there = await tables.wake()
    bob = await visit(there, "bob")
    await told(bob)
    await ask(here, "ann", LEAD, "lead")
    tables.memory.entries["m"].pop()
    tables.memory.wakes = True
    await look(here)
    await settled(there)
    (joined,) = await told(bob)
    assert (joined["recovered"], joined["epoch"], there.epoch) == (False, "after first", here.epoch)


async def test_who_decided_on_a_table_that_is_no_more_is_asked_again(tables: Tables) -> None:
    trick = await played(tables)
    tables.memory.entries["m"].pop()
    refusal = await ask(trick.here, "ann", ConcedeHand(), "give up", seen=3)
    assert isinstance(refusal, Refusal)
    assert refusal.code is Code.STALE
    assert [frame["v"] for frame in await told(trick.ann)] == [2]


async def test_a_command_that_was_lost_counts_when_it_comes_again(tables: Tables) -> None:
    trick = await played(tables)
    tables.memory.entries["m"].pop()
    await look(trick.there)
    assert await ask(trick.there, "bob", ANSWER, "answer") == Ack("answer", 3)
    assert [entry.command_id for entry in tables.memory.entries["m"]] == ["open", "lead", "answer"]


async def test_nothing_is_told_while_it_cannot_be_told_apart(tables: Tables) -> None:
    trick = await played(tables)
    tables.memory.entries["m"].pop()
    tables.memory.down = True
    await look(trick.here, trick.there)
    assert [[frame.get("code") for frame in await told(guest)] for guest in trick] == [["UNAVAILABLE"]] * 3
    tables.memory.down = False
    await look(trick.here, trick.there)
    assert [frame["recovered"] for guest in trick for frame in await told(guest)] == [False] * 3


@pytest.mark.parametrize(("ahead", "recovered"), [(0, True), (1, False), (None, True)])
async def test_a_position_counts_only_with_the_time_of_its_entry(
    tables: Tables, ahead: int | None, recovered: bool
) -> None:
    """As after a restart of everything, when nobody is left who could notice that the log has gone on otherwise."""
    trick = await played(tables)
    at = None if ahead is None else tables.memory.entries["m"][1].at + ahead
    (joined,) = await (await visit(trick.here, "bob", "first", 2, at)).frames("joined")
    assert (joined["recovered"], len(joined["events"])) == (recovered, 3 if recovered else 0)
    assert joined["at"] == tables.memory.entries["m"][-1].at


async def test_the_time_of_what_was_lost_is_charged_to_nobody(tables: Tables) -> None:
    here = await tables.open(terms=Terms(clock=ClockRule(60_000, 0)))
    await ask(here, "ann", LEAD, "lead")
    await ask(here, "bob", ANSWER, "answer")
    await ask(here, "ann", PlayCard(Card.HJ), "next")  # from now on it counts
    before = here.match.clock
    assert before is not None
    tables.time.now += 50_000
    played = await ask(here, "bob", PlayCard(Card.DA), "lost")
    assert isinstance(played, Ack)
    tables.time.now += 50_000
    while len(tables.memory.entries["m"]) >= played.v:
        tables.memory.entries["m"].pop()
    await look(here, here)
    after = here.match.clock
    assert after is not None
    assert (after.left, after.running) == (before.left, before.running)
    assert after.at == tables.time.now
    assert here.match.winner is None


async def test_a_seat_that_was_lost_is_free_again(tables: Tables) -> None:
    here = await tables.open(players=1, terms=Terms(gallery=Gallery.CLOSED))
    ann = await visit(here, "ann")
    await here.sit("bob", "Bob")
    bob = await visit(here, "bob")
    await told(ann), await told(bob)
    tables.memory.entries["m"].pop()
    await look(here)
    (joined,) = await told(ann)
    assert (joined["recovered"], joined["view"]["seats"][1], joined["invite"]) == (False, None, "key-m")
    (fault,) = await told(bob)
    assert fault["code"] == "NO_WATCHERS"
    assert not list(here.audience.gallery())


async def test_a_match_that_is_gone_is_said_to_be_gone_and_never_begun_anew(tables: Tables) -> None:
    trick = await played(tables)
    tables.memory.entries["m"].clear()
    lost = await ask(trick.here, "ann", ConcedeHand(), "give up")
    trick.there.beat()
    lost_there = await ask(trick.there, "bob", ConcedeHand(), "me too")
    for answer in (lost, lost_there, await ask(trick.here, "ann", ConcedeHand(), "once more")):
        assert isinstance(answer, Fault)
        assert answer.code is Code.UNKNOWN_MATCH
    for guest in trick:
        assert [frame["code"] for frame in await told(guest)] == ["UNKNOWN_MATCH"]
        assert not guest.outbox.closed
    assert tables.memory.entries["m"] == []
