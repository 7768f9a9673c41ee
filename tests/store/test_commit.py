"""Group commit answers everybody, also those it cannot serve."""

import asyncio

import pytest

from schnapsen_server.store.address import open_client
from schnapsen_server.store.commit import GroupCommit
from schnapsen_server.store.contract import Unavailable

ECHO = "return ARGV[1]"


async def test_everybody_gets_the_own_answer(store_url: str) -> None:
    commit = GroupCommit(open_client(store_url), ECHO)
    commit.start()
    answers = await asyncio.gather(*(commit.run((f"k{i}",), (i,)) for i in range(2000)))
    assert answers == [str(i).encode() for i in range(2000)]
    await commit.close()


async def test_a_script_that_fails_fails_its_caller_alone(store_url: str) -> None:
    commit = GroupCommit(
        open_client(store_url), "if ARGV[1] == '1' then return redis.call('NONSENSE') end return ARGV[1]"
    )
    commit.start()
    good, bad, other = await asyncio.gather(*(commit.run((), (i,)) for i in range(3)), return_exceptions=True)
    assert (good, other) == (b"0", b"2")
    assert isinstance(bad, Unavailable)
    await commit.close()


async def test_one_more_than_may_wait_is_refused_at_once(store_url: str) -> None:
    commit = GroupCommit(open_client(store_url), ECHO, waiting=5)
    commit.start()
    outcomes = await asyncio.gather(*(commit.run((), (i,)) for i in range(6)), return_exceptions=True)
    assert outcomes[:5] == [b"0", b"1", b"2", b"3", b"4"]
    assert isinstance(outcomes[5], Unavailable)
    await commit.close()


async def test_whoever_waits_at_the_close_is_told(store_url: str) -> None:
    commit = GroupCommit(open_client(store_url), ECHO)
    commit.start()
    waiting = asyncio.create_task(commit.run((), (1,)))
    await asyncio.sleep(0)
    await commit.close()
    with pytest.raises(Unavailable):
        await waiting
    with pytest.raises(Unavailable):
        await commit.run((), (1,))
