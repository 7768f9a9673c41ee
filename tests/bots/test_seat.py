"""The computer at a table: it speaks like any player, once, and only from what its seat may see."""

import random
from collections.abc import Callable, Sequence

import pytest

from kit.hands import OPEN_HAND, Dice, command, deck
from kit.tables import Tables, ask, settled, visit
from schnapsen_protocol.cards import Card, Preset
from schnapsen_protocol.commands import Command, Decline, NextHand, PlayCard, Proposal, Propose
from schnapsen_protocol.frames import Ack
from schnapsen_protocol.views import Phase, View
from schnapsen_server.bots import seat as seats
from schnapsen_server.bots.casual import choose
from schnapsen_server.bots.seat import AGAIN_MS, THINKING_MS, ComputerSeats
from schnapsen_server.game.view import view
from schnapsen_server.rooms.room import Room


def with_computer(tables: Tables, seed: int = 1) -> None:
    tables.on_told = ComputerSeats(tables.clock, random.Random(seed).choice)


async def think(tables: Tables, *rooms: Room) -> None:
    tables.time.advance(THINKING_MS)
    for room in rooms:
        await settled(room)


def moves(tables: Tables) -> list[str]:
    return [entry.command_id for entry in tables.memory.entries["m"] if entry.author == "computer"]


@pytest.mark.parametrize("preset", list(Preset))
async def test_a_match_against_it_comes_to_an_end(tables: Tables, preset: Preset) -> None:
    luck = random.Random(5)
    with_computer(tables)
    room = await tables.open(preset=preset, computer=True)
    for turn in range(2000):
        match room.match.phase, room.view_of(0).legal:
            case Phase.MATCH_OVER, _:
                break
            case Phase.HAND_OVER, _:
                assert isinstance(await ask(room, "ann", NextHand(), f"n{turn}"), Ack)
            case _, ():
                await think(tables, room)
            case _, words:
                plays = [word for word in words if word.startswith("play")]
                assert isinstance(await ask(room, "ann", command(luck.choice(plays)), f"p{turn}"), Ack)
    assert room.match.phase is Phase.MATCH_OVER
    assert moves(tables)


async def test_it_thinks_before_it_moves(tables: Tables) -> None:
    tables.dice = Dice(decks=[deck(OPEN_HAND)])
    with_computer(tables)
    room = await tables.open(computer=True)
    await ask(room, "ann", PlayCard(Card.CT), "lead")
    tables.time.advance(THINKING_MS - 1)
    await settled(room)
    assert room.version == 2
    tables.time.advance(1)
    await settled(room)
    assert (room.version, moves(tables)) == (3, ["v2"])


async def test_it_is_asked_with_the_view_of_its_seat_and_nothing_more(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[tuple[object, ...]] = []

    def noted(shown: View, counted: int, pick: Callable[[Sequence[str]], str]) -> Command | None:
        given.append((shown, counted, pick))
        return choose(shown, counted, pick)

    monkeypatch.setattr(seats, "choose", noted)
    tables.dice = Dice(decks=[deck(OPEN_HAND)])
    with_computer(tables)
    room = await tables.open(computer=True)
    await ask(room, "ann", PlayCard(Card.CT), "lead")
    before = room.match
    await think(tables, room)
    ((shown, counted, pick),) = given
    assert (shown, counted) == (view(before, 1), 0)
    assert callable(pick)


async def test_it_moves_once_though_two_processes_play_it(tables: Tables) -> None:
    tables.dice = Dice(decks=[deck(OPEN_HAND)])
    with_computer(tables, seed=1)
    here = await tables.open(computer=True)
    with_computer(tables, seed=2)
    there = await tables.wake()
    bots = {
        here: ComputerSeats(tables.clock, lambda words: words[0]),
        there: ComputerSeats(tables.clock, lambda words: words[-1]),
    }
    tables.on_told = lambda room: bots[room](room)
    await ask(here, "ann", PlayCard(Card.CT), "lead")
    await settled(there)
    await think(tables, here, there)
    await settled(here)
    assert moves(tables) == ["v2"]
    assert here.version == there.version == 3
    assert here.match == there.match


async def test_one_that_died_and_came_back_moves_once(tables: Tables) -> None:
    tables.dice = Dice(decks=[deck(OPEN_HAND)])
    with_computer(tables)
    room = await tables.open(computer=True)
    await ask(room, "ann", PlayCard(Card.CT), "lead")
    await room.sleep()
    again = await tables.wake()
    await think(tables, again)
    assert moves(tables) == ["v2"]


async def test_it_moves_late_when_nothing_could_be_stored_in_time(tables: Tables) -> None:
    tables.dice = Dice(decks=[deck(OPEN_HAND)])
    with_computer(tables)
    room = await tables.open(computer=True)
    await ask(room, "ann", PlayCard(Card.CT), "lead")
    tables.memory.down = True
    await think(tables, room)
    tables.memory.down = False
    assert moves(tables) == []
    tables.time.advance(AGAIN_MS)
    await settled(room)
    assert moves(tables) == ["v2"]


async def test_it_accepts_whatever_is_proposed(tables: Tables) -> None:
    with_computer(tables)
    room = await tables.open(computer=True)
    ann = await visit(room, "ann")
    for what, phase in ((Proposal.SAVE, Phase.PAUSED), (Proposal.RESUME, Phase.PLAYING)):
        await ask(room, "ann", Propose(what), what)
        await think(tables, room)
        assert room.match.phase is phase
    assert (await ann.frames("update"))[-1]["view"]["proposal"] is None


async def test_a_proposal_that_is_withdrawn_before_it_answers_is_not_accepted(tables: Tables) -> None:
    with_computer(tables)
    room = await tables.open(computer=True)
    await ask(room, "ann", Propose(Proposal.SAVE), "save")
    await ask(room, "ann", Decline(Proposal.SAVE), "never mind")
    await think(tables, room)
    assert room.match.phase is Phase.PLAYING
    assert moves(tables) == []


async def test_it_leaves_matches_of_two_people_alone(tables: Tables) -> None:
    with_computer(tables)
    room = await tables.open()
    await think(tables, room)
    assert room.version == 1
