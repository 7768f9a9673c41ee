"""The computer's place at a table: it looks when the table has changed, thinks a while, and speaks like any player.

No process owns its turn. Each that has the table awake finds the same move, and its command's id follows from the
version that it answers: so it moves once, and when a process dies another has moved already or will.
"""

import asyncio
import logging
import random
import zlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from schnapsen_protocol.cards import SEATS, Level, Seat
from schnapsen_protocol.commands import Command, Propose
from schnapsen_protocol.frames import Fault, Refusal
from schnapsen_protocol.refusals import Code
from schnapsen_protocol.views import Phase, View
from schnapsen_server.rooms.clocks import Clock
from schnapsen_server.rooms.room import Order, Reply, Room

from . import casual
from .asking import position
from .thinkers import NoAnswer

logger = logging.getLogger(__name__)

THINKING_MS = 950
AGAIN_MS = 1_000
"""After a move that could not be stored."""
SHORTEST, LONGEST = 0.42, 1.58
"""Parts of the usual time that a move may take."""
FORCED = 0.4
"""The part of that where there is nothing to choose."""

Think: TypeAlias = Callable[[bytes], Awaitable[Command | None]]


@dataclass(frozen=True, slots=True)
class Turn:
    """The state of the table while the computer thinks about it."""

    at: tuple[str, int]
    task: asyncio.Task[None]


class ComputerSeats:
    """Plays every computer seat of the rooms of this process. Call it with a room whenever its table has changed.

    `think` finds a move for a position (`asking.position`) or raises NoAnswer: then a quick one is made here, with
    `pick` for what is left to chance. A move takes `thinking_ms` or so, or as long as it takes to find it; with 0 there
    is no other wait.
    """

    def __init__(
        self, clock: Clock, think: Think, pick: Callable[[Sequence[str]], str], thinking_ms: int = THINKING_MS
    ) -> None:
        self._clock, self._think, self._pick, self._thinking_ms = clock, think, pick, thinking_ms
        self._turns: dict[Room, Turn] = {}

    def __call__(self, room: Room) -> None:
        turn = self._turns.get(room)
        if turn is not None:
            if turn.at == state(room):  # somebody has said something
                return
            turn.task.cancel()
            del self._turns[room]
        for seat in SEATS:
            player = room.match.players[seat]
            if player is None or player.level is None or not wants_to_speak(view := room.view_of(seat), seat):
                continue
            luck = random.Random(seed_of(room))
            rested = self._after(pause(view, self._thinking_ms, luck))
            task = asyncio.create_task(
                self._take_turn(room, seat, player.id, player.level, rested), name=f"computer at {room.match_id}"
            )
            task.add_done_callback(partial(self._done, room))
            self._turns[room] = Turn(state(room), task)

    def close(self) -> None:
        """Leave all that is begun: whoever wakes the tables next begins anew."""
        for turn in self._turns.values():
            turn.task.cancel()

    def _done(self, room: Room, task: asyncio.Task[None]) -> None:
        turn = self._turns.get(room)
        if turn is not None and turn.task is task:
            del self._turns[room]
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("the computer at %s gave up", room.match_id, exc_info=error)

    async def _take_turn(self, room: Room, seat: Seat, player: str, level: Level, rested: asyncio.Future[None]) -> None:
        at, moved = state(room), room.moved
        command = await self._find(room, seat, level)
        await rested
        is_quick = False
        while command is not None and not room.closed and state(room) == at:
            match await say(room, player, moved, command):
                case Fault():
                    await self._after(AGAIN_MS)
                case Refusal(code=code) if code is not Code.STALE and not is_quick:
                    logger.error("%s at %s wanted %s: %s", level, room.match_id, command, code)
                    command, is_quick = self._quick(room, seat), True
                case _:
                    return

    async def _find(self, room: Room, seat: Seat, level: Level) -> Command | None:
        view = room.view_of(seat)
        if asked(view, seat) and view.proposal is not None:
            return Propose(view.proposal.what)
        found = None
        try:
            found = await self._think(position(room.seen_by(seat), room.events(), level, seed_of(room)))
        except NoAnswer as why:
            logger.warning("a quick move at %s: %s", room.match_id, why)
        return self._quick(room, seat) if found is None and view.to_play == seat else found

    def _quick(self, room: Room, seat: Seat) -> Command | None:
        return casual.choose(room.view_of(seat), casual.count(room.events(), seat), self._pick)

    def _after(self, ms: int) -> asyncio.Future[None]:
        """Resolved after so long."""
        over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._clock.call_later(ms, lambda: None if over.done() else over.set_result(None))
        return over


async def say(room: Room, player: str, moved: int, command: Command) -> Reply:
    """What the table answers."""
    answered: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()

    def answer(reply: Reply) -> None:
        if not answered.done():
            answered.set_result(reply)

    room.order(Order(player, f"v{moved}", command, answer, moved))
    return await answered


def state(room: Room) -> tuple[str, int]:
    """Changes whenever the table does, and when the log has lost something."""
    return room.epoch, room.moved


def seed_of(room: Room) -> int:
    """The same in every process."""
    return zlib.crc32(f"{room.match_id} {room.moved}".encode())


def pause(view: View, thinking_ms: int, luck: random.Random) -> int:
    """How long a person would take, in ms."""
    usual = thinking_ms * luck.uniform(SHORTEST, LONGEST)
    return int(usual if len(view.legal) > 1 else usual * FORCED)


def wants_to_speak(view: View, seat: Seat) -> bool:
    return asked(view, seat) or (view.phase is Phase.PLAYING and bool(view.legal))


def asked(view: View, seat: Seat) -> bool:
    """The other player has proposed something."""
    return view.proposal is not None and view.proposal.seat != seat
