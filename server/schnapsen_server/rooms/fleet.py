"""Which processes are alive, and when none was. A time that no process served is charged to no player."""

import asyncio
import logging
from collections.abc import Callable

from schnapsen_server.store.contract import Unavailable
from schnapsen_server.store.table_contract import FleetBook, Outage, Pulse

from .clocks import Clock

logger = logging.getLogger(__name__)

BEAT_MS = 500
LAPSE_MS = 1_500
"""A process that has not been heard of for so long is taken for dead."""


class Fleet:
    """This process's heartbeat, and what it knows of the others'. `on_change` is called when one of them died or came,
    and after an outage."""

    def __init__(self, book: FleetBook, process: str, clock: Clock, on_change: Callable[[], None]) -> None:
        self.process = process
        self._book, self._clock, self._on_change = book, clock, on_change
        self._pulse = Pulse()
        self._living: frozenset[str] = frozenset()
        self._as_of = 0
        self._heart: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._heart = asyncio.create_task(self._keep_beating(), name="heartbeat of the process")

    async def close(self) -> None:
        if self._heart is not None:
            self._heart.cancel()
            await asyncio.gather(self._heart, return_exceptions=True)

    async def beat(self) -> None:
        """Raises Unavailable."""
        now = self._clock.now_ms()
        self._as_of = now
        before = self._living, self._pulse.outages
        self._pulse = await self._book.beat(self.process, now, LAPSE_MS)
        self._living = frozenset(name for name, at in self._pulse.beats.items() if now - at <= LAPSE_MS)
        if before != (self._living, self._pulse.outages):
            self._on_change()

    def is_late(self) -> bool:
        """This process's own heart has not beaten when it should: nobody can tell yet whether anything was served."""
        return self._clock.now_ms() - self._as_of > LAPSE_MS

    @property
    def outages(self) -> tuple[Outage, ...]:
        return self._pulse.outages

    def lives(self, process: str, at: int) -> bool:
        """Whether the process lives that said something at this time: it may be younger than our last heartbeat."""
        if process == self.process or process in self._living:
            return True
        return process not in self._pulse.beats and at >= self._as_of - LAPSE_MS

    def last_beat(self, process: str) -> int | None:
        return self._pulse.beats.get(process)

    async def _keep_beating(self) -> None:
        while True:
            try:
                await self.beat()
            except Unavailable as down:
                logger.warning("no heartbeat: %s", down)
            await asyncio.sleep(BEAT_MS / 1000)
