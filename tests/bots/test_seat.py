"""The computer at a table: it speaks like any player, once, and only from what its seat may see."""

import asyncio
import json
import random

import pytest

from kit.hands import OPEN_HAND, Dice, command, deck
from kit.tables import Tables, ask, settled, visit
from schnapsen_protocol.cards import Card, Level, Preset
from schnapsen_protocol.codec import write
from schnapsen_protocol.commands import (
    CallComputer,
    CloseStock,
    Command,
    Decline,
    NextHand,
    Phrase,
    PlayCard,
    Proposal,
    Propose,
    Say,
)
from schnapsen_protocol.frames import Ack, Refusal
from schnapsen_protocol.refusals import Code
from schnapsen_protocol.views import Phase
from schnapsen_server.bots import asking
from schnapsen_server.bots.choose import choose
from schnapsen_server.bots.seat import AGAIN_MS, LONGEST, SHORTEST, THINKING_MS, ComputerSeats
from schnapsen_server.bots.thinkers import NoAnswer
from schnapsen_server.game.house import TakeSeat
from schnapsen_server.game.view import view
from schnapsen_server.rooms.room import Room

LONG = int(LONGEST * THINKING_MS)


class Thinker:
    """Thinks at once, by the engine or as told, and keeps what it was asked."""

    def __init__(self, *moves: Command | Exception | None) -> None:
        self.asked: list[bytes] = []
        self._moves = list(moves)

    async def __call__(self, position: bytes) -> Command | None:
        self.asked.append(position)
        if not self._moves:
            at = asking.read_question(asking.question(position, 0)).position
            return choose(at.view, at.said, at.level, at.seed, 5)
        move = self._moves.pop(0)
        if isinstance(move, Exception):
            raise move
        return move


def seats(tables: Tables, thinker: Thinker | None = None) -> ComputerSeats:
    return ComputerSeats(tables.clock, thinker or Thinker(), random.Random(1).choice)


def with_computer(tables: Tables, *moves: Command | Exception | None) -> Thinker:
    thinker = Thinker(*moves)
    tables.on_told = seats(tables, thinker)
    return thinker


async def breathe() -> None:
    """All that waits for nothing but its turn is done."""
    for _ in range(20):
        await asyncio.sleep(0)


async def think(tables: Tables, *rooms: Room, ms: int = LONG) -> None:
    await breathe()
    tables.time.advance(ms)
    await breathe()
    for room in rooms:
        await settled(room)


def moves(tables: Tables, match: str = "m") -> list[str]:
    return [entry.command_id for entry in tables.memory.entries[match] if entry.author == "computer"]


async def led(tables: Tables) -> Room:
    """Ann has led the ten of clubs, and the computer is to answer."""
    tables.dice = Dice(decks=[deck(OPEN_HAND)])
    room = await tables.open(computer=True)
    await ask(room, "ann", PlayCard(Card.CT), "lead")
    return room


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


async def test_it_takes_its_time(tables: Tables) -> None:
    with_computer(tables)
    room = await led(tables)
    await think(tables, room, ms=int(SHORTEST * THINKING_MS) - 1)
    assert room.version == 2
    await think(tables, room)
    assert (room.version, moves(tables)) == (3, ["v2"])


async def test_it_is_asked_with_what_its_seat_is_told_and_nothing_more(tables: Tables) -> None:
    thinker = with_computer(tables)
    room = await led(tables)
    before, said = room.match, room.events()
    await think(tables, room)
    (asked,) = thinker.asked
    seen = json.loads(asked)
    assert seen["view"] == json.loads(write(view(before, 1)))
    assert seen["said"] == json.loads(write(tuple(said[3:])))  # without the opening of the match and the seats
    assert (seen["said"][0]["t"], set(seen)) == ("hand_dealt", {"view", "said", "level", "seed"})


async def test_cards_that_it_cannot_see_change_no_byte_of_what_it_is_asked(tables: Tables) -> None:
    """Ann's other cards lie in the stock and stock cards in her hand: the computer is asked the same."""
    whole = deck(OPEN_HAND)
    at = [place for place, card in enumerate(whole) if card != Card.CT and place in (0, 1, 2, 7, 8)] + list(
        range(11, 20)
    )
    luck = random.Random(7)
    hidden = [whole[place] for place in at]
    luck.shuffle(hidden)
    other = list(whole)
    for place, card in zip(at, hidden, strict=True):
        other[place] = card
    asked, hands = [], []
    for order in (whole, tuple(other)):
        one = Tables()
        one.dice = Dice(decks=[order])
        thinker = with_computer(one)
        room = await one.open(computer=True)
        assert isinstance(await ask(room, "ann", PlayCard(Card.CT), "lead"), Ack)
        await think(one, room)
        asked.append(thinker.asked)
        ann = room.view_of(0).seats[0]
        assert ann is not None
        hands.append(set(ann.hand or ()))
        await one.close()
    assert hands[0] != hands[1]
    assert len(asked[0]) == 1
    assert asked[0] == asked[1]


async def test_it_moves_once_though_two_processes_play_it(tables: Tables) -> None:
    tables.dice = Dice(decks=[deck(OPEN_HAND)])
    here = await tables.open(computer=True)
    there = await tables.wake()
    thinkers = {here: Thinker(), there: Thinker()}
    bots = {room: seats(tables, thinker) for room, thinker in thinkers.items()}
    tables.on_told = lambda room: bots[room](room)
    await ask(here, "ann", PlayCard(Card.CT), "lead")
    await settled(there)
    await think(tables, here, there)
    await settled(here)
    assert thinkers[here].asked == thinkers[there].asked != []
    assert moves(tables) == ["v2"]
    assert here.version == there.version == 3
    assert here.match == there.match


async def test_one_that_died_and_came_back_moves_once(tables: Tables) -> None:
    with_computer(tables)
    room = await led(tables)
    await room.sleep()
    again = await tables.wake()
    await think(tables, again)
    assert moves(tables) == ["v2"]


async def test_it_moves_late_when_nothing_could_be_stored_in_time(tables: Tables) -> None:
    with_computer(tables)
    room = await led(tables)
    tables.memory.down = True
    await think(tables, room)
    tables.memory.down = False
    assert moves(tables) == []
    await think(tables, room, ms=AGAIN_MS)
    assert moves(tables) == ["v2"]


async def test_words_do_not_make_it_think_anew(tables: Tables) -> None:
    thinker = with_computer(tables)
    room = await led(tables)
    await breathe()
    await ask(room, "ann", Say(Phrase.HELLO), "hello")
    await think(tables, room)
    assert (len(thinker.asked), moves(tables)) == (1, ["v2"])


async def test_who_cannot_think_makes_a_quick_move(tables: Tables) -> None:
    with_computer(tables, NoAnswer("nobody thinks"))
    room = await led(tables)
    await think(tables, room)
    assert moves(tables) == ["v2"]


async def test_a_move_that_is_not_allowed_is_replaced_by_a_quick_one(tables: Tables) -> None:
    with_computer(tables, CloseStock())
    room = await led(tables)
    await think(tables, room)
    await think(tables, room)
    assert moves(tables) == ["v2"]


async def test_it_never_leaves_the_table_waiting_for_want_of_a_move(tables: Tables) -> None:
    with_computer(tables, None)
    room = await led(tables)
    await think(tables, room)
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
    thinker = with_computer(tables)
    room = await tables.open()
    await think(tables, room)
    assert (room.version, thinker.asked) == (1, [])


async def test_it_sits_down_at_an_open_table_when_it_is_called(tables: Tables) -> None:
    thinker = with_computer(tables)
    room = await tables.open(players=1)
    assert isinstance(await ask(room, "bob", CallComputer(Level.MASTER), "not his"), Refusal)
    assert isinstance(await ask(room, "ann", CallComputer(Level.MASTER), "call"), Ack)
    seat = room.view_of(0).seats[1]
    assert seat is not None
    assert (seat.computer, seat.level, room.match.phase) == (True, Level.MASTER, Phase.PLAYING)
    plays = [word for word in room.view_of(0).legal if word.startswith("play")]
    await ask(room, "ann", command(plays[0]), "lead")
    await think(tables, room)
    assert json.loads(thinker.asked[0])["level"] == "master"
    late = await ask(room, "bob", TakeSeat("bob", "Bob"), "sit")
    assert isinstance(late, Refusal)
    assert late.code is Code.SEAT_TAKEN


async def test_nobody_calls_it_to_a_seat_that_is_taken(tables: Tables) -> None:
    room = await tables.open()
    answer = await ask(room, "ann", CallComputer(Level.CLUB), "call")
    assert isinstance(answer, Refusal)
    assert answer.code is Code.SEAT_TAKEN
