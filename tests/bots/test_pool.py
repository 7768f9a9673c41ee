"""The processes in which the computer thinks: bounded, mended when one dies, gone with their parent."""

import asyncio
import os
import signal
import time
from pathlib import Path

import pytest

from kit.client import guest
from kit.server import PATIENCE, ServerProcess
from schnapsen_protocol.refusals import Code, Refused
from schnapsen_server.bots.pool import Pool


async def test_it_takes_so_much_and_no_more() -> None:
    pool = Pool(workers=1, most_waiting=2)
    try:
        first, second = (asyncio.create_task(pool(time.sleep, 0.2)) for _ in range(2))
        await asyncio.sleep(0)
        with pytest.raises(Refused) as refused:
            await pool(os.getpid)
        assert refused.value.code is Code.THINKING
        await asyncio.gather(first, second)
        assert await pool(os.getpid) != os.getpid()
    finally:
        await pool.close()


async def test_a_killed_worker_is_replaced() -> None:
    pool = Pool()
    try:
        worker = await pool(os.getpid)
        os.kill(worker, signal.SIGKILL)
        assert await pool(os.getpid) != worker
    finally:
        await pool.close()


def thinkers(server: ServerProcess) -> list[int]:
    """The processes that the server has started beside its store."""
    children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
    return [pid for pid in map(int, children) if pid != server.store.pid]


def lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux to see the processes")
async def test_no_worker_outlives_a_killed_server(server: ServerProcess) -> None:
    ann = await guest(server)
    match, _ = await ann.open(versus="computer")
    async with ann.connect() as table:
        await table.join(match)
        await table.send({"t": "ask_hint", "id": "h"})
        await table.until("hint", "fault")
    left = thinkers(server)
    assert any(lives(pid) for pid in left)
    await server.kill()
    async with asyncio.timeout(PATIENCE):
        while any(lives(pid) for pid in left):  # noqa: ASYNC110  # the system tells nobody
            await asyncio.sleep(0.05)
