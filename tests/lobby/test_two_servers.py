"""Two servers on one store: one list, one queue, one winner of each race; and what is left when one is killed."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from redis.asyncio import Redis

from kit.client import Guest, Table, guest
from kit.lobby import SEEK, came, listed, lobby_until
from kit.server import ServerProcess

RACES = 20


@pytest.fixture
async def servers(redis: Redis, store_url: str, tmp_path: Path) -> AsyncIterator[tuple[ServerProcess, ServerProcess]]:
    one, other = (ServerProcess(tmp_path / name, REDIS_URL=store_url) for name in ("one", "other"))
    await asyncio.gather(one.start(), other.start())
    yield one, other
    await asyncio.gather(one.stop(), other.stop())
    assert "Traceback" not in "".join(one.output + other.output), "".join(one.output + other.output)


def at(server: ServerProcess, who: Guest) -> Table:
    """A connection of this guest to that server."""
    return replace(who, server=server).connect()


async def test_of_two_who_want_one_seat_one_gets_it_and_the_other_watches(
    servers: tuple[ServerProcess, ServerProcess],
) -> None:
    one, other = servers
    hosts = [await guest(one) for _ in range(RACES)]
    bob, cat = await guest(one), await guest(one)
    async with at(one, bob) as b, at(other, cat) as c:
        for host in hosts:
            match = await listed(host)
            first = await asyncio.gather(b.join(match, sit=True), c.join(match, sit=True))
            refused = [frame for frame in first if frame["t"] == "fault"]
            assert [frame["code"] for frame in refused] == ["SEAT_TAKEN"]
            loser = b if first[0]["t"] == "fault" else c
            assert (await loser.until("joined"))["seat"] is None
            assert sorted(str(table.view["viewer"]) for table in (b, c)) == ["1", "None"]
            winner = c if loser is b else b
            await winner.submit("resign_match")


async def test_players_of_a_killed_server_meet_on_the_other_and_its_rows_heal(
    servers: tuple[ServerProcess, ServerProcess],
) -> None:
    one, other = servers
    ann, bob, cat, dan, eve, fay = [await guest(other) for _ in range(6)]
    async with at(one, ann) as a, at(one, bob) as b, at(one, cat) as c, at(one, dan) as d, at(other, eve) as e:
        played, left = await listed(ann), await listed(cat)
        await a.join(played)
        await b.join(played, sit=True)
        await c.join(left)
        await d.send(SEEK)
        since = (await d.until("seeking"))["since"]
        await e.send({"t": "enter_lobby"})
        await lobby_until(e, lambda rows: rows.get(played, {}).get("t") == "live" and left in rows)
        await one.kill()
        async with at(other, dan) as d2, at(other, fay) as f, at(other, ann) as a2, at(other, bob) as b2:
            await d2.send(SEEK)
            assert (await d2.until("seeking"))["since"] == since
            await f.send(SEEK)
            assert (await d2.until("paired"))["match"] == (await f.until("paired"))["match"]
            await a2.join(played)
            await b2.join(played)
            await e.send({"t": "enter_lobby"})
            await lobby_until(e, lambda rows: left not in rows and rows.get(played, {}).get("t") == "live")
    await one.start()


async def test_the_position_in_the_list_is_good_at_every_server(servers: tuple[ServerProcess, ServerProcess]) -> None:
    one, other = servers
    ann, eve = await guest(one), await guest(one)
    async with at(one, ann) as a, at(one, eve) as e, at(other, eve) as there:
        await e.send({"t": "enter_lobby"})
        seen = await e.until("lobby")
        match = await listed(ann)
        await a.join(match)
        await lobby_until(e, lambda rows: match in rows)
        await there.send({"t": "enter_lobby", "epoch": seen["epoch"], "version": seen["v"]})
        back = await there.until("lobby")
        assert back["recovered"] is True
        if match not in [row["match"] for row in back["tables"]]:
            await lobby_until(there, lambda rows: match in rows)


async def test_whose_opponent_never_came_is_told_so_and_waits_before_everybody_else(
    servers: tuple[ServerProcess, ServerProcess], redis: Redis
) -> None:
    one, other = servers
    ann, bob, eve = [await guest(one) for _ in range(3)]
    async with at(one, ann) as a, at(other, bob) as b, at(other, eve) as e:
        await a.send(SEEK)
        since = (await a.until("seeking"))["since"]
        await b.send(SEEK)
        match = (await a.until("paired"))["match"]
        b.cut()
        await a.join(match)
        await came(redis, match)
        await redis.zadd("{lobby}:due", {match: 1})  # the time for coming is up
        assert (await a.until("seeking"))["since"] == since
        assert (await a.join(match))["view"]["called_off"] == "aborted"
        await e.send(SEEK)
        again = (await a.until("paired"))["match"]
        assert (await e.until("paired"))["match"] == again != match
        assert (await a.join(again))["view"]["phase"] == "playing"
