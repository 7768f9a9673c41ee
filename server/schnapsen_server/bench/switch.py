"""A switch before servers, as a proxy is one: each new connection goes to the next server that takes it."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from itertools import count

from .servers import Server


@asynccontextmanager
async def switch(servers: Sequence[Server]) -> AsyncIterator[int]:
    """The port at which they all can be reached."""
    turns = count()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        turn = next(turns)
        for number in range(len(servers)):
            with contextlib.suppress(OSError):
                there = await asyncio.open_connection("127.0.0.1", servers[(turn + number) % len(servers)].port)
                await asyncio.gather(passed_on(reader, there[1]), passed_on(there[0], writer))
                return
        writer.transport.abort()

    listening = await asyncio.start_server(connected, "127.0.0.1", 0, backlog=1024)
    try:
        yield listening.sockets[0].getsockname()[1]
    finally:
        listening.close()


async def passed_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """All bytes, and then the end."""
    with contextlib.suppress(OSError):
        while some := await reader.read(65_536):
            writer.write(some)
            await writer.drain()
    with contextlib.suppress(OSError):
        writer.close()
