"""Two honest players, whose moves must go on being answered whatever others do."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from .client import Table, guest
from .server import ServerProcess


async def sit_down(server: ServerProcess) -> tuple[Table, Table]:
    ann, bob = await guest(server, "Ann"), await guest(server, "Bob")
    match, invite = await ann.open(clock=None)
    tables = ann.connect(), bob.connect()
    for table in tables:
        await table.dial()
        await table.join(match, invite)
    await tables[0].reach(tables[1].v)
    return tables


async def talk(ann: Table, bob: Table, updates: int) -> None:
    """So many updates: Ann proposes a pause, and takes it back."""
    for number in range(updates):
        answer = await ann.submit("decline" if number % 2 else "propose", what="save")
        assert answer["t"] == "ack", answer
        await bob.reach(answer["v"])


@asynccontextmanager
async def playing_on(server: ServerProcess) -> AsyncIterator[None]:
    """Two play while the body runs; each move of theirs is answered, and reaches the other."""
    pair = await sit_down(server)
    over = asyncio.Event()

    async def play() -> None:
        while True:
            await talk(*pair, 2)
            if over.is_set():
                return
            await asyncio.sleep(0.02)

    try:
        async with asyncio.TaskGroup() as playing:
            playing.create_task(play())
            yield
            over.set()
    finally:
        for table in pair:
            table.cut()
