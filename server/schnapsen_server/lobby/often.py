"""What a process does again and again as long as it lives."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from schnapsen_server.store.contract import Unavailable

logger = logging.getLogger(__name__)


async def often(seconds: float, what: Callable[[], Awaitable[None]], wake: asyncio.Event | None = None) -> None:
    """Do it after so many seconds each, or when woken. What goes wrong once is tried again: nobody else would."""
    while True:
        await pause(seconds, wake)
        try:
            await what()
        except Unavailable as down:
            logger.warning("the lobby leaves something for later: %s", down)
        except Exception:
            logger.exception("the lobby broke at something and goes on")


async def pause(seconds: float, wake: asyncio.Event | None) -> None:
    if wake is None:
        await asyncio.sleep(seconds)
        return
    try:
        async with asyncio.timeout(seconds):
            await wake.wait()
    except TimeoutError:
        return
    wake.clear()
