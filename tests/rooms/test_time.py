"""The clock at a table: told once that it is up, by whichever process, and charged for nothing that no server kept."""

from collections.abc import Callable
from typing import TypeVar, cast

import pytest

from kit.hands import OPEN_HAND, Dice, command, deck
from kit.memory_store import MemoryStore
from kit.rooms import Chair, Hours, Process, asked, settled
from schnapsen_protocol.cards import Preset, Versus
from schnapsen_protocol.commands import PlayCard
from schnapsen_protocol.events import CalledOff, MatchEnd
from schnapsen_protocol.frames import Ack, Beat, Fault, Joined
from schnapsen_protocol.terms import ClockRule, Terms
from schnapsen_server.game.clock import LAG_PER_MOVE
from schnapsen_server.game.evolve import fold
from schnapsen_server.game.house import OpenMatch, TakeSeat, TimeUp
from schnapsen_server.game.state import Clock, Match
from schnapsen_server.rooms.deadlines import PATIENCE_MS
from schnapsen_server.rooms.fleet import BEAT_MS, LAPSE_MS, LOOK_MS
from schnapsen_server.rooms.opening import HOUSE
from schnapsen_server.rooms.room import Room
from schnapsen_server.store.contract import Unavailable
from schnapsen_server.store.happenings import HAPPENINGS
from schnapsen_server.store.open import Store

T = TypeVar("T")
SECOND, MINUTE = 1_000, 60_000
TERMS = Terms(clock=ClockRule(MINUTE, 0))


class Evening:
    """A clocked match of Ann and Bob, both of whom have played a card at once: now Ann's clock runs."""

    def __init__(self, store: Store, match: str) -> None:
        self.store, self.match, self.hours = store, match, Hours()
        self.one, self.two = self.process("one"), self.process("two")

    def process(self, name: str) -> Process:
        return Process(name, self.store, self.hours, Dice(decks=[deck(OPEN_HAND)]))

    async def open(self) -> None:
        for process in (self.one, self.two):
            await process.beat()
        people = (TakeSeat("ann", "Ann"), TakeSeat("bob", "Bob"))
        await self.one.directory.open(self.match, (OpenMatch(Preset.SEED, Versus.HUMAN, 1, TERMS), *people))

    async def begin(self) -> None:
        await self.open()
        room = await self.one.directory.room(self.match)
        for player, card in (("ann", "CT"), ("bob", "CK")):
            await asked(room, player, card, command(card))

    async def served(self, ms: int, *processes: Process) -> None:
        """So much time in which the hearts of these processes beat."""
        end = self.hours.now + ms
        while self.hours.now < end:
            await self.hours.until(min(end, self.hours.now + BEAT_MS))
            for process in processes:
                await process.beat()

    async def started(self, name: str) -> Process:
        """A process that has just begun to serve."""
        process = self.process(name)
        await process.beat()
        while not process.serves:
            await self.hours.after(LOOK_MS)
            await process.beat()
        return process

    async def chair(self, process: Process, player: str) -> Chair:
        return await Chair(process, self.match, player).sit()

    async def log(self) -> tuple[Match, list[str]]:
        """The match, and who asked for what."""
        entries = await self.store.log.read(self.match)
        match = Match()
        for entry in entries:
            match = fold(HAPPENINGS.decode(entry.events), match)
        return match, [entry.command_id for entry in entries]

    async def is_open(self) -> bool:
        return not (await self.log())[0].is_over


@pytest.fixture
async def evening(store: Store, match: str) -> Evening:
    evening = Evening(store, match)
    await evening.begin()
    return evening


def room_of(chair: Chair) -> Room:
    assert chair.room is not None
    return chair.room


def clock_of(chair: Chair) -> Clock:
    clock = room_of(chair).match.clock
    assert clock is not None
    return clock


async def test_the_time_is_up_once_however_many_processes_watch_it(evening: Evening) -> None:
    one, two = await evening.chair(evening.one, "ann"), await evening.chair(evening.two, "bob")
    await evening.served(MINUTE + LAG_PER_MOVE, evening.one, evening.two)
    assert await evening.is_open()
    await evening.hours.after(1)
    match, asked_for = await evening.log()
    assert (match.winner, match.ended_by) == (1, MatchEnd.TIME)
    assert [word for word in asked_for if word.startswith("time")] == ["time-3"]
    await evening.hours.after(10 * MINUTE)
    for process in (evening.one, evening.two):
        await process.sweep()
        await settled(room_of(one))
        await settled(room_of(two))
    assert await evening.log() == (match, asked_for)
    assert await evening.store.tables.deadlines.due(10**15, 10) == []


async def test_the_time_is_up_also_when_nobody_is_connected(evening: Evening) -> None:
    await evening.one.kill()
    await evening.served(MINUTE + LAG_PER_MOVE, evening.two)
    assert await evening.is_open()
    await evening.served(PATIENCE_MS + 1, evening.two)
    await evening.two.sweep()
    await evening.hours.after(1)
    match, _ = await evening.log()
    assert (match.winner, match.ended_by) == (1, MatchEnd.TIME)


async def test_a_match_to_which_nobody_comes_is_called_off(store: Store, match: str) -> None:
    evening = Evening(store, match)
    await evening.open()
    await evening.served(TERMS.first_move_ms + PATIENCE_MS + 1, evening.two)
    await evening.two.sweep()
    await evening.hours.after(1)
    called_off, _ = await evening.log()
    assert (called_off.winner, called_off.called_off) == (None, CalledOff.ABORTED)


async def test_a_card_played_moves_the_deadline(evening: Evening) -> None:
    ann = await evening.chair(evening.one, "ann")
    await evening.served(50 * SECOND, evening.one)
    await ann.ask(command("HA"))
    await evening.served(50 * SECOND, evening.one)
    assert await evening.is_open()
    await evening.served(10 * SECOND + LAG_PER_MOVE + 1, evening.one)
    match, _ = await evening.log()
    assert (match.winner, match.ended_by) == (0, MatchEnd.TIME)


async def test_no_time_out_comes_late_though_the_process_dies_right_after_a_card(evening: Evening) -> None:
    """Bob has a second left when Ann plays; her process dies before it can put the new deadline down."""
    ann, bob = await evening.chair(evening.one, "ann"), await evening.chair(evening.one, "bob")
    await ann.ask(command("HA"))
    await evening.served(59 * SECOND, evening.one, evening.two)
    await bob.ask(command("DT"))
    room = room_of(ann)

    async def never(match: Match, *, anew: bool = False) -> None:
        return None

    room._time.store = never  # type: ignore[method-assign]
    await ann.ask(command("HJ"))
    await evening.one.kill()
    for _ in range(6):
        await evening.served(SECOND, evening.two)
        await evening.two.sweep()
    await evening.hours.after(1)
    match, _ = await evening.log()
    assert (match.winner, match.ended_by) == (0, MatchEnd.TIME)


# Time that no server kept


async def test_an_outage_is_charged_to_nobody(evening: Evening) -> None:
    await evening.chair(evening.one, "ann")
    await evening.served(30 * SECOND, evening.one, evening.two)
    for process in (evening.one, evening.two):
        await process.kill()
    await evening.hours.after(60 * MINUTE)
    again = evening.process("again")
    await again.beat()
    await again.sweep()
    assert await evening.is_open()
    ann = await evening.chair(again, "ann")
    await evening.served(20 * SECOND, again)
    await ann.ask(command("HA"))
    assert clock_of(ann).left == (10 * SECOND, MINUTE)


@pytest.mark.parametrize("gap", [1, 400, LAPSE_MS])
async def test_a_short_outage_is_charged_to_nobody_either(evening: Evening, gap: int) -> None:
    """Ann has a second left, and the next process starts before it can know that the others are dead."""
    await evening.chair(evening.one, "ann")
    await evening.served(59 * SECOND, evening.one, evening.two)
    for process in (evening.one, evening.two):
        await process.kill()
    await evening.hours.after(gap)
    again = await evening.started("again")
    await again.sweep()
    ann = await evening.chair(again, "ann")
    await evening.served(SECOND // 2, again)
    await ann.ask(command("HA"))
    assert clock_of(ann).left == (SECOND // 2, MINUTE)


async def test_after_a_goodbye_nothing_is_charged_and_nobody_waits(evening: Evening) -> None:
    await evening.chair(evening.one, "ann")
    await evening.served(10 * SECOND, evening.one, evening.two)
    for process in (evening.one, evening.two):
        await process.directory.fleet.leave()
        await process.kill()
    await evening.hours.after(70)
    again = evening.process("again")
    await again.beat()
    assert again.serves
    ann = await evening.chair(again, "ann")
    await ann.ask(command("HA"))
    assert clock_of(ann).left == (50 * SECOND, MINUTE)


async def test_who_has_said_goodbye_judges_nobody_by_the_clock(evening: Evening) -> None:
    ann = await evening.chair(evening.one, "ann")
    await evening.served(10 * SECOND, evening.one)
    await evening.one.directory.fleet.leave()
    assert isinstance(await ann.ask(command("HA")), Fault)
    await evening.hours.after(2 * MINUTE)
    assert await evening.is_open()


async def test_a_process_that_starts_beside_a_living_one_serves_with_it(evening: Evening) -> None:
    await evening.chair(evening.one, "ann")
    await evening.served(10 * SECOND, evening.one, evening.two)
    three = evening.process("three")
    await evening.hours.after(1)
    await three.beat()
    assert not three.serves
    await evening.served(BEAT_MS, evening.one, three)
    assert three.serves
    ann = await evening.chair(three, "ann")
    await ann.ask(command("HA"))
    assert clock_of(ann).left == (50 * SECOND - BEAT_MS - 1, MINUTE)


async def test_an_outage_is_charged_to_nobody_who_had_gone_before_it(evening: Evening) -> None:
    """No process had him; but he could not have come back either."""
    ann = await evening.chair(evening.one, "ann")
    await ann.get_up(on_purpose=True)
    await evening.served(30 * SECOND, evening.one)
    await evening.one.kill()
    await evening.hours.after(60 * MINUTE)
    again = evening.process("again")
    await again.beat()
    await again.sweep()
    await evening.served(30 * SECOND + LAG_PER_MOVE, again)
    assert await evening.is_open()
    await evening.hours.after(1)
    match, _ = await evening.log()
    assert (match.winner, match.ended_by) == (1, MatchEnd.TIME)


@pytest.mark.parametrize("by", ["a card", "the alarm"])
async def test_a_server_that_was_asleep_blames_nobody_for_it(evening: Evening, by: str) -> None:
    """A closed laptop, say: the card that waited, or the alarm that is overdue, comes before any heartbeat."""
    ann = await evening.chair(evening.one, "ann")
    await evening.served(10 * SECOND, evening.one)
    evening.hours.now += 60 * MINUTE
    if by == "a card":
        await ann.ask(command("HA"))
        assert clock_of(ann).left == (50 * SECOND, MINUTE)
    else:
        await evening.served(50 * SECOND, evening.one)
        assert await evening.is_open()
        await evening.served(LAG_PER_MOVE + 1, evening.one)
        assert not await evening.is_open()


async def test_a_server_that_fell_asleep_while_it_asked_blames_nobody_for_it(
    match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = MemoryStore()
    evening = Evening(cast(Store, memory), match)
    await evening.begin()
    ann = await evening.chair(evening.one, "ann")
    await evening.served(10 * SECOND, evening.one)
    evening.hours.now += LAPSE_MS + 1
    at_once = memory.log.ask

    async def asleep(what: str, do: Callable[[], T]) -> T:
        answer = await at_once(what, do)
        if what == "beat":
            evening.hours.now += MINUTE
        return answer

    monkeypatch.setattr(memory.log, "ask", asleep)
    assert isinstance(await ann.ask(command("HA"), "lead"), Fault)
    monkeypatch.undo()
    assert isinstance(await ann.ask(command("HA"), "lead"), Ack)
    assert clock_of(ann).left == (50 * SECOND, MINUTE)


async def test_a_store_that_was_down_is_charged_to_nobody(match: str) -> None:
    """The alarm that was overdue is heard as soon as it is up again, before any heart has beaten."""
    memory = MemoryStore()
    evening = Evening(cast(Store, memory), match)
    await evening.begin()
    ann = await evening.chair(evening.one, "ann")
    await evening.served(50 * SECOND, evening.one)
    memory.log.down = True
    for _ in range(MINUTE // BEAT_MS):
        await evening.hours.after(BEAT_MS)
        with pytest.raises(Unavailable):
            await evening.one.beat()
    memory.log.down = False
    await asked(room_of(ann), HOUSE, "time-3", TimeUp())
    assert await evening.is_open()
    await ann.ask(command("HA"))
    assert clock_of(ann).left == (10 * SECOND, MINUTE)


async def test_the_way_to_another_process_is_charged_to_nobody(evening: Evening) -> None:
    await evening.chair(evening.one, "ann")
    await evening.served(10 * SECOND, evening.one, evening.two)
    await evening.one.kill()
    await evening.served(SECOND, evening.two)
    ann = await evening.chair(evening.two, "ann")  # before it can be known that her process is dead
    await evening.served(2 * LAPSE_MS, evening.two)
    await settled(room_of(ann))
    await ann.ask(command("HA"))
    assert clock_of(ann).left == (MINUTE - 10 * SECOND - 2 * LAPSE_MS, MINUTE)


async def test_time_is_charged_while_another_process_could_be_asked(evening: Evening) -> None:
    ann = await evening.chair(evening.one, "ann")
    await ann.get_up()
    await evening.served(SECOND, evening.one, evening.two)
    await settled(room_of(ann))
    await evening.one.kill()
    await evening.served(20 * SECOND, evening.two)
    ann = await evening.chair(evening.two, "ann")
    await ann.ask(command("HA"))
    assert clock_of(ann).left == (39 * SECOND, MINUTE)


# The line


async def test_the_line_is_measured_by_what_comes_back(evening: Evening) -> None:
    ann = await evening.chair(evening.one, "ann")
    lag = ann.visitor.lag
    for _ in range(3):
        await evening.one.directory.beat()
        (beat,) = (frame for frame in ann.heard() if isinstance(frame, Beat))
        assert beat.now == evening.hours.now
        await evening.hours.after(120)
        assert beat.n is not None
        lag.answered(beat.n, evening.hours.now)
        lag.answered(beat.n, evening.hours.now + 5 * SECOND)
        lag.answered(77, evening.hours.now)
    assert lag.ms == 120
    await evening.hours.after(SECOND)
    await ann.ask(command("HA"))
    assert clock_of(ann).left[0] == MINUTE - (3 * 120 + SECOND - 120)


async def test_who_joins_learns_what_time_it_is_for_the_server(evening: Evening) -> None:
    await evening.hours.after(7 * SECOND)
    ann = await evening.chair(evening.one, "ann")
    (joined,) = (frame for frame in ann.heard() if isinstance(frame, Joined))
    assert joined.view.clock is not None
    assert (joined.now - joined.view.clock.at, joined.view.clock.running) == (7 * SECOND, 0)


async def test_a_card_is_not_promised_when_its_deadline_cannot_be_kept(evening: Evening) -> None:
    ann = await evening.chair(evening.one, "ann")
    before = await evening.log()
    await evening.store.close()
    assert isinstance(await ann.ask(PlayCard(OPEN_HAND.split()[1])), Fault)  # type: ignore[arg-type]
    assert before[0].acting == 0


async def test_time_that_was_given_back_makes_no_decision_stale(evening: Evening) -> None:
    ann = await evening.chair(evening.one, "ann")
    seen = room_of(ann).version
    evening.hours.now += MINUTE
    assert await asked(room_of(ann), "ann", "play", command("HA"), seen=seen) == Ack("play", seen + 2)
