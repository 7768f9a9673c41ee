"""How a process leaves while matches are played: no clock pays for it, and everybody is told when to come back."""

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable, Iterator

from schnapsen_protocol.close_codes import CloseCode
from schnapsen_protocol.codec import write
from schnapsen_protocol.frames import Restarting

from .house import House
from .socket import Sockets

FIRST_BACK_MS, LAST_BACK_MS = 200, 2_000
"""Clients come back between these, each at a moment of its own."""
COMING_BACK_MS = 1_000
"""What the way back takes: the clock of a player who was sent away stands until then."""
CLOCKS_SECONDS, GOODBYE_SECONDS = 2.0, 1.0


class Leaving:
    """Awaited once, with a function that closes the listening socket."""

    def __init__(self, house: House, sockets: Sockets, notice_ms: int) -> None:
        self._house, self._sockets, self._notice_ms = house, sockets, notice_ms

    async def __call__(self, close_listeners: Callable[[], None]) -> None:
        self._house.lobby.matchmaker.stop_pairing()
        await asyncio.sleep(self._notice_ms / 1000)
        close_listeners()
        await within(CLOCKS_SECONDS, self._house.directory.stand_still(LAST_BACK_MS + COMING_BACK_MS))
        moments = evenly_spread(len(self._sockets))
        self._sockets.close_all(lambda: write(Restarting(next(moments))), CloseCode.RESTARTING)
        await within(GOODBYE_SECONDS, self._sockets.all_closed())
        # Not before: what was asked until now is still decided here.
        await within(GOODBYE_SECONDS, self._house.directory.fleet.leave())


async def within(seconds: float, what: Awaitable[None]) -> None:
    """As much of it as can be done in this time."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await what


def evenly_spread(count: int) -> Iterator[int]:
    """So many moments in which to come back, with the same pause between any two; then others, by chance."""
    for number in range(count):
        yield FIRST_BACK_MS + round((LAST_BACK_MS - FIRST_BACK_MS) * (number + random.random()) / count)
    while True:
        yield random.randint(FIRST_BACK_MS, LAST_BACK_MS)
