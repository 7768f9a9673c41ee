"""The line to the store answers everybody, also those it cannot serve."""

import asyncio

import pytest

from kit.proxy import Proxy
from schnapsen_server.store.address import open_client
from schnapsen_server.store.contract import Unavailable
from schnapsen_server.store.line import BATCH, Line
from schnapsen_server.store.script import Script

ECHO = "return ARGV[1]"


async def test_everybody_gets_the_own_answer_and_all_share_a_few_round_trips(store_url: str) -> None:
    line = Line(open_client(store_url))
    answers = await asyncio.gather(*(line.ask("ECHO", i) for i in range(2 * BATCH)))
    assert answers == [str(i).encode() for i in range(2 * BATCH)]
    assert line.round_trips == 2
    await line.close()


async def test_a_script_that_fails_fails_its_caller_alone(store_url: str) -> None:
    line = Line(open_client(store_url))
    script = Script(line, "if ARGV[1] == '1' then return redis.call('NONSENSE') end return ARGV[1]")
    good, bad, other = await asyncio.gather(*(script((), i) for i in range(3)), return_exceptions=True)
    assert (good, other) == (b"0", b"2")
    assert isinstance(bad, Unavailable)
    await line.close()


async def test_one_more_than_may_wait_is_refused_at_once(store_url: str) -> None:
    line = Line(open_client(store_url), waiting=5)
    outcomes = await asyncio.gather(*(line.ask("ECHO", i) for i in range(6)), return_exceptions=True)
    assert outcomes[:5] == [b"0", b"1", b"2", b"3", b"4"]
    assert isinstance(outcomes[5], Unavailable)
    await line.close()


async def test_whoever_waits_at_the_close_is_told(store_url: str) -> None:
    line = Line(open_client(store_url))
    waiting = asyncio.create_task(line.ask("ECHO", 1))
    await asyncio.sleep(0)
    await line.close()
    with pytest.raises(Unavailable):
        await waiting
    with pytest.raises(Unavailable):
        await line.ask("ECHO", 1)


async def test_one_who_gives_up_before_his_turn_is_not_asked_for_and_holds_up_nobody(store_url: str) -> None:
    line = Line(open_client(store_url), at_once=1)
    await line.ask("SET", "given-up", "no")
    first = asyncio.create_task(line.ask("ECHO", 1))
    gone = asyncio.create_task(line.ask("SET", "given-up", "yes"))
    await asyncio.sleep(0)
    gone.cancel()
    assert await first == b"1"
    assert await line.ask("GET", "given-up") == b"no"
    await line.close()


async def test_who_waits_for_his_turn_longer_than_the_patience_with_the_store_is_answered(store_url: str) -> None:
    async with Proxy(store_url) as proxy:
        line = Line(open_client(proxy.url), patience=1.5, at_once=1)
        await line.ask("ECHO", "connected")
        proxy.delay = lambda: 0.5
        answers = await asyncio.gather(*(line.ask("ECHO", i) for i in range(4 * BATCH)))
        assert answers == [str(i).encode() for i in range(4 * BATCH)]
        await line.close()
