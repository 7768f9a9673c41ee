"""Sees to it that the time of every clocked match is up when it is up, whoever is connected to whichever process."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from schnapsen_server.store.contract import Unavailable, Unreadable
from schnapsen_server.store.table_contract import Deadlines

from .clocks import Clock

logger = logging.getLogger(__name__)

SWEEP_MS = 1_000
PATIENCE_MS = 1_000
"""A room that is awake tells the time itself: only who is later than this is looked after."""
AT_ONCE = 100
AGAIN_MS = 60_000
"""When a match that cannot be woken is tried again."""


class Sweeper:
    """Wakes the matches whose time has passed; the woken room does the rest. Any number of processes may sweep."""

    def __init__(self, deadlines: Deadlines, clock: Clock, look_at: Callable[[str], Awaitable[None]]) -> None:
        self._deadlines, self._clock, self._look_at = deadlines, clock, look_at
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._keep_sweeping(), name="deadlines")

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def sweep(self) -> None:
        """Raises Unavailable."""
        now = self._clock.now_ms()
        for match_id in await self._deadlines.due(now - PATIENCE_MS, AT_ONCE):
            try:
                await self._look_at(match_id)
            except Unavailable:
                raise
            except Unreadable as unreadable:
                logger.warning("match %s: %s", match_id, unreadable)
                await self._deadlines.put(match_id, now + AGAIN_MS)
            except Exception:
                # One log that cannot be read must not stand before all others for ever.
                logger.exception("match %s cannot be woken", match_id)
                await self._deadlines.put(match_id, now + AGAIN_MS)

    async def _keep_sweeping(self) -> None:
        while True:
            try:
                await self.sweep()
            except Unavailable as down:
                logger.warning("the deadlines cannot be read: %s", down)
            await asyncio.sleep(SWEEP_MS / 1000)
