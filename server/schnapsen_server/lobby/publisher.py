"""Puts the rows of this process's tables in the list, and repeats them: a row stands only as long as somebody does."""

import asyncio
import contextlib
import logging
from dataclasses import dataclass

from schnapsen_protocol.cards import SEATS, Versus
from schnapsen_protocol.codec import write
from schnapsen_protocol.lobby_frames import LiveRow, TableRow
from schnapsen_protocol.views import Phase
from schnapsen_server.rooms.room import Room
from schnapsen_server.store.contract import Unavailable
from schnapsen_server.store.lobby_contract import Queue, Rows

from .listing import row_of

logger = logging.getLogger(__name__)

LOOK_SECONDS = 0.25
REPEAT_LOOKS = 8
"""A row that says nothing new is repeated with every so many looks: well before the store lets it go."""
SWEEP_LOOKS = 4


@dataclass(slots=True)
class Shown:
    """A table that this process serves, and what it put in the list for it."""

    room: Room
    row: bytes | None = None
    age: int = 0
    """Looks since it was put."""
    sitting: tuple[str, ...] = ()
    """Who was said to play here."""


class Publisher:
    """Call it with a room whenever its table has changed; it looks at all of them often."""

    def __init__(self, rows: Rows, queue: Queue, process: str) -> None:
        self._rows, self._queue, self._process = rows, queue, process
        self._shown: dict[str, Shown] = {}
        self._looks = 0
        self._is_over = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def __call__(self, room: Room) -> None:
        if room.match.versus is not Versus.HUMAN:
            return
        shown = self._shown.setdefault(room.match_id, Shown(room))
        shown.room = room  # a table that broke is built anew
        if room.match.phase is Phase.MATCH_OVER:
            self._is_over.set()  # both may look for the next opponent at once

    def start(self) -> None:
        self._task = asyncio.create_task(self._look_often(), name="publisher")

    async def close(self) -> None:
        """The rows that only this process showed go at once."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        try:
            for match_id, shown in self._shown.items():
                if shown.row is not None:
                    await self._rows.drop(match_id, self._process)
        except Unavailable:
            return  # then they go by themselves

    async def _look_often(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._is_over.wait()
            self._is_over.clear()
            self._looks += 1
            try:
                await asyncio.gather(*(self._look(match_id, one) for match_id, one in list(self._shown.items())))
                if self._looks % SWEEP_LOOKS == 0:
                    await self._rows.sweep()
            except Unavailable as down:
                logger.warning("the list is not told: %s", down)

    async def _look(self, match_id: str, shown: Shown) -> None:
        shown.age += 1
        match = shown.room.match
        if match.phase is Phase.MATCH_OVER:
            self._shown.pop(match_id, None)
            await self._rows.drop(match_id, None)
            await self._queue.finished(match_id, [player.id for player in match.players if player is not None])
            return
        row = None if shown.room.closed else self._row(shown.room)
        written = None if row is None else write(row)
        due = shown.age >= REPEAT_LOOKS
        if written is not None and (written != shown.row or due):
            shown.row, shown.age = written, 0
            await self._rows.put(match_id, written, self._process)
        elif written is None and shown.row is not None:
            shown.row = None
            await self._rows.drop(match_id, self._process)
        if not shown.room.closed and match.phase in (Phase.PLAYING, Phase.HAND_OVER):
            await self._note_playing(match_id, shown, due=due)
        if shown.room.closed:
            self._shown.pop(match_id, None)

    def _row(self, room: Room) -> TableRow | LiveRow | None:
        """The row if this process has to say it: it serves somebody there, and for a waiting table its host."""
        serves = room.audience.has(0) if room.match.phase is Phase.WAITING else bool(room.audience)
        return row_of(room.match_id, room.match, room.opened_at, room.presence().watchers) if serves else None

    async def _note_playing(self, match_id: str, shown: Shown, *, due: bool) -> None:
        here = [shown.room.audience.has(seat) for seat in SEATS]
        players = shown.room.match.players
        sitting = tuple(player.id for seat in SEATS if here[seat] and (player := players[seat]) is not None)
        if sitting and (sitting != shown.sitting or due):
            shown.age = 0 if shown.row is None else shown.age
            await self._queue.playing(match_id, sitting)
        shown.sitting = sitting
