"""Several processes behind one port: a parent that serves nothing starts the workers, replaces and ends them.

Each worker is a whole server on the parent's listening socket (`worker.py`). They know of each other through the store
alone, as servers on different machines do. Without REDIS_URL the parent owns the embedded store.
"""

import asyncio
import contextlib
import logging
import os
import secrets
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator

from pydantic import BaseModel

from .listener import CannotServe, announce, bound
from .settings import Settings
from .store.binary import find_binary
from .store.contract import StoreRefused
from .store.datadir import keep_secret
from .store.embedded import Embedded

FIRST_PAUSE, LONGEST_PAUSE = 0.2, 10.0
STEADY_SECONDS = 10.0
"""A worker that has served for so long did not die at once."""
LAST_RESORT_SECONDS = 6.3
"""A worker ends within this time after SIGTERM, whatever holds it up."""
STOP_SECONDS = 6.8
SERVING = "serving as "
"""The first word of a worker who serves, before its name. Any other is the sentence that says why it does not."""

logger = logging.getLogger(__name__)


class Orders(BaseModel):
    """What the parent tells a worker on its standard input, in one line. The end of that input is the parent's end."""

    settings: Settings
    store_url: str | None
    listener: int
    parent: int


class Place:
    """The place of one worker, and of the one that replaces it."""

    def __init__(self, number: int, orders: Orders) -> None:
        self._number, self._orders = number, orders
        self._process: asyncio.subprocess.Process | None = None
        self._leaving = asyncio.Event()
        self._serving_since: float | None = None
        self.first_word: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        """What stands in the way of the first worker's serving; nothing when it serves."""

    async def keep(self) -> None:
        """See to it that there is a worker, until told to stop; or until the first one says what stands in the way."""
        pause = 0.0
        while True:
            self._serving_since = None
            try:
                ended = await self._one_life()
            except OSError as error:  # no more processes, no more memory
                ended = str(error)
                self._say(f"A worker cannot be started: {error.strerror}.")
            if self._leaving.is_set() or self.first_word.result():
                return
            if self._serving_since is not None and time.monotonic() - self._serving_since > STEADY_SECONDS:
                pause = 0.0
            logger.error("worker %s ended by itself (%s); another starts in %s s", self._number, ended, pause)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._leaving.wait()
                    return
            pause = min(LONGEST_PAUSE, max(FIRST_PAUSE, 2 * pause))

    async def _one_life(self) -> str:
        """Start one, and wait for its end. The answer says how it came."""
        process = self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "schnapsen_server.worker"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            pass_fds=[self._orders.listener],
            start_new_session=True,  # Ctrl-C is for the parent, who tells them
        )
        if self._leaving.is_set():
            self.stop()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(self._orders.model_dump_json().encode() + b"\n")
        word = (await process.stdout.readline()).decode().strip()
        serves = word.startswith(SERVING)
        if serves:
            self._serving_since = time.monotonic()
            logger.info("worker %s is process %s, %s", self._number, process.pid, word)
        self._say("" if serves else word or "A worker ended before it served.")
        status = await process.wait()
        if word and not serves:
            return word
        return signal.Signals(-status).name if status < 0 else f"status {status}"

    def _say(self, word: str) -> None:
        if not self.first_word.done():
            self.first_word.set_result(word)

    def stop(self) -> None:
        self._leaving.set()
        self._signal(signal.SIGTERM)

    def kill(self) -> None:
        self._signal(signal.SIGKILL)

    def _signal(self, what: signal.Signals) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(what)


def run(settings: Settings) -> None:
    """Serve with several processes until told to stop. Raises CannotServe."""
    if sys.platform == "win32":
        raise CannotServe("On Windows one process serves alone: leave --workers at 1, or run the server in WSL2.")
    try:
        with bound(settings.host, settings.port) as listener:
            asyncio.run(supervise(settings, listener))
    except StoreRefused as refused:
        raise CannotServe(str(refused)) from refused


async def supervise(settings: Settings, listener: socket.socket) -> None:
    """Keep so many workers until SIGTERM or SIGINT. Raises CannotServe, StoreRefused."""
    supervising = asyncio.create_task(keep_workers(settings, listener), name="supervisor")
    told = False

    def stop() -> None:
        nonlocal told
        if not told:  # once: the second must not disturb the end
            told = True
            supervising.cancel()

    for caught in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(caught, stop)
    try:
        await supervising
    except asyncio.CancelledError:
        if not told:
            raise


async def keep_workers(settings: Settings, listener: socket.socket) -> None:
    """Until cancelled. Raises CannotServe, StoreRefused."""
    async with store_of_our_own(settings) as store_url:
        orders = Orders(settings=settings, store_url=store_url, listener=listener.fileno(), parent=os.getpid())
        places = [Place(number + 1, orders) for number in range(settings.workers)]
        keeping = [asyncio.create_task(place.keep(), name="worker") for place in places]
        try:
            words = await asyncio.gather(*(place.first_word for place in places))
            if trouble := next(filter(None, words), None):
                raise CannotServe(trouble)
            announce(settings, listener)
            done, _ = await asyncio.wait(keeping, return_when=asyncio.FIRST_COMPLETED)
            for broken in done:
                broken.result()
        finally:
            listener.close()
            await end(places, keeping)


async def end(places: list[Place], keeping: list[asyncio.Task[None]]) -> None:
    for place in places:
        place.stop()
    _, late = await asyncio.wait(keeping, timeout=STOP_SECONDS)
    if late:
        for place in places:
            place.kill()
        for task in late:
            task.cancel()
        await asyncio.wait(late)


@contextlib.asynccontextmanager
async def store_of_our_own(settings: Settings) -> AsyncIterator[str | None]:
    """The address of the embedded store, started here and watched over; None if a Redis is given."""
    if settings.redis_url is not None:
        yield None
        return
    store = Embedded(settings.data, find_binary())
    await store.start()
    keep_secret(settings.data, secrets.token_bytes)  # made here, once, before all workers want it
    guard = asyncio.create_task(store.guard(), name="store guard")
    try:
        yield store.url
    finally:
        guard.cancel()
        await asyncio.wait([guard])
        await store.stop()
