"""Callers who give up in the middle of a question, on a slow line: nobody ever gets another's answer."""

import asyncio
import random
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial

import pytest
from redis.asyncio import Redis

from kit.proxy import Proxy
from schnapsen_server.store.address import new_connection, open_client
from schnapsen_server.store.contract import CHECK
from schnapsen_server.store.follow import Wakes
from schnapsen_server.store.line import Line
from schnapsen_server.store.script import Script

ECHO = "return ARGV[1]"
CALLERS, QUESTIONS = 150, 6
SLOWEST = 0.004  # seconds until the line passes something on
Ask = Callable[[int], Awaitable[bytes]]


@pytest.fixture
async def proxy(store_url: str, chance: random.Random) -> AsyncIterator[Proxy]:
    async with Proxy(store_url) as proxy:
        proxy.delay = lambda: chance.uniform(0, SLOWEST)
        yield proxy


async def give_up_at_random(ask: Ask, chance: random.Random) -> tuple[int, int]:
    """How many were answered, each with what he asked for, and how many gave up.

    When somebody gives up goes by how many have been answered: by the time alone, a quick machine had answered all.
    """
    numbers = iter(range(CALLERS * QUESTIONS))
    answered = 0
    one_more = asyncio.Condition()

    async def caller() -> None:
        nonlocal answered
        for _ in range(QUESTIONS):
            number = next(numbers)
            assert await ask(number) == b"%d" % number
            answered += 1
            async with one_more:
                one_more.notify_all()

    async def whim(patience: int | None) -> None:
        task = asyncio.create_task(caller())
        if patience is not None:
            async with one_more:
                await one_more.wait_for(lambda: answered >= patience)
            await asyncio.sleep(chance.uniform(0, SLOWEST))
            task.cancel()
        await asyncio.wait([task])
        if not task.cancelled():
            task.result()

    stay: list[int | None] = [None] * (CALLERS // 2)
    await asyncio.gather(*map(whim, stay + [chance.randrange(CALLERS * QUESTIONS // 3) for _ in stay]))
    return answered, CALLERS * QUESTIONS - answered


async def test_a_line(proxy: Proxy, chance: random.Random) -> None:
    line = Line(open_client(proxy.url), patience=60)
    answered, gave_up = await give_up_at_random(partial(line.ask, "ECHO"), chance)
    assert min(answered, gave_up) > 50
    await line.close()


async def test_a_script(proxy: Proxy, chance: random.Random) -> None:
    line = Line(open_client(proxy.url), patience=60)
    answered, gave_up = await give_up_at_random(partial(Script(line, ECHO), ()), chance)
    assert min(answered, gave_up) > 50
    await line.close()


async def test_the_wake_up_line(proxy: Proxy, chance: random.Random, redis: Redis, match: str) -> None:
    """Each follower who stayed hears what was published on his own channel, and nothing else."""
    wakes = Wakes(partial(new_connection, open_client(proxy.url)), patience=60)
    wakes.start()
    heard: dict[str, asyncio.Queue[int]] = defaultdict(asyncio.Queue)
    stayed = []

    async def follow(number: int) -> None:
        channel = f"{match}{number % 40}"
        task = asyncio.create_task(wakes.follow(channel, heard[f"{number}"].put_nowait))
        if chance.random() < 0.5:
            await asyncio.sleep(chance.uniform(0, 0.02))
            task.cancel()
        await asyncio.wait([task])
        if not task.cancelled():
            task.result()
            stayed.append(number)

    await asyncio.gather(*(follow(number) for number in range(400)))
    assert 100 < len(stayed) < 400
    for channel in range(40):
        await redis.publish(f"{match}{channel}", channel + 1)
    for number in stayed:
        versions = [await heard[f"{number}"].get()]
        while versions[-1] == CHECK:
            versions.append(await heard[f"{number}"].get())
        assert versions[-1] == number % 40 + 1
    await wakes.close()
