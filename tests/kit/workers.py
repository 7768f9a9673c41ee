"""A server of several workers, and ways to tell which of them one is connected to."""

import asyncio
import re

from .client import Guest, Table
from .server import PATIENCE, ServerProcess

IS_WORKER = re.compile(r"worker \d+ is process (\d+), serving as (\w+)")


class WorkersProcess(ServerProcess):
    """`schnapsen serve --workers N`."""

    def workers(self) -> dict[str, int]:
        """The process ids of all workers that ever served, by the names that they go by."""
        return {name: int(pid) for pid, name in IS_WORKER.findall("".join(self.output))}

    async def worker(self, number: int) -> str:
        """The name of the worker that was the so-manieth to serve; waits for it."""
        async with asyncio.timeout(PATIENCE):
            while len(names := list(self.workers())) <= number:  # noqa: ASYNC110  # nobody tells
                await asyncio.sleep(0.02)
        return names[number]


async def at_worker(name: str, who: Guest) -> Table:
    """A connection of this guest to that worker. Nobody can choose: it tries until it gets there."""
    async with asyncio.timeout(PATIENCE):
        while True:
            table = who.connect()
            await table.dial()
            if table.served_by == name:
                return table
            await table.hang_up()
