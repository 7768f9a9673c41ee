"""Whether a process still runs."""

import asyncio
from collections.abc import Iterable
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
