"""Which processes are alive, and when none was. A time that no process served is charged to no player."""

import asyncio
import logging
from collections.abc import Callable

from schnapsen_server.store.contract import Unavailable
from schnapsen_server.store.table_contract import FleetBook, Outage, Pulse

from .clocks import Clock

logger = logging.getLogger(__name__)

BEAT_MS = 500
LOOK_MS = 50
"""How often a process that has just started looks whether it may begin to serve."""
LAPSE_MS = 1_500
"""A process that has not been heard of for so long is taken for dead."""


class Fleet:
    """This process's heartbeat, and what it knows of the others'. `on_change` is called when one of them died or came,
    and after an outage.

    A process that starts does not serve before it knows of each one before it whether it lives: else it would charge
    somebody for an outage that nobody can tell yet from a slow heartbeat.
    """

    def __init__(self, book: FleetBook, process: str, clock: Clock, on_change: Callable[[], None]) -> None:
        self.process = process
        self._book, self._clock, self._on_change = book, clock, on_change
        self._pulse = Pulse()
        self._as_of = 0
        self._looks_on_since: int | None = None
        self._has_left = False
        self._heart: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Returns when this process serves. Raises Unavailable."""
        await self.beat()
        while not self.serves:
            await asyncio.sleep(LOOK_MS / 1000)
            await self.beat()
        self._heart = asyncio.create_task(self._keep_beating(), name="heartbeat of the process")

    async def leave(self) -> None:
        """This process serves no more: what comes now is charged to nobody. Does nothing the second time."""
        if self._has_left:
            return
        self._has_left = True
        if self._heart is not None:
            self._heart.cancel()
            await asyncio.gather(self._heart, return_exceptions=True)
        if self.serves:
            try:
                await self._book.leave(self.process, self._clock.now_ms(), LAPSE_MS)
            except Unavailable as down:
                logger.warning("no goodbye: %s", down)

    async def beat(self) -> None:
        """Raises Unavailable."""
        now = self._clock.now_ms()
        if self._looks_on_since is None:
            self._looks_on_since = now
        before = self._pulse
        self._pulse = await self._book.beat(self.process, now, LAPSE_MS, self._looks_on_since)
        self._as_of = now
        if self.serves:
            self._looks_on_since = 0  # whom it serves it goes on serving, should its heart beat late one day
        if (before.serving, before.outages) != (self._pulse.serving, self._pulse.outages):
            self._on_change()

    async def look_up(self) -> None:
        """Before a clock is judged: if this very process was asleep, learn what was not served. Raises Unavailable."""
        if self._has_left:
            raise Unavailable("this server stops")
        if self.is_late():
            await self.beat()

    def is_late(self) -> bool:
        """Nobody can tell yet whether anything was served since this process's heart was last heard."""
        return self._clock.now_ms() - self._as_of > LAPSE_MS

    @property
    def serves(self) -> bool:
        return self.process in self._pulse.serving

    @property
    def outages(self) -> tuple[Outage, ...]:
        return self._pulse.outages

    def lives(self, process: str, at: int) -> bool:
        """Whether the process lives that said something at this time: it may be younger than our last heartbeat."""
        if process == self.process or process in self._pulse.serving:
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
