"""Puts the rows of this process's tables in the list, and repeats them: a row stands only as long as somebody does."""

import asyncio
from dataclasses import dataclass, field

from schnapsen_protocol.cards import SEATS, Versus
from schnapsen_protocol.codec import write
from schnapsen_protocol.ratings import Reliability
from schnapsen_protocol.views import Phase
from schnapsen_server.rooms.room import Room
from schnapsen_server.store.contract import Unavailable
from schnapsen_server.store.lobby_contract import Queue, Rows

from .listing import may_be_listed, row_of
from .often import often
from .ratings import Ratings

LOOK_SECONDS = 0.25
"""Tables that have changed are looked at so often; the other numbers count such looks."""
LOOK_AT_ALL = 4
"""Comings and goings change a row too, and nobody tells of them."""
REPEAT = 8
TELL_WHO_PLAYS = 16


@dataclass(slots=True)
class Shown:
    """A table that this process serves, and what it put in the list for it."""

    room: Room
    row: bytes | None = None
    reliability: dict[str, Reliability] = field(default_factory=dict)
    """Of its players, as they sat down."""


class Publisher:
    """Call it with a room whenever its table has changed."""

    def __init__(self, rows: Rows, queue: Queue, ratings: Ratings, process: str) -> None:
        self._rows, self._queue, self._ratings, self._process = rows, queue, ratings, process
        self._tables: dict[str, Shown] = {}
        self._changed: set[str] = set()
        self._looks = 0
        self._is_over = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def __call__(self, room: Room) -> None:
        if room.match.versus is not Versus.HUMAN:
            return
        shown = self._tables.setdefault(room.match_id, Shown(room))
        shown.room = room  # a table that broke is built anew
        self._changed.add(room.match_id)
        if room.match.phase in (Phase.MATCH_OVER, Phase.PAUSED):
            self._is_over.set()  # both may look for the next opponent at once

    def start(self) -> None:
        self._task = asyncio.create_task(often(LOOK_SECONDS, self._look, self._is_over), name="publisher")

    async def close(self) -> None:
        """The rows that only this process showed go at once."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        try:
            await asyncio.gather(*(self._rows.drop(match, self._process) for match in self._standing()))
        except Unavailable:
            return  # then they go by themselves

    async def _look(self) -> None:
        self._looks += 1
        if self._looks % LOOK_AT_ALL == 0:
            self._changed.update(self._tables)
        changed, self._changed = self._changed, set()
        try:
            await asyncio.gather(*(self._look_at(match_id) for match_id in changed))
            if self._looks % REPEAT == 0:
                await self._repeat()
            if self._looks % TELL_WHO_PLAYS == 0:
                await self._queue.playing(self._who_plays())
        except Unavailable:
            self._changed |= changed
            raise

    async def _look_at(self, match_id: str) -> None:
        shown = self._tables.get(match_id)
        if shown is None:
            return
        room = shown.room
        if room.match.phase in (Phase.MATCH_OVER, Phase.PAUSED):
            await self._rows.drop(match_id, None)
            await self._queue.finished(match_id, [player.id for player in room.match.players if player is not None])
            self._tables.pop(match_id, None)  # until something more happens there
            return
        row = await self._row(shown)
        if row is not None and row != shown.row:
            host = room.match.players[0] if room.match.phase is Phase.WAITING else None
            if not await self._rows.put(match_id, row, self._process, None if host is None else host.id):
                row = None
        elif row is None and shown.row is not None:
            await self._rows.drop(match_id, self._process)
        shown.row = row
        if room.closed:
            self._tables.pop(match_id, None)

    async def _row(self, shown: Shown) -> bytes | None:
        """The row if this process has to say it: it serves somebody there, and for a waiting table its host."""
        room = shown.room
        serves = room.audience.has(0) if room.match.phase is Phase.WAITING else room.audience.anybody_counts()
        if not serves or room.closed or not may_be_listed(room.match):
            return None
        for player in room.match.players:
            if player is not None and player.id not in shown.reliability:
                shown.reliability[player.id] = await self._ratings.reliability(player.id)
        row = row_of(room.match_id, room.match, room.opened_at, room.presence().watchers, shown.reliability)
        return None if row is None else write(row)

    async def _repeat(self) -> None:
        for match_id in await self._rows.repeat(self._standing(), self._process):
            self._tables[match_id].row = None  # it is not there any more: put it anew
            self._changed.add(match_id)
        await self._rows.sweep()

    def _standing(self) -> list[str]:
        return [match_id for match_id, shown in self._tables.items() if shown.row is not None]

    def _who_plays(self) -> dict[str, str]:
        """Whoever sits at one of these tables, and where."""
        sitting = {}
        for match_id, shown in self._tables.items():
            match, audience = shown.room.match, shown.room.audience
            if match.phase in (Phase.PLAYING, Phase.HAND_OVER):
                for seat in SEATS:
                    player = match.players[seat]
                    if player is not None and audience.has(seat):
                        sitting[player.id] = match_id
        return sitting
