"""How long a move takes between players, with and without watchers who read nothing. Run: stalled.py [WATCHERS]

Two tables on one server take turns, a few moves each, so that whatever else the machine does falls on both alike.
"""

import asyncio
import sys
import tempfile
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from kit.client import Guest, Table, guest
from kit.server import ServerProcess
from kit.sleeper import Sleeper

ROUNDS, MOVES = 100, 20
FILLING = 1000
"""Moves after which the outbox of a sleeper has been full."""


async def sit_down(server: ServerProcess) -> tuple[Table, Table]:
    ann, bob = await guest(server, "Ann"), await guest(server, "Bob")
    match, invite = await ann.open()
    tables = ann.connect(), bob.connect()
    for table in tables:
        await table.dial()
        await table.join(match, invite)
    await tables[0].reach(tables[1].v)
    return tables


async def moves(ann: Table, bob: Table, count: int) -> list[float]:
    """Milliseconds until Bob has seen what Ann did, for so many proposals made and taken back."""
    took = []
    for number in range(count):
        began = perf_counter()
        answer = await ann.submit("decline" if number % 2 else "propose", what="save")
        await bob.reach(answer["v"])
        took.append((perf_counter() - began) * 1000)
        for table in (ann, bob):
            table.frames.clear()
            table.raw.clear()
    return took


async def measure(data: Path, watchers: int) -> None:
    server = ServerProcess(data)
    await server.start()
    try:
        quiet, watched = await sit_down(server), await sit_down(server)
        stalled: Guest = await guest(server, "Eve")
        sleepers = [await Sleeper.at(stalled, watched[0].match) for _ in range(watchers)]
        for table in (quiet, watched):
            await moves(*table, FILLING)
        took: dict[str, list[float]] = {"without": [], "with": []}
        for _ in range(ROUNDS):
            took["without"] += await moves(*quiet, MOVES)
            took["with"] += await moves(*watched, MOVES)
        for name, times in took.items():
            print(
                f"{name:8} median {median(times):.3f} ms, 95 % {quantiles(times, n=20)[-1]:.3f} ms, {len(times)} moves"
            )
        print(f"ratio    {median(took['with']) / median(took['without']):.3f} with {watchers} stalled watchers")
        for sleeper in sleepers:
            sleeper.cut()
        for person in (*quiet, *watched):
            await person.hang_up()
    finally:
        await server.stop()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder) / "data", int(sys.argv[1]) if len(sys.argv) > 1 else 1))
