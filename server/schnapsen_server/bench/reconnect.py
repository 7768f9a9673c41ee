"""`schnapsen bench reconnect`: everybody at the tables of a server loses the line at once, and comes back.

An error is who is not back, or not to what he knew, or was refused; `not_now` counts who was asked to try again.
"""

import asyncio
import contextlib
import json
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable

from .figures import show, spread
from .people import NOT_NOW, Person, Someone
from .servers import Fleet, fleet
from .trouble import say

AT_ONCE = 20
"""So many tables are opened at a time, and so many people come to them."""
PATIENCE = 120
"""Seconds in which everybody must be back."""
BIN_MS, MOST_BINS = 100, 100


def main(sockets: int, seed: int | None, *, as_json: bool) -> bool:
    """Print what came of it; true if everybody came back to what he knew, without any error."""
    seed = random.randrange(2**32) if seed is None else seed
    figures = asyncio.run(run(sockets, random.Random(seed))) | {"seed": seed}
    if as_json:
        print(json.dumps(figures))
    else:
        show(figures)
    return bool(figures["kept"])


async def run(sockets: int, chance: random.Random) -> dict[str, object]:
    """Two sockets to a table. First all lines are cut, then the server is killed and started again."""
    async with fleet(1) as them:
        people = await gather(sockets, them, chance)
        lives = [asyncio.create_task(come(person, number)) for number, person in enumerate(people)]
        try:
            await until(lambda: all(person.here for person in people), lives)
            say(f"{len(people)} people are at their tables")
            after = {
                "cut": await lose_all(lambda: cut(people), people, lives),
                "killed": await lose_all(lambda: kill(them), people, lives),
            }
        finally:
            for life in lives:
                life.cancel()
            await asyncio.gather(*lives, return_exceptions=True)
        complaints = sum(server.complaints for server in them.servers)
    return {
        "kept": not any(figures["errors"] for figures in after.values()),
        "sockets": len(people),
        **after,
        "warnings": complaints,
    }


async def gather(sockets: int, them: Fleet, chance: random.Random) -> list[Person]:
    few = asyncio.Semaphore(AT_ONCE)

    async def table(number: int) -> list[Person]:
        ann, bob = Someone.new(them, 2 * number), Someone.new(them, 2 * number + 1)
        async with few:
            match, invite = await ann.open(them.servers[0], clock=None)
        return [Person(ann, them.servers, chance, match), Person(bob, them.servers, chance, match, invite)]

    return [person for two in await asyncio.gather(*map(table, range(sockets // 2))) for person in two]


async def come(person: Person, number: int) -> None:
    await asyncio.sleep(number // AT_ONCE * 0.1)
    await person.live()


async def cut(people: list[Person]) -> None:
    for person in people:
        person.cut()


async def kill(them: Fleet) -> None:
    await them.servers[0].kill()
    await them.servers[0].start()


async def lose_all(
    lose: Callable[[], Awaitable[None]], people: list[Person], lives: list[asyncio.Task[None]]
) -> dict[str, object]:
    """Returns when everybody is back."""
    before = [len(person.arrivals) for person in people]
    for person in people:
        person.faults.clear()
    began = time.monotonic()
    await lose()
    with contextlib.suppress(TimeoutError):
        await until(lambda: all(len(p.arrivals) > count for p, count in zip(people, before, strict=True)), lives)
    back = [p.arrivals[count] - began for p, count in zip(people, before, strict=True) if len(p.arrivals) > count]
    faults = Counter[str]()
    for code, times in (item for person in people for item in person.faults.items()):
        faults["not now" if code in NOT_NOW else "other"] += times
    unsure = sum(not person.last_joined().recovered for person in people)
    arrivals = Counter(int((at - began) * 1000 / BIN_MS) for person in people for at in person.dials if at >= began)
    say(f"{len(back)} of {len(people)} are back")
    return {
        "errors": len(people) - len(back) + faults["other"] + unsure,
        "not_now": faults["not now"],
        f"dials_per_{BIN_MS}_ms": [arrivals[number] for number in range(min(MOST_BINS, max(arrivals, default=-1) + 1))],
        "live_ms": spread(seconds * 1000 for seconds in back),
    }


async def until(holds: Callable[[], bool], lives: list[asyncio.Task[None]]) -> None:
    """Raises TimeoutError; and what broke a person, which is a fault of the bench."""
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.05)
            for life in lives:
                if life.done():
                    life.result()
