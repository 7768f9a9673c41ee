"""A world of a seed: processes, a store, people at tables; faults for a while, then quiet, and then the judgement."""

import contextlib
import hashlib
import logging
import random
from collections import Counter
from collections.abc import Callable
from contextvars import copy_context
from dataclasses import dataclass, field
from unittest.mock import patch

from kit.clock import START
from schnapsen_protocol.cards import SEATS, Preset, Versus
from schnapsen_protocol.frames import Submit
from schnapsen_protocol.terms import ClockRule, Gallery, Terms
from schnapsen_server.game.house import HouseCommand, OpenMatch, TakeSeat
from schnapsen_server.rooms import directory, outbox
from schnapsen_server.rooms.audience import Visitor
from schnapsen_server.rooms.room import Room
from schnapsen_server.store.contract import Entry, Unavailable

from .faults import Faults
from .judge import Judge, has_seen_all
from .loop import Loop
from .people import Person, Tab
from .process import Process, in_simulated_time
from .store import SimulatedStore

CLOCKS = (None, None, ClockRule(20_000, 1_000), ClockRule(40_000, 0), ClockRule(10_000, 3_000))
LONGEST_QUIET = 300.0
"""Seconds after the last fault in which every match must end."""
TO_LEARN_IT = 60.0
"""Seconds in which everybody must have heard of that."""


@dataclass
class Table:
    match: str
    opening: tuple[HouseCommand, ...]
    people: list[Person] = field(default_factory=list)

    def players(self) -> list[Person]:
        return [person for person in self.people if person.plays]


@dataclass
class Outcome:
    seed: int
    wrong: list[str]
    faults: Counter[str]
    acks: int
    versions: int
    steps: int
    seconds: float
    trace: str
    """The hash of everything that happened, in order."""


class World:
    def __init__(self, seed: int, tell: Callable[[str], object] | None = None) -> None:
        self.seed, self._tell = seed, tell
        self.luck = random.Random(seed)
        self.faults = Faults(self.luck)
        self.loop = Loop(random.Random(seed + 1), in_order=self.luck.random() < 0.2)
        self.network = copy_context()
        self.store = SimulatedStore(self)
        self.wrong: list[str] = []
        self.dark: list[tuple[int, int]] = []
        self.lags: dict[tuple[str, str], set[int]] = {}
        self.processes: list[Process] = []
        self.tables: list[Table] = []
        self.most_frames = self.luck.choice((512, 512, 5))
        self.jumps = self.most_frames < 512
        self._hash = hashlib.blake2b(digest_size=16)
        self._tabs = self._names = 0
        self._dark_since: int | None = START

    # What its parts ask of it

    def now_ms(self) -> int:
        return START + round(self.loop.time() * 1000)

    def trace(self, what: str) -> None:
        line = f"{self.loop.time():.6f} {what}\n"
        self._hash.update(line.encode())
        if self._tell is not None:
            self._tell(line)

    def next_tab(self) -> int:
        self._tabs += 1
        return self._tabs

    def reachable(self) -> Process | None:
        """Some process that takes connections; one that stands still does, too."""
        serving = [process for process in self.processes if process.alive and process.serves]
        return self.luck.choice(serving) if serving else None

    def has_a_seat(self, person: Person) -> bool:
        (table,) = (table for table in self.tables if table.match == person.match)
        opening = [command.player for command in table.opening if isinstance(command, TakeSeat)]
        sat = [entry.author for entry in self._log(table) if entry.command_id == "sit"]
        return person.player in opening + sat

    def process_ended(self, process: Process) -> None:
        self.processes.remove(process)
        self.light_changed()
        self._later(0.1 if self.faults.healed else self.luck.uniform(0.1, 6), self._start)

    def light_changed(self) -> None:
        """Something served, or serves no more."""
        light = not self.store.down and any(one.alive and one.serves and not one.paused for one in self.processes)
        if light and self._dark_since is not None:
            self.dark.append((self._dark_since, self.now_ms()))
            self._dark_since = None
        elif not light and self._dark_since is None:
            self._dark_since = self.now_ms()

    # Its course

    def run(self) -> Outcome:
        heard = Heard()
        logger = logging.getLogger("schnapsen_server")
        logger.addHandler(heard)
        level, logger.level = logger.level, logging.ERROR
        logging.disable(logging.WARNING)
        try:
            with (
                in_simulated_time(self.loop, self.luck),
                patch.object(outbox, "MAX_FRAMES", self.most_frames),
                patch.object(directory, "LINGER_BEATS", self.luck.choice((0, 1, 6))),
                patch.object(Room, "submit", self._noting_the_lag(Room.submit)),
            ):
                self._live()
                self.wrong += heard.said + self.loop.broken + self.loop.unseen()
                for table in self.tables:
                    self.wrong += [f"{table.match}: {what}" for what in Judge(self, table).wrong()]
        finally:
            self.loop.close()
            logging.disable(logging.NOTSET)
            logger.setLevel(level)
            logger.removeHandler(heard)
        people = [person for table in self.tables for person in table.people]
        for tab in (tab for person in people for tab in person.tabs):
            tab.heard.clear()  # most of what is in memory, and part of no circle
        return Outcome(
            self.seed,
            self.wrong,
            self.faults.counted,
            sum(len(set(person.acks)) for person in people),
            sum(map(len, self.store.entries.values())),
            self.loop.steps,
            self.loop.time(),
            self._hash.hexdigest(),
        )

    def _live(self) -> None:
        for _ in range(self.luck.choice((1, 2, 3, 3))):
            self._start()
        for number in range(self.luck.choice((1, 1, 2))):
            self._set_table(f"m{self.seed}-{number}")
        for kind, strike in self._strikes.items():
            self._await(kind, strike)
        trouble = self.luck.uniform(5, 25)
        self._run_until(trouble, lambda: all(map(self._is_over, self.tables)))
        self._heal()
        if not self._run_until(self.loop.time() + LONGEST_QUIET, lambda: all(map(self._is_over, self.tables))):
            self.wrong += [f"{table.match} does not end" for table in self.tables if not self._is_over(table)]
            return
        if not self._run_until(self.loop.time() + TO_LEARN_IT, lambda: not self._behind()):
            self.wrong += [f"tab {tab.number} of {tab.person.player} stays behind" for tab in self._behind()]

    def _run_until(self, moment: float, done: Callable[[], bool]) -> bool:
        while self.loop.time() < moment:
            if done():
                return True
            self.loop.run_until(self.loop.time() + 0.5)
        return done()

    def _is_over(self, table: Table) -> bool:
        """For all who play, and nobody waits for an answer."""
        return all(
            tab.waiting is None and tab.view.get("phase") == "match_over" and has_seen_all(tab, self._log(table))
            for person in table.players()
            for tab in person.tabs
            if not tab.closed
        )

    def _log(self, table: Table) -> list[Entry]:
        return self.store.entries[table.match]

    def _behind(self) -> list[Tab]:
        return [
            tab
            for table in self.tables
            for person in table.people
            for tab in person.tabs
            if not tab.closed and not has_seen_all(tab, self._log(table))
        ]

    def _heal(self) -> None:
        """No more faults; what has broken is mended."""
        self.trace("from here on nothing fails")
        self.faults.healed = True
        if self.store.down:
            self._store_up()
        for process in self.processes:
            self._go_on(process)

    # Tables and people

    def _set_table(self, match: str) -> None:
        luck = self.luck
        terms = Terms(
            clock=luck.choice(CLOCKS),
            gallery=luck.choice((Gallery.PUBLIC, Gallery.OPEN, Gallery.CLOSED)),
            listed=True,
            first_move_ms=luck.choice((30_000, 5_000)),
        )
        players = [f"{match}-{name}" for name in ("ann", "bob")]
        sitting = players if luck.random() < 0.7 else players[:1]
        seats = [TakeSeat(player, player) for player in sitting]
        table = Table(match, (OpenMatch(luck.choice(list(Preset)), Versus.HUMAN, luck.choice(SEATS), terms), *seats))
        self.tables.append(table)
        self._open(table)
        table.people += [Person(self, match, player, plays=True) for player in players]
        watchers = luck.choice((0, 1, 2))
        table.people += [Person(self, match, f"{match}-eve{number}", plays=False) for number in range(watchers)]

    def _open(self, table: Table) -> None:
        """Somebody presses the button until it has worked."""
        if self._log(table):
            return
        process = self.reachable()
        if process is not None:
            process.spawn(opened, process, table)
        self._later(1.0, self._open, table)

    def _noting_the_lag(
        self, submit: Callable[[Room, Visitor, Submit], None]
    ) -> Callable[[Room, Visitor, Submit], None]:
        def noted(room: Room, visitor: Visitor, frame: Submit) -> None:
            self.lags.setdefault((visitor.player, frame.id), set()).add(visitor.lag.ms)
            submit(room, visitor, frame)

        return noted

    # Faults that come by themselves

    @property
    def _strikes(self) -> dict[str, Callable[[], bool]]:
        return {
            "store outage": self._store_down,
            "process death": self._kill,
            "process stop": self._stop,
            "process pause": self._pause,
            "line cut": lambda: self._cut(half=False),
            "half-open line": lambda: self._cut(half=True),
            "reload": lambda: self._to_a_tab(Tab.reload),
            "second tab": self._second_tab,
            "stalled reader": lambda: self._to_a_tab(lambda tab: tab.stop_reading(self.luck.uniform(1, 45))),
            "leaving": self._leave,
        }

    def _await(self, kind: str, strike: Callable[[], bool]) -> None:
        wait = self.faults.next_in(kind)
        if wait is not None:
            self._later(wait, self._strike, kind, strike)

    def _strike(self, kind: str, strike: Callable[[], bool]) -> None:
        if self.faults.healed:
            return
        if strike():
            self.trace(kind)
            self.faults.counted[kind] += 1
        self._await(kind, strike)

    def _later(self, delay: float, call: Callable[..., object], *args: object) -> None:
        self.loop.call_later(delay, call, *args, context=self.network)

    def _start(self) -> None:
        self._names += 1
        self.faults.counted["process start"] += 1
        self.processes.append(Process(self, f"p{self._names}"))

    def _kill(self) -> bool:
        dying = self.processes[:] if self.luck.random() < 0.25 else self.processes[:1]
        self.luck.shuffle(self.processes)
        for process in dying:
            process.die()
        return bool(dying)

    def _stop(self) -> bool:
        serving = [process for process in self.processes if process.serves and not process.paused]
        if serving:
            self.luck.choice(serving).stop()
        return bool(serving)

    def _pause(self) -> bool:
        running = [process for process in self.processes if process.serves and not process.paused]
        if not running:
            return False
        process = self.luck.choice(running)
        process.paused = True
        self.light_changed()
        self._later(self.luck.choice((0.3, 2, 8)) * (0.5 + self.luck.random()), self._go_on, process)
        return True

    def _go_on(self, process: Process) -> None:
        if process.alive and process.paused:
            self.loop.wake(process)
            self.light_changed()

    def _store_down(self) -> bool:
        if self.store.down:
            return False
        self.store.down = True
        self.light_changed()
        self._later(self.luck.choice((0.2, 2, 10)) * (0.5 + self.luck.random()), self._store_up)
        return True

    def _store_up(self) -> None:
        if self.store.down:
            for table in self.tables:
                self._lose_entries(table)
            self.store.come_up()
            self.trace("the store is up again")
            self.light_changed()

    def _lose_entries(self, table: Table) -> None:
        """All but the seats: who has lost his seat may find another in it."""
        entries = self._log(table)
        first = max((entry.version for entry in entries if entry.command_id in ("open", "sit")), default=len(entries))
        if len(entries) > first and self.faults.strikes("lost entries"):
            self.store.lose_end(table.match, max(first, len(entries) - self.luck.choice((1, 1, 2, 3, 8))))

    def _tab(self) -> Tab | None:
        open_tabs = [
            tab for table in self.tables for person in table.people for tab in person.tabs if tab.line is not None
        ]
        return self.luck.choice(open_tabs) if open_tabs else None

    def _to_a_tab(self, do: Callable[[Tab], None]) -> bool:
        tab = self._tab()
        if tab is not None:
            do(tab)
        return tab is not None

    def _cut(self, *, half: bool) -> bool:
        tab = self._tab()
        if tab is None or tab.line is None:
            return False
        tab.line.cut(half=half)
        return True

    def _second_tab(self) -> bool:
        tab = self._tab()
        if tab is None or len(tab.person.tabs) > 2:
            return False
        tab.person.open_tab()
        return True

    def _leave(self) -> bool:
        """One of two goes for good; the other may claim the win."""
        table = self.luck.choice(self.tables)
        if any(person.gone for person in table.people) or not self._log(table):
            return False
        self.luck.choice(table.players()).leave(on_purpose=self.luck.random() < 0.5)
        return True


async def opened(process: Process, table: Table) -> None:
    with contextlib.suppress(Unavailable):
        await process.directory.open(table.match, table.opening)


class Heard(logging.Handler):
    """What the house says that should never be said."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(self.format(record))
