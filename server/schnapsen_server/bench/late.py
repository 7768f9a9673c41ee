"""A server that tells how late its event loop is, for the bench: what a player's frame waits before it is looked at."""

import asyncio
import json
import logging
import socket
import sys
from typing import Final

from schnapsen_server import app
from schnapsen_server.listener import announce, bound
from schnapsen_server.settings import Settings
from schnapsen_server.web.server import Stopping

STEP_SECONDS: Final = 0.005
AT_ONCE: Final = 200
LATE: Final = "late: "
"""So begins a line of the last waits, in units of 10 µs."""


async def tell_lateness() -> None:
    loop, late = asyncio.get_running_loop(), list[int]()
    while True:
        due = loop.time() + STEP_SECONDS
        await asyncio.sleep(STEP_SECONDS)
        late.append(round((loop.time() - due) * 100_000))
        if len(late) == AT_ONCE:
            print(LATE + json.dumps(late), flush=True)
            late.clear()


async def serve(settings: Settings, listener: socket.socket) -> None:
    telling = asyncio.create_task(tell_lateness())
    try:
        await app.serve(settings, listener, Stopping(app.LAST_RESORT_SECONDS), lambda _: announce(settings, listener))
    finally:
        telling.cancel()


def main(port: int) -> None:
    settings = Settings(port=port)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    with bound(settings.host, settings.port) as listener:
        asyncio.run(serve(settings, listener))


if __name__ == "__main__":
    main(int(sys.argv[-1]))
