"""A crowd of watchers who read nothing: each costs the house a bounded piece of memory, and the players nothing."""

import json
import sys

import pytest

from kit.client import guest
from kit.pair import sit_down, talk
from kit.raw import Op, RawSocket, frame
from kit.server import ServerProcess

WATCHERS, EACH = 100, 50
"""How many, and how many of them are tabs of one person."""
TALK = 250
"""More updates than the kernel and the buffer before it take; the rest waits in outboxes, which share the frames."""
MOST_MEMORY = 128 << 10
"""Bytes for each of them: the connection, its buffer, and its places in an outbox."""


async def watch(server: ServerProcess, token: str, match: str) -> RawSocket:
    watcher = await RawSocket.open(server, token)
    watcher.send(
        frame(Op.TEXT, b'{"t":"hello","protocol":1}'),
        frame(Op.TEXT, json.dumps({"t": "join", "match": match}).encode()),
    )
    await watcher.until("joined")
    return watcher


@pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is read as Linux shows it")
async def test_watchers_who_do_not_read_cost_bounded_memory(server: ServerProcess) -> None:
    ann, bob = await sit_down(server)
    await talk(ann, bob, TALK)
    before = server.resident()
    watchers = []
    for _ in range(WATCHERS // EACH):
        eve = await guest(server)
        watchers += [await watch(server, eve.token, ann.match) for _ in range(EACH)]
    await talk(ann, bob, TALK)
    each = (server.resident() - before) / WATCHERS
    print(f"{each / 1024:.0f} KiB for each watcher")
    assert 0 < each < MOST_MEMORY
    for watcher in watchers:
        await watcher.cut()
    for table in (ann, bob):
        await table.hang_up()
