"""`schnapsen bench stalled`: what players notice of one who does not read among all who watch, and what such cost."""

import asyncio
import itertools
import json
import sys
import time
from collections.abc import Iterator
from statistics import median
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from .crowd import Watcher, crowd, watch
from .figures import show, spread
from .people import Someone
from .servers import Fleet, Server, fleet
from .trouble import say

MOVES = 10
"""In turn at either table, so that whatever else the machine does falls on both alike."""
AWAKE_SECONDS = 25
"""The server lets go of one who takes nothing for 30 s: after so long another takes his place."""
TALK = 300
"""Moves after which the buffers of one who does not read are full."""


def main(watchers: int, rounds: int, *, as_json: bool) -> None:
    figures = asyncio.run(run(watchers, rounds))
    if as_json:
        print(json.dumps(figures))
    else:
        show(figures)


async def run(watchers: int, rounds: int) -> dict[str, object]:
    async with fleet(1, SCHNAPSEN_FRAMES_PER_SECOND="1000") as them:
        server, numbers = them.servers[0], itertools.count()
        memory = await sleep_all(server, them, numbers, watchers)
        took = await stall_one(server, them, numbers, watchers, rounds)
    with_it, without = took["with"], took["without"]
    return {
        "watchers": watchers,
        "moves": len(with_it),
        "without_us": spread(us * 1e6 for us in without),
        "with_us": spread(us * 1e6 for us in with_it),
        "ratio_of_medians": round(median(with_it) / median(without), 3),
        **memory,
    }


class Pair:
    """Two at a table, who propose a pause and take it back: each time an update for everybody."""

    def __init__(self, server: Server, ann: Someone, bob: Someone) -> None:
        self._server, self._ann, self._bob = server, ann, bob
        self._numbers = itertools.count()

    async def sit_down(self) -> None:
        self.match, invite = await self._ann.open(self._server, clock=None)
        self._lines = [await self._line(self._ann), await self._line(self._bob, invite)]

    async def _line(self, who: Someone, invite: str | None = None) -> ClientConnection:
        line = await connect(
            f"ws://127.0.0.1:{self._server.port}/ws", additional_headers=who.headers, compression=None, proxy=None
        )
        await line.send('{"t":"hello","protocol":1}')
        await line.send(json.dumps({"t": "join", "match": self.match, **({"invite": invite} if invite else {})}))
        await until(line, "joined")
        return line

    def hang_up(self) -> None:
        for line in self._lines:
            line.transport.abort()

    async def move(self, times: int) -> list[float]:
        """Seconds until Bob has seen what Ann did, for each of so many moves."""
        ann, bob = self._lines
        took = []
        for number in itertools.islice(self._numbers, times):
            command = {"t": "decline" if number % 2 else "propose", "what": "save"}
            began = time.perf_counter()
            await ann.send(json.dumps({"t": "submit", "id": f"c{number}", "command": command}))
            v = (await until(ann, "ack"))["v"]
            while (await until(bob, "update"))["v"] < v:
                pass
            took.append(time.perf_counter() - began)
        return took


async def until(line: ClientConnection, kind: str) -> dict[str, Any]:
    while True:
        frame: dict[str, Any] = json.loads(await line.recv())
        if frame["t"] == kind:
            return frame
        assert frame["t"] not in ("fault", "refused"), frame


async def seated(server: Server, them: Fleet, numbers: Iterator[int]) -> Pair:
    pair = Pair(server, *some(them, numbers, 2))
    await pair.sit_down()
    return pair


def some(them: Fleet, numbers: Iterator[int], count: int) -> list[Someone]:
    return [Someone.new(them, number) for number in itertools.islice(numbers, count)]


async def sleep_all(server: Server, them: Fleet, numbers: Iterator[int], watchers: int) -> dict[str, object]:
    """What so many who do not read cost the server in memory."""
    if sys.platform != "linux":
        return {}
    pair = await seated(server, them, numbers)
    await pair.move(TALK)
    before = server.resident()
    sleepers = await crowd(server, some(them, numbers, watchers), pair.match, asleep=True)
    await pair.move(TALK)
    each = (server.resident() - before) / watchers
    say(f"{watchers} watchers who do not read: {each / 1024:.0f} KiB each")
    for sleeper in sleepers:
        sleeper.transport.abort()
    pair.hang_up()
    return {"kib_for_each_who_does_not_read": round(each / 1024, 1)}


async def stall_one(
    server: Server, them: Fleet, numbers: Iterator[int], watchers: int, rounds: int
) -> dict[str, list[float]]:
    """Times of moves at a table where everybody reads, and at one where all but one do."""
    quiet, watched = await seated(server, them, numbers), await seated(server, them, numbers)
    watching = await crowd(server, some(them, numbers, watchers), quiet.match)
    watching += await crowd(server, some(them, numbers, watchers - 1), watched.match)
    took: dict[str, list[float]] = {"without": [], "with": []}
    sleeper: Watcher | None = None
    slept = 0.0
    for number in range(rounds):
        if sleeper is None or time.monotonic() - slept > AWAKE_SECONDS:
            if sleeper is not None:
                sleeper.transport.abort()
            sleeper = await watch(server, some(them, numbers, 1)[0], watched.match, asleep=True)
            watching.append(sleeper)
            slept = time.monotonic()
        took["without"] += await quiet.move(MOVES)
        took["with"] += await watched.move(MOVES)
        if number % 10 == 9:
            say(f"{number + 1} of {rounds} rounds")
    for watcher in watching:
        watcher.transport.abort()
    quiet.hang_up()
    watched.hang_up()
    return took
