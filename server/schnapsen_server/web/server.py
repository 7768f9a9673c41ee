"""The HTTP server under the doors, and its end: nobody is turned away without a word, and nobody can hold it up."""

import asyncio
import logging
import os
import signal
import socket
import threading
from collections.abc import Awaitable, Callable
from types import FrameType

import uvicorn
from starlette.types import ASGIApp

from schnapsen_protocol.frames import MAX_FRAME_BYTES
from schnapsen_server.listener import QUEUE

from .transport import HttpTransport, WebsocketTransport

logger = logging.getLogger(__name__)

ACCEPTED_AT_ONCE = 8
"""Of the connections that wait. Other processes may listen on the same socket: each should get some of them."""
REQUESTS_SECONDS = 1
"""How long requests may take that are under way when all sockets are closed; then their lines are cut."""


class Stopping:
    """Knows that this process is to end, from the first SIGTERM or SIGINT on.

    uvicorn takes these signals while it serves. Before, they end the start-up; after, when uvicorn raises them again,
    they must end nothing, for the rooms and the store are still to be closed. Whatever holds that up, the process ends
    after `last_resort` seconds.
    """

    def __init__(self, last_resort: float) -> None:
        self.under_way = False
        self._last_resort = last_resort
        for caught in (signal.SIGTERM, signal.SIGINT):
            signal.signal(caught, self._caught)

    def begin(self) -> None:
        if not self.under_way:
            self.under_way = True
            timer = threading.Timer(self._last_resort, leave_all_the_same)
            timer.daemon = True
            timer.start()

    def _caught(self, signum: int, frame: object) -> None:
        if not self.under_way:
            raise SystemExit(0)


def leave_all_the_same() -> None:
    """What was acknowledged is stored: nothing is lost by not waiting any longer."""
    logger.error("something does not come to an end; leaving all the same")
    os._exit(0)


class Server(uvicorn.Server):
    """Serves `app` until told to stop; then `leave` is awaited, which closes the sockets of the doors.

    `leave` is handed a function that closes the listening socket.
    """

    def __init__(
        self,
        app: ASGIApp,
        process: str,
        stopping: Stopping,
        leave: Callable[[Callable[[], None]], Awaitable[None]],
    ) -> None:
        config = uvicorn.Config(
            app,
            http=HttpTransport,
            ws=WebsocketTransport,
            ws_max_size=MAX_FRAME_BYTES,
            ws_per_message_deflate=False,
            headers=[("X-Served-By", process)],
            log_config=None,
            log_level="error",  # its warnings are about what strangers send, one line each
            access_log=False,
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=2 * REQUESTS_SECONDS,
            lifespan="off",
            backlog=ACCEPTED_AT_ONCE,
        )
        super().__init__(config)
        self._stopping = stopping
        self._leave = leave

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(QUEUE)  # asyncio has one number for both, how many may wait and how many it takes at once

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._stopping.begin()
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._leave(self._close_listeners)
        asyncio.get_running_loop().call_later(REQUESTS_SECONDS, self._cut_lines)
        await super().shutdown(sockets)

    def _cut_lines(self) -> None:
        for connection in list(self.server_state.connections):
            connection.transport.abort()

    def _close_listeners(self) -> None:
        for listener in self.servers:
            listener.close()
