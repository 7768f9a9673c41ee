"""Which rooms are awake in this process: one wakes for its first visitor and sleeps when it has been empty a while."""

import asyncio
import contextlib
import itertools
import logging
from collections.abc import Callable, Iterable
from zlib import crc32

from schnapsen_protocol.cards import Level, Preset, Versus
from schnapsen_protocol.terms import UNSETTLED, Terms
from schnapsen_server.game.chance import Chance
from schnapsen_server.game.house import HouseCommand, OpenMatch, TakeSeat, computer
from schnapsen_server.game.state import Match
from schnapsen_server.store.contract import Log, PlayerBook, Unavailable
from schnapsen_server.store.happenings import replay
from schnapsen_server.store.table_contract import Tables

from .audience import Visitor
from .clocks import Clock
from .deadlines import Sweeper
from .filing import Filer, Lifetimes
from .fleet import Fleet
from .opening import Rater, open_table
from .room import Room, UnknownMatch, stay

logger = logging.getLogger(__name__)

HEARTBEAT_MS = 5_000
PARTS = 50
"""Of the rooms, whose hearts beat one part after the other."""
LINGER_BEATS = 6
"""How many heartbeats an empty room stays awake: a reload should not have to read the log again."""


class Directory:
    """Opens, finds and closes rooms. `on_told` is called with a room each time that its table has changed."""

    def __init__(
        self,
        log: Log,
        book: PlayerBook,
        tables: Tables,
        rater: Rater,
        chance: Chance,
        clock: Clock,
        *,
        process: str,
        invite: Callable[[str], str],
        on_told: Callable[[Room], None],
        max_rooms: int = 20_000,
        lifetimes: Lifetimes | None = None,
    ) -> None:
        self._log, self._book, self._rater, self._chance, self._clock = log, book, rater, chance, clock
        self._invite, self._on_told = invite, on_told
        self._max_rooms = max_rooms
        self._tables = tables
        self.fleet = Fleet(tables.fleet, process, clock, self._fleet_changed)
        self.sweeper = Sweeper(tables.deadlines, clock, self._look_at)
        self.filer = Filer(log, tables, clock, lifetimes or Lifetimes(), self.room)
        self._rooms: dict[str, Room] = {}
        self._waking: dict[str, asyncio.Task[Room]] = {}
        self._idle_beats: dict[str, int] = {}
        self._heart: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Raises Unavailable."""
        await self.fleet.start()  # before any clock is looked at: only then it is known whether anybody served it
        self.sweeper.start()
        self.filer.start()
        self._heart = asyncio.create_task(self._keep_beating(), name="heartbeat")

    async def close(self) -> None:
        """Put every room to sleep. What the store has not answered yet is not waited for."""
        if self._heart is not None:
            self._heart.cancel()
            await asyncio.gather(self._heart, return_exceptions=True)
        await self.sweeper.close()
        await self.filer.close()
        await self.fleet.leave()
        for waking in self._waking.values():
            waking.cancel()
        await asyncio.gather(*self._waking.values(), return_exceptions=True)
        await asyncio.gather(*(room.sleep() for room in self._rooms.values()))
        self._rooms.clear()

    async def create(
        self, preset: Preset, level: Level | None, player: str, name: str, terms: Terms = UNSETTLED
    ) -> str:
        """Open a match with this player at seat 0, and the computer opposite if a level is given; return its id.

        Raises Unavailable.
        """
        match_id = self._chance.match_id()
        versus = Versus.HUMAN if level is None else Versus.COMPUTER
        commands: list[HouseCommand] = [OpenMatch(preset, versus, self._chance.seat(), terms), TakeSeat(player, name)]
        if level is not None:
            commands.append(computer(level))
        await self.open(match_id, commands)
        await self._book.add_match(player, match_id, self._clock.now_ms())
        return match_id

    async def open(self, match_id: str, commands: Iterable[HouseCommand]) -> None:
        """Write the first entry of this match's log. Does nothing if it is open already. Raises Unavailable."""
        await open_table(
            self._log,
            self._rater,
            self._chance,
            self._clock,
            match_id,
            commands,
            tables=self._tables,
        )

    async def room(self, match_id: str) -> Room:
        """The awake room of this match. Raises UnknownMatch, Unreadable, Unavailable."""
        room = self._rooms.get(match_id)
        if room is not None and not room.closed:
            return room
        if match_id not in self._waking:
            if len(self._rooms) >= self._max_rooms:
                raise Unavailable("too many tables are open here")
            waking = asyncio.create_task(self._wake(match_id), name=f"wake {match_id}")
            waking.add_done_callback(retrieve)  # all who waited may have left meanwhile
            self._waking[match_id] = waking
        # One visitor who leaves while the room wakes must not take it from the others.
        return await asyncio.shield(self._waking[match_id])

    async def _wake(self, match_id: str) -> Room:
        try:
            room = Room(
                match_id,
                self._log,
                self._book,
                self._tables,
                self.fleet,
                self._rater,
                self._chance,
                self._clock,
                invite=self._invite,
                on_told=self._on_told,
            )
            await self.filer.bring_back(match_id)
            await room.wake()
            self._rooms[match_id] = room
            self._idle_beats[match_id] = 0
            with contextlib.suppress(Unavailable):
                await self.filer.expect(match_id)  # older servers had no such list
            return room
        finally:
            del self._waking[match_id]

    async def enter(
        self,
        match_id: str,
        visitor: Visitor,
        epoch: str | None,
        version: int | None,
        at: int | None = None,
        *,
        leave: Callable[[], None] = stay,
    ) -> Room:
        """Bring a visitor to the table; when he is shown it he leaves where he was.

        Raises Refused, UnknownMatch, Unreadable, Unavailable.
        """
        while True:
            room = await self.room(match_id)
            try:
                await room.enter(visitor, epoch, version, at, leave=leave)
            except Unavailable:
                if room.closed:  # it fell asleep just now
                    continue
                raise
            return room

    def awake(self) -> list[Room]:
        return [room for room in self._rooms.values() if not room.closed]

    def playing(self) -> list[str]:
        """The matches that are awake here and not over."""
        return [match_id for match_id, room in self._rooms.items() if not room.closed and not room.match.is_over]

    async def rename(self, player: str, name: str) -> None:
        """Show the new name at the tables that are awake here; others take it when he comes. Raises Unavailable."""
        for room in self.awake():
            await room.rename(player, name)

    async def stand_still(self, ms: int) -> None:
        """Everybody here is to be sent away and back in again elsewhere: let no clock pay for it."""
        await asyncio.gather(*(room.stand_still(ms) for room in self.awake()))

    async def peek(self, match_id: str) -> tuple[Match, int] | None:
        """The match as it stands and the time of its last entry, or of its end; without waking a room.

        Raises Unreadable, Unavailable.
        """
        room = self._rooms.get(match_id)
        if room is not None and not room.closed:
            return room.match, room.since
        found = None
        for entry, match in replay(await self._log.read(match_id)):
            found = match, entry.at
            if match.is_over:
                break
        return found

    async def beat(self) -> None:
        """One heartbeat of every room; those that have been empty for long are put to sleep."""
        for part in range(PARTS):
            await self._beat(part)

    async def _beat(self, part: int) -> None:
        for match_id, room in list(self._rooms.items()):
            if crc32(match_id.encode()) % PARTS != part:
                continue
            if self._rooms.get(match_id) is not room:
                continue  # replaced while another was put to sleep
            if room.closed:
                del self._rooms[match_id], self._idle_beats[match_id]
            elif room.audience or not room.company.is_known:
                # Who has left must not be taken for somebody who is here: the store may have been down just then.
                self._idle_beats[match_id] = 0
                room.beat()
            else:
                self._idle_beats[match_id] += 1
                if self._idle_beats[match_id] > LINGER_BEATS:
                    del self._rooms[match_id], self._idle_beats[match_id]
                    await room.sleep()

    async def _keep_beating(self) -> None:
        """Each room in its own moment of the five seconds: so the store is not asked for all of them at once."""
        time = asyncio.get_running_loop().time
        began = time()
        for number in itertools.count(1):
            await asyncio.sleep(began + number * HEARTBEAT_MS / 1000 / PARTS - time())
            await self._beat(number % PARTS)

    def _fleet_changed(self) -> None:
        for room in self.awake():
            room.fleet_changed()

    async def _look_at(self, match_id: str) -> None:
        """See to a match whose deadline has passed. Raises Unavailable."""
        try:
            room = await self.room(match_id)
        except UnknownMatch:
            await self._tables.deadlines.drop(match_id)
            return
        await room.keep_deadline()


def retrieve(task: asyncio.Task[Room]) -> None:
    """Take note of a task's failure, so that it is not reported as unseen."""
    if not task.cancelled():
        task.exception()
