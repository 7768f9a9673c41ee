"""A follower hears of every version, or is told to check."""

import asyncio
import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import ConnectionError as LineLost

from kit.server import PATIENCE
from kit.store import EITHER_STORE, entry
from schnapsen_server.store import follow
from schnapsen_server.store.contract import CHECK, Unavailable
from schnapsen_server.store.embedded import Embedded
from schnapsen_server.store.open import Store, open_store

from .conftest import frozen

OWN = ("cmdstat_info", "cmdstat_config", "cmdstat_client")
"""What the tests themselves ask."""


@EITHER_STORE
async def test_a_follower_is_woken_by_another_process(store: Store, other_store: Store, match: str) -> None:
    heard: asyncio.Queue[int] = asyncio.Queue()
    await store.log.follow(match, heard.put_nowait)
    for version in (1, 2):
        await other_store.log.append(match, version - 1, entry(version))
    assert [await heard.get(), await heard.get()] == [1, 2]


@EITHER_STORE
async def test_a_follower_hears_of_its_own_match_alone(store: Store, match: str) -> None:
    heard: dict[str, asyncio.Queue[int]] = {one: asyncio.Queue() for one in "ab"}
    for one in "ab":
        await store.log.follow(match + one, heard[one].put_nowait)
    await store.log.append(match + "b", 0, entry(1))
    assert await heard["b"].get() == 1
    assert heard["a"].empty()


@EITHER_STORE
async def test_who_lets_go_hears_no_more_and_the_other_still_does(store: Store, match: str) -> None:
    gone: list[int] = []
    heard: asyncio.Queue[int] = asyncio.Queue()
    subscription = await store.log.follow(match, gone.append)
    await store.log.follow(match, heard.put_nowait)
    await subscription.close()
    await subscription.close()
    await store.log.append(match, 0, entry(1))
    assert await heard.get() == 1
    assert gone == []


async def test_the_store_is_told_when_nobody_follows_any_more(store: Store, match: str, redis: Redis) -> None:
    subscription = await store.log.follow(match, lambda version: None)
    assert await followers(redis, match) == 1
    await subscription.close()
    while await followers(redis, match):
        pass


@EITHER_STORE
async def test_following_again_at_once_misses_nothing(store: Store, match: str) -> None:
    for version in range(1, 50):
        heard: asyncio.Queue[int] = asyncio.Queue()
        subscription = await store.log.follow(match, heard.put_nowait)
        await store.log.append(match, version - 1, entry(version))
        assert await heard.get() == version
        await subscription.close()
        for _ in range(version % 4):
            await asyncio.sleep(0)


@EITHER_STORE
async def test_following_first_and_reading_then_leaves_no_gap(
    store: Store, other_store: Store, match: str, chance: random.Random
) -> None:
    last = 200

    async def come() -> None:
        heard: asyncio.Queue[int] = asyncio.Queue()
        await store.log.follow(match, heard.put_nowait)
        known = len(await store.log.read(match))
        while known < last:
            version = await heard.get()
            assert version <= known + 1
            known = max(known, version)

    comers = chance.sample(range(1, last), 20)
    async with asyncio.TaskGroup() as tasks:
        for version in range(1, last + 1):
            if version in comers:
                tasks.create_task(come())
            await other_store.log.append(match, version - 1, entry(version))


async def test_a_lost_line_comes_back_and_says_check(
    store: Store, other_store: Store, match: str, redis: Redis
) -> None:
    heard: asyncio.Queue[int] = asyncio.Queue()
    await store.log.follow(match, heard.put_nowait)
    for round_ in range(3):
        await redis.client_kill_filter(_type="pubsub")
        assert await heard.get() == CHECK
        await other_store.log.append(match, round_, entry(round_ + 1))
        assert await heard.get() == round_ + 1


@EITHER_STORE
async def test_a_follower_that_fails_does_not_silence_the_others(store: Store, match: str) -> None:
    failures: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: failures.append(context["exception"]))
    heard: asyncio.Queue[int] = asyncio.Queue()
    await store.log.follow(match, fail_at_once)
    await store.log.follow(match, heard.put_nowait)
    for version in (1, 2):
        await store.log.append(match, version - 1, entry(version))
        assert await heard.get() == version
    assert [type(failure) for failure in failures] == [ZeroDivisionError] * 2


async def test_nobody_follows_a_store_that_stands_still(embedded: Embedded, tmp_path: Path, match: str) -> None:
    async with await open_store(embedded.url, tmp_path, patience=0.2) as store:
        await store.log.follow("another", lambda version: None)
        with frozen(embedded.pid):
            first = asyncio.create_task(store.log.follow(match, lambda version: None))
            await asyncio.sleep(0.1)  # its request is out; the one who comes now must not take that for an answer
            second = store.log.follow(match, lambda version: None)
            outcomes = await asyncio.gather(first, second, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [Unavailable, Unavailable]
        heard: asyncio.Queue[int] = asyncio.Queue()
        await store.log.follow(match, heard.put_nowait)
        await store.log.append(match, 0, entry(1))
        assert await heard.get() in (1, CHECK)


async def test_a_caller_who_gives_up_following_disturbs_nobody(store: Store, match: str, chance: random.Random) -> None:
    heard: asyncio.Queue[int] = asyncio.Queue()
    await store.log.follow(match, heard.put_nowait)
    for i in range(50):
        attempt = asyncio.create_task(store.log.follow(f"{match}{i}", fail_at_once))
        for _ in range(chance.randrange(6)):
            await asyncio.sleep(0)
        attempt.cancel()
        with suppress(asyncio.CancelledError):
            await attempt
    await store.log.append(match, 0, entry(1))
    assert await heard.get() == 1


async def test_a_thousand_matches_are_followed_over_one_connection(store: Store, match: str, redis: Redis) -> None:
    heard: asyncio.Queue[int] = asyncio.Queue()
    lines = await subscribed_lines(redis)
    await asyncio.gather(*(store.log.follow(f"{match}{i}", heard.put_nowait) for i in range(1000)))
    assert await subscribed_lines(redis) - lines == 1
    await asyncio.gather(*(store.log.append(f"{match}{i}", 0, entry(1)) for i in range(1000)))
    assert [await heard.get() for _ in range(1000)] == [1] * 1000


async def test_following_costs_the_same_however_many_matches_are_followed(
    store: Store, match: str, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follow, "PING_EVERY", 0.05)
    for many in (10, 1000):
        await asyncio.gather(*(store.log.follow(f"{match}{i}", fail_at_once) for i in range(many)))
        await redis.config_resetstat()
        asked: dict[str, int] = {}
        while asked.get("cmdstat_ping", 0) < 5:
            await asyncio.sleep(0.05)
            stats = await redis.info("commandstats")
            asked = {name: stat["calls"] for name, stat in stats.items() if not name.startswith(OWN)}
        assert list(asked) == ["cmdstat_ping"]


def fail_at_once(version: int) -> None:
    raise ZeroDivisionError


async def followers(redis: Redis, match: str) -> int:
    return (await redis.pubsub_numsub(f"{{{match}}}:wake"))[0][1]


async def subscribed_lines(redis: Redis) -> int:
    return len([line for line in await redis.client_list() if int(line["sub"]) > 0])


class Doomed(AbstractConnection):
    """A line that is lost when the test says so."""

    def __init__(self) -> None:
        self.is_used, self.is_lost = asyncio.Event(), asyncio.Event()

    def _connect(self) -> Any: ...

    def _host_error(self) -> Any: ...

    def repr_pieces(self) -> Any: ...

    async def connect(self) -> None: ...

    async def disconnect(self, nowait: bool = False, *_: object, **__: object) -> None: ...

    async def read_response(self, *_: object, **__: object) -> None:
        self.is_used.set()
        await self.is_lost.wait()
        raise LineLost("gone")


@pytest.mark.parametrize("steps", range(8))
async def test_it_comes_to_an_end_also_when_the_store_dies_in_the_same_moment(steps: int) -> None:
    line = Doomed()
    wakes = follow.Wakes(lambda: line)
    wakes.start()
    await line.is_used.wait()
    line.is_lost.set()
    for _ in range(steps):
        await asyncio.sleep(0)
    closing = asyncio.create_task(wakes.close())
    await asyncio.wait([closing], timeout=PATIENCE)
    assert closing.done()
