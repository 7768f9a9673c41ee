"""Whether a process still runs, and how to make it stand still."""

import asyncio
import os
import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from .server import PATIENCE


def is_alive(pid: int) -> bool:
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


async def all_gone(pids: Iterable[int]) -> None:
    """Returns when none of them runs any more."""
    async with asyncio.timeout(PATIENCE):
        while any(map(is_alive, pids)):  # noqa: ASYNC110  # nobody tells
            await asyncio.sleep(0.01)


@contextmanager
def frozen(pid: int) -> Iterator[None]:
    """The process stands still, and its sockets stay open."""
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)
