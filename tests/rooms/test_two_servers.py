"""Two real servers on one store: who is here, whose time is up, and what is charged when both are killed."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from kit.client import Frame, Guest, Table, guest
from kit.proxy import Proxy
from kit.server import ServerProcess
from schnapsen_server.store.open import Store

Two = tuple[ServerProcess, ServerProcess]
SHORT = {"bank_ms": 10_000, "increment_ms": 0}


@pytest.fixture
async def servers(store: Store, store_url: str, tmp_path: Path) -> AsyncIterator[Two]:
    one, other = (ServerProcess(tmp_path / name, REDIS_URL=store_url) for name in ("one", "other"))
    await asyncio.gather(one.start(), other.start())
    yield one, other
    await asyncio.gather(one.stop(), other.stop())
    assert "Traceback" not in "".join(one.output + other.output), "".join(one.output + other.output)


def at(server: ServerProcess, who: Guest) -> Table:
    """A connection of this guest to that server."""
    return replace(who, server=server).connect()


async def seated(server: ServerProcess) -> tuple[str, Guest, Guest]:
    ann, bob = await guest(server, "Ann"), await guest(server, "Bob")
    match, invite = await ann.open(clock=SHORT)
    async with bob.connect() as table:
        await table.join(match, invite)
    return match, ann, bob


async def present(table: Table, seats: list[bool]) -> Frame:
    while (frame := await table.until("presence"))["seats"] != seats:
        pass
    return frame


async def lead(table: Table) -> int:
    card = next(move for move in table.view["legal"] if move.startswith("play"))[-2:]
    v: int = (await table.submit("play_card", card=card))["v"]
    return v


async def both_have_played(one: Table, two: Table) -> Table:
    """Two cards; the answer is whose clock runs then."""
    for _ in range(2):
        first, second = (one, two) if one.view["legal"] else (two, one)
        v = await lead(first)
        await asyncio.gather(first.reach(v), second.reach(v))
    return one if one.view["viewer"] == one.view["clock"]["running"] else two


async def test_each_server_knows_whom_the_other_has_and_when_it_is_dead(servers: Two) -> None:
    one, other = servers
    match, ann, bob = await seated(one)
    async with at(one, ann) as a, at(other, bob) as b:
        await a.join(match)
        await b.join(match)
        for table in (a, b):
            await present(table, [True, True])
        await a.send({"t": "leave"})
        assert (await present(b, [False, True]))["grace"][0] <= 15_000
        await a.join(match)
        await present(b, [True, True])
        await one.kill()
        assert (await present(b, [False, True]))["grace"][0] > 15_000
        async with at(other, ann) as again:
            await again.join(match)
            await present(b, [True, True])
    await one.start()


async def test_two_servers_say_once_that_the_time_is_up(servers: Two) -> None:
    one, other = servers
    match, ann, bob = await seated(one)
    async with at(one, ann) as a, at(other, bob) as b:
        await a.join(match)
        await b.join(match)
        slow = await both_have_played(a, b)
        for table in (a, b):
            while table.view["phase"] != "match_over":
                await table.until("update")
            assert (table.view["ended_by"], table.view["winner"]) == ("time", 1 - slow.view["viewer"])
        assert a.v == b.v
        assert (await b.submit("say", phrase="good_game"))["v"] == a.v + 1


@pytest.mark.slow
async def test_a_night_without_servers_costs_nobody_his_clock(servers: Two) -> None:
    one, other = servers
    match, ann, bob = await seated(one)
    async with at(one, ann) as a, at(other, bob) as b:
        await a.join(match)
        await b.join(match)
        slow = await both_have_played(a, b)
        await asyncio.gather(one.kill(), other.kill())
    await asyncio.sleep(SHORT["bank_ms"] / 1000 + 1)  # the night: longer than any of the clocks
    await asyncio.gather(one.start(), other.start())
    async with at(one, slow.guest) as back:
        view = (await back.join(match))["view"]
        assert view["phase"] == "playing"
        await back.reach(await lead(back))
        assert back.view["clock"]["left"][view["viewer"]] > 0


async def test_a_wake_up_call_that_is_lost_is_noticed_at_the_next_heartbeat(
    store: Store, store_url: str, tmp_path: Path
) -> None:
    async with Proxy(store_url) as proxy:
        one = ServerProcess(tmp_path / "one", REDIS_URL=store_url)
        deaf = ServerProcess(tmp_path / "deaf", REDIS_URL=proxy.url)
        await asyncio.gather(one.start(), deaf.start())
        match, ann, bob = await seated(one)
        async with at(one, ann) as a, at(deaf, bob) as b:
            await a.join(match)
            await b.join(match)
            for table in (a, b):
                await present(table, [True, True])
            first = a if a.view["legal"] else b
            if first is b:
                await a.reach(await lead(b))
            proxy.loses_wake_ups = True
            count = len(b.frames)
            v = await lead(a)
            await b.reach(v)
            meanwhile = [frame for frame in b.frames[count:] if frame["t"] == "beat" and frame["v"] < v]
            assert 1 <= len(meanwhile) <= 2  # one may have been under way when the card fell
            assert proxy.lost > 0
            proxy.loses_wake_ups = False
        await asyncio.gather(one.stop(), deaf.stop())
