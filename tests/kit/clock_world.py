"""A world of clocked matches: people who think, doze, drop and walk away; server processes that die at any moment."""

import asyncio
import heapq
import itertools
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from schnapsen_protocol.cards import SEATS, Preset, Seat, Versus, other
from schnapsen_protocol.commands import Command, ConcedeHand, NextHand, Proposal, Propose, ResignMatch, Say
from schnapsen_protocol.frames import Fault
from schnapsen_protocol.terms import ClockRule, Terms
from schnapsen_protocol.views import Phase
from schnapsen_server.game.clock import due
from schnapsen_server.game.evolve import fold
from schnapsen_server.game.house import OpenMatch, TakeSeat
from schnapsen_server.game.moves import legal
from schnapsen_server.game.state import Match
from schnapsen_server.rooms.audience import Visitor
from schnapsen_server.rooms.fleet import BEAT_MS
from schnapsen_server.rooms.room import Room
from schnapsen_server.store.contract import Unavailable
from schnapsen_server.store.happenings import HAPPENINGS
from schnapsen_server.store.open import Store

from .hands import Dice, command
from .referee import Referee, Span, Verdict
from .rooms import Deaf, Hours, Process, asked

SECOND = 1_000
CLOCKS = (ClockRule(30 * SECOND, SECOND), ClockRule(90 * SECOND, 0), ClockRule(20 * SECOND, 3 * SECOND))
LONGEST = 3_600 * SECOND


@dataclass
class Person:
    """One player of one match, with at most one connection."""

    match: str
    seat: Seat
    slow: float
    """How much he thinks."""
    walks_at: int | None
    """When he goes away for good."""
    lag: int
    process: Process | None = None
    room: Room | None = None
    visitor: Visitor | None = None

    @property
    def player(self) -> str:
        return f"{self.match}-{self.seat}"


@dataclass
class Figures:
    matches: int = 0
    cards: int = 0
    endings: dict[str, int] = field(default_factory=dict)
    deaths: int = 0
    deaths_amid_a_move: int = 0
    dark_ms: int = 0
    drops: int = 0
    held_ms: int = 0
    credited_ms: int = 0
    latest_ms: int = 0
    wrong: list[str] = field(default_factory=list)

    def add(self, verdict: Verdict, match: str) -> None:
        self.matches += 1
        self.cards += verdict.cards
        self.endings[verdict.ended] = self.endings.get(verdict.ended, 0) + 1
        self.held_ms += verdict.held
        self.credited_ms += verdict.credited
        self.latest_ms = max(self.latest_ms, verdict.late)
        self.wrong += [f"{match}: {what}" for what in verdict.wrong]


class World:
    """All of it in one fake time. `run` returns when every match is over, or the world has gone on for an hour."""

    def __init__(self, store: Store, name: str, luck: random.Random, *, start: int, processes: int = 3) -> None:
        self.store, self.name, self.luck, self.start = store, name, luck, start
        self.hours = Hours(start)
        self.figures = Figures()
        self.processes: list[Process] = []
        self.starting: list[Process] = []
        """Those that do not serve yet."""
        self.lags: dict[tuple[str, str], int] = {}
        self.dark: list[Span] = []
        self._most = processes
        self._names, self._ids, self._order = itertools.count(1), itertools.count(1), itertools.count()
        self._agenda: list[tuple[int, int, Callable[[], Awaitable[None]]]] = []
        self._people: list[Person] = []
        self._over: set[str] = set()
        self._dark_since: int | None = start

    def at(self, moment: int, what: Callable[[], Awaitable[None]]) -> None:
        heapq.heappush(self._agenda, (moment, next(self._order), what))

    def soon(self, ms: float, what: Callable[[], Awaitable[None]]) -> None:
        self.at(self.hours.now + round(ms), what)

    async def run(self, matches: int) -> Figures:
        for _ in range(self._most):
            await self._start()
        for number in range(matches):
            await self._open(f"{self.name}-{number}")
        self.soon(0, self._beat)
        self.soon(0, self._sweep)
        self.soon(600 * SECOND, self._forget_the_sleeping)
        self.soon(self._until_a_death(), self._die)
        while len(self._over) < matches and self.hours.now < self.start + LONGEST:
            moment, _, what = heapq.heappop(self._agenda)
            await self.hours.until(max(moment, self.hours.now))
            await what()
        for process in self.processes:
            await process.kill()
        await self._judge(matches)
        return self.figures

    # Server processes

    async def _start(self) -> None:
        name = f"{self.name}:{next(self._names)}"
        self.starting.append(Process(name, self.store, self.hours, Dice(self.luck.randrange(2**32))))
        await self._look_on()

    async def _look_on(self) -> None:
        for process in self.starting[:]:
            await process.beat()
            if process.serves:
                self.starting.remove(process)
                self.processes.append(process)
                self._light()

    def _light(self) -> None:
        if self._dark_since is not None:
            self.dark.append((self._dark_since, self.hours.now))
            self.figures.dark_ms += self.hours.now - self._dark_since
            self._dark_since = None

    async def _beat(self) -> None:
        for process in self.processes:
            await process.beat()
        await self._look_on()
        self.soon(BEAT_MS, self._beat)

    async def _sweep(self) -> None:
        for process in self.luck.sample(self.processes, len(self.processes)):
            await process.sweep()
        self.soon(SECOND, self._sweep)

    async def _forget_the_sleeping(self) -> None:
        """A saved match, or a result, whose players do not come back: nothing happens there any more."""
        walked = [person for person in self._people if person.walks_at and person.walks_at < self.hours.now]
        for match in {person.match for person in walked} - self._over:
            found = await self.processes[0].directory.peek(match) if self.processes else None
            if found is not None and (found[0].is_over or due(found[0]) is None):
                self._over.add(match)
        self.soon(120 * SECOND, self._forget_the_sleeping)

    def _until_a_death(self) -> float:
        return self.luck.expovariate(1 / (25 * SECOND))

    async def _die(self) -> None:
        """One process, or all of them; another takes its place after a while."""
        dying = self.processes[:] if self.luck.random() < 0.25 else self.processes[:1]
        self.luck.shuffle(self.processes)
        for process in dying:
            await self._kill(process)
        self.soon(self._until_a_death(), self._die)

    async def _kill(self, process: Process) -> None:
        if process not in self.processes:
            return
        self.processes.remove(process)
        await process.kill()
        self.figures.deaths += 1
        for person in self._people:
            if person.process is process:
                person.process = person.room = person.visitor = None
        if not self.processes:
            self._dark_since = self.hours.now
        self.soon(self.luck.choice((0.6, 30)) * self.luck.random() * SECOND, self._start)

    # People

    async def _open(self, match: str) -> None:
        terms = Terms(clock=self.luck.choice(CLOCKS))
        people = [
            Person(
                match,
                seat,
                slow=self.luck.choice((0.3, 0.5, 0.5, 1, 3)),
                walks_at=self.start + self.luck.randrange(120 * SECOND) if self.luck.random() < 0.12 else None,
                lag=self.luck.choice((0, 20, 80, 300, 900)),
            )
            for seat in SEATS
        ]
        seats = [TakeSeat(person.player, person.player) for person in people]
        preset = self.luck.choice(list(Preset))
        await self.processes[0].directory.open(match, (OpenMatch(preset, Versus.HUMAN, 0, terms), *seats))
        for person in people:
            self._people.append(person)
            self._looks_soon(person)

    def _looks_soon(self, person: Person, least: float = 0.2) -> None:
        doze = self.luck.random() < 0.01
        wait = self.luck.uniform(10, 60) if doze else least + self.luck.expovariate(1 / person.slow)

        async def look() -> None:
            await self._look(person)

        self.soon(wait * SECOND, look)

    async def _look(self, person: Person) -> None:
        """He looks at the table and does what there is to do, if he can."""
        if person.match in self._over:
            return
        if person.walks_at is not None and self.hours.now >= person.walks_at:
            self._drop(person, on_purpose=self.luck.random() < 0.5)
            return
        if self.luck.random() < 0.04:
            self._drop(person, on_purpose=False)
        elif await self._is_seated(person):
            await self._act(person)
        self._looks_soon(person)

    def _drop(self, person: Person, *, on_purpose: bool) -> None:
        if person.room is not None and person.visitor is not None:
            person.room.leave(person.visitor, on_purpose=on_purpose)
            self.figures.drops += 1
        person.process = person.room = person.visitor = None

    async def _is_seated(self, person: Person) -> bool:
        if person.room is not None and not person.room.closed:
            return True
        if not self.processes:
            return False
        person.process = self.luck.choice(self.processes)
        person.visitor = Visitor(person.player, None, Deaf())
        person.room = await person.process.directory.enter(person.match, person.visitor, None, None)
        return True

    async def _act(self, person: Person) -> None:
        room = person.room
        assert room is not None
        if room.match.is_over:
            self._over.add(person.match)
            return
        wanted = self._wanted(room.match, person.seat)
        if wanted is None:
            return
        command_id = f"c{next(self._ids)}"
        lag = max(0, round(self.luck.gauss(person.lag, 20)))
        self.lags[person.player, command_id] = lag
        if self.luck.random() < 0.01:
            await self._ask_a_dying_process(person, room, command_id, wanted, lag)
            return
        reply = await asked(room, person.player, command_id, wanted, lag=lag)
        if isinstance(reply, Fault):
            self.figures.wrong.append(f"{person.match}: {reply}")

    async def _ask_a_dying_process(
        self, person: Person, room: Room, command_id: str, wanted: Command, lag: int
    ) -> None:
        """The order is under way when its process dies: it may be in the log, or not."""
        asking = asyncio.create_task(asked(room, person.player, command_id, wanted, lag=lag))
        for _ in range(self.luck.randrange(12)):
            await asyncio.sleep(0)
        assert person.process is not None
        self.figures.deaths_amid_a_move += 1
        await self._kill(person.process)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)

    def _wanted(self, match: Match, seat: Seat) -> Command | None:
        luck = self.luck.random()
        if match.proposal is not None and match.proposal.seat == other(seat):
            return Propose(match.proposal.what)
        if luck < 0.02:
            return Say(text="hm")
        match match.phase:
            case Phase.HAND_OVER:
                return None if match.ready[seat] else NextHand()
            case Phase.PAUSED:
                return Propose(Proposal.RESUME) if match.proposal is None else None
            case Phase.PLAYING:
                if luck < 0.03 and match.proposal is None:
                    return Propose(Proposal.SAVE)
                if luck < 0.035:
                    return ConcedeHand()
                if luck < 0.037:
                    return ResignMatch()
                words = legal(match, seat) if match.acting == seat else ()
                return command(self.luck.choice(words)) if words else None
        return None

    # The judgement

    async def _judge(self, matches: int) -> None:
        referee = Referee(self.lags, self.dark)
        for number in range(matches):
            match = f"{self.name}-{number}"
            entries = await self.store.log.read(match)
            self.figures.add(referee.read(entries), match)
            again = fold(happening for entry in entries for happening in HAPPENINGS.decode(entry.events))
            if again != referee.match:
                self.figures.wrong.append(f"{match}: read again it is another match")
            await self._wake_once_more(match, again)

    async def _wake_once_more(self, match: str, folded: Match) -> None:
        process = Process(f"{self.name}:judge", self.store, self.hours)
        await process.beat()
        try:
            room = await process.directory.room(match)
        except Unavailable as down:
            self.figures.wrong.append(f"{match}: {down}")
            return
        if folded.is_over and room.match.clock != folded.clock:
            self.figures.wrong.append(f"{match}: a room that woke has other clocks")
        await process.kill()
