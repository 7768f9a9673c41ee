"""Which rooms are awake in this process: one wakes for its first visitor and sleeps when it has been empty a while."""

import asyncio
import logging
from collections.abc import Callable

from schnapsen_protocol.cards import Preset, Versus
from schnapsen_server.game.chance import Chance
from schnapsen_server.game.evolve import fold
from schnapsen_server.game.house import HouseCommand, OpenMatch, TakeSeat
from schnapsen_server.game.state import Match
from schnapsen_server.store.contract import Log, PlayerBook, Unavailable
from schnapsen_server.store.happenings import HAPPENINGS

from .audience import Visitor
from .clocks import Clock
from .opening import open_table
from .room import Room

logger = logging.getLogger(__name__)

HEARTBEAT_MS = 5_000
LINGER_BEATS = 6
"""How many heartbeats an empty room stays awake: a reload should not have to read the log again."""
COMPUTER = "computer"
"""The player id of the computer."""


class Directory:
    """Opens, finds and closes rooms. `on_told` is called with a room each time that its table has changed."""

    def __init__(
        self,
        log: Log,
        book: PlayerBook,
        chance: Chance,
        clock: Clock,
        *,
        invite: Callable[[str], str],
        on_told: Callable[[Room], None],
        max_rooms: int = 20_000,
    ) -> None:
        self._log, self._book, self._chance, self._clock = log, book, chance, clock
        self._invite, self._on_told = invite, on_told
        self._max_rooms = max_rooms
        self._rooms: dict[str, Room] = {}
        self._waking: dict[str, asyncio.Task[Room]] = {}
        self._idle_beats: dict[str, int] = {}
        self._heart: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._heart = asyncio.create_task(self._beat(), name="heartbeat")

    async def close(self) -> None:
        """Put every room to sleep."""
        if self._heart is not None:
            self._heart.cancel()
            await asyncio.gather(self._heart, return_exceptions=True)
        await asyncio.gather(*self._waking.values(), return_exceptions=True)
        await asyncio.gather(*(room.sleep() for room in self._rooms.values()))
        self._rooms.clear()

    async def create(self, preset: Preset, versus: Versus, player: str, name: str) -> str:
        """Open a match with this player at seat 0 and return its id. Raises Unavailable."""
        match_id = self._chance.match_id()
        commands: list[HouseCommand] = [OpenMatch(preset, versus, self._chance.seat()), TakeSeat(player, name)]
        if versus is Versus.COMPUTER:
            commands.append(TakeSeat(COMPUTER, "Computer", computer=True))
        await open_table(self._log, self._chance, self._clock, match_id, commands)
        await self._book.add_match(player, match_id, self._clock.now_ms())
        return match_id

    async def room(self, match_id: str) -> Room:
        """The awake room of this match. Raises UnknownMatch, Unavailable."""
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
                self._chance,
                self._clock,
                invite=self._invite,
                on_told=self._on_told,
            )
            await room.wake()
            self._rooms[match_id] = room
            self._idle_beats[match_id] = 0
            return room
        finally:
            del self._waking[match_id]

    async def enter(self, match_id: str, visitor: Visitor, epoch: str | None, version: int | None) -> Room:
        """Bring a visitor to the table. Raises UnknownMatch, Unavailable."""
        while True:
            room = await self.room(match_id)
            try:
                await room.enter(visitor, epoch, version)
            except Unavailable:
                if room.closed:  # it fell asleep just now
                    continue
                raise
            return room

    async def rename(self, player: str, name: str) -> None:
        """Show the new name at the tables that are awake here; others take it when he comes. Raises Unavailable."""
        for room in list(self._rooms.values()):
            if not room.closed:
                await room.rename(player, name)

    async def peek(self, match_id: str) -> tuple[Match, int] | None:
        """The match as it stands and the time of its last entry, without waking a room. Raises Unavailable."""
        room = self._rooms.get(match_id)
        if room is not None and not room.closed:
            return room.match, room.at
        entries = await self._log.read(match_id)
        if not entries:
            return None
        match = Match()
        for entry in entries:
            match = fold(HAPPENINGS.decode(entry.events), match)
        return match, entries[-1].at

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_MS / 1000)
            for match_id, room in list(self._rooms.items()):
                if self._rooms.get(match_id) is not room:
                    continue  # replaced while another was put to sleep
                if room.closed:
                    del self._rooms[match_id], self._idle_beats[match_id]
                elif room.audience:
                    self._idle_beats[match_id] = 0
                    room.beat()
                else:
                    self._idle_beats[match_id] += 1
                    if self._idle_beats[match_id] > LINGER_BEATS:
                        del self._rooms[match_id], self._idle_beats[match_id]
                        await room.sleep()


def retrieve(task: asyncio.Task[Room]) -> None:
    """Take note of a task's failure, so that it is not reported as unseen."""
    if not task.cancelled():
        task.exception()
