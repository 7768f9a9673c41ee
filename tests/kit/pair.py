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
    before = pair[1].v

    async def play() -> None:
        while True:
            await talk(*pair, 2)
            await asyncio.sleep(0.02)

    playing = asyncio.create_task(play())
    try:
        yield
    finally:
        playing.cancel()
        (outcome,) = await asyncio.gather(playing, return_exceptions=True)
        for table in pair:
            table.cut()
    assert isinstance(outcome, asyncio.CancelledError), outcome
    assert pair[1].v > before
