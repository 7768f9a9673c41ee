"""A server that waits less long for people, and that may have been away for long: `await server.start_later(ms)`.

With STANDS_AT_MS its time stands still at this moment, so that no clock runs however slow a test is, but for what
`start_later` adds. Run as a program it is `kit.dealt` with other graces and another time. No switch of the product does
this.
"""

import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from unittest.mock import patch

import pytest

from schnapsen_server import app, cli
from schnapsen_server.rooms import presence
from schnapsen_server.rooms.clocks import SystemClock

from .dealt import DealtServer, LoadedDice, several

GRACE_MS, LATER, STANDS_AT = 6_000, "LATER_MS", "STANDS_AT_MS"


class HurriedServer(DealtServer):
    """Whoever is away, for whatever reason, is waited for `GRACE_MS`."""

    program = ("-m", "kit.hurried")

    async def start_later(self, ms: int) -> None:
        """Start again when so much time has gone by, which nobody need wait for."""
        self._variables[LATER] = str(ms)
        await self.start()


Hurried = Callable[..., Awaitable[HurriedServer]]


@pytest.fixture
async def hurried(tmp_path: Path) -> AsyncIterator[Hurried]:
    """Like `dealt`."""
    async with several(HurriedServer, tmp_path) as start:
        yield start


def now_ms(_: SystemClock) -> int:
    return int(os.environ.get(STANDS_AT) or time.time_ns() // 1_000_000) + int(os.environ.get(LATER, "0"))


if __name__ == "__main__":
    with (
        patch.object(app, "FairChance", LoadedDice),
        patch.object(SystemClock, "now_ms", now_ms),
        patch.multiple(presence, GRACE_MS=GRACE_MS, GRACE_AFTER_LEAVING_MS=GRACE_MS),
    ):
        cli.main()
