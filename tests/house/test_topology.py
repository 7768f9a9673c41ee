"""What docker-compose.yml describes, without containers: its proxy before two servers on one store."""

import asyncio
import http.client
import json
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from redis.asyncio import Redis

from kit.caddy import find, proxy
from kit.client import Guest, Table, guest, play_cards
from kit.compose import compose
from kit.server import PATIENCE, ServerProcess
from kit.store import store_url

__all__ = ["store_url"]

Topology = tuple[ServerProcess, list[ServerProcess]]


@pytest.fixture
async def topology(store_url: str, tmp_path: Path) -> AsyncIterator[Topology]:
    """The proxy's address, and the servers behind it."""
    program = find()
    if program is None:
        pytest.skip("no Caddy on PATH, and none could be installed: apt-get install caddy")
    notice = str(compose()["services"]["server"]["environment"]["SCHNAPSEN_NOTICE_MS"])
    servers = [
        ServerProcess(
            tmp_path / name,
            REDIS_URL=store_url,
            SCHNAPSEN_SECRET="the same for both",
            SCHNAPSEN_NOTICE_MS=notice,
            SCHNAPSEN_TRUSTED_PROXIES=json.dumps(["127.0.0.1"]),
        )
        for name in ("one", "other")
    ]
    await asyncio.gather(*(server.start() for server in servers))
    address = ServerProcess(tmp_path)
    async with proxy(program, tmp_path, [server.port for server in servers]) as address.port:
        yield address, servers
    await asyncio.gather(*(server.stop() for server in servers))
    for server in servers:
        assert "Traceback" not in "".join(server.output), "".join(server.output)


async def name_of(server: ServerProcess, who: Guest) -> str:
    """What the process of this server is called."""
    async with replace(who, server=server).connect() as table:
        return table.served_by


async def dialled(who: Guest) -> Table:
    table = who.connect()
    await table.dial()
    return table


async def test_a_match_goes_on_when_one_of_the_servers_is_replaced(topology: Topology) -> None:
    address, servers = topology
    ann, bob = [await guest(address, name) for name in ("Ann", "Bob")]
    match, invite = await ann.open(clock={"bank_ms": 300_000, "increment_ms": 0})
    tables = [await dialled(ann), await dialled(bob)]
    await tables[0].join(match)
    await tables[1].join(match, invite)
    await tables[0].reach(tables[1].v)
    names = {await name_of(server, ann): server for server in servers}
    assert {table.served_by for table in tables} == set(names)  # each goes to the one with fewer
    await play_cards(tables, 2)

    leaving, staying = tables
    gone = names[leaving.served_by]
    stopping = asyncio.create_task(gone.stop())
    assert await leaving.closed() == 1012
    assert (await leaving.resume())["recovered"] is True
    assert leaving.served_by == staying.served_by
    assert await stopping == 0
    await play_cards(tables, 2)
    await (await dialled(ann)).hang_up()  # nobody notices that one of them is missing

    await gone.start()
    new = await name_of(gone, ann)
    async with asyncio.timeout(PATIENCE):
        while (table := await dialled(ann)).served_by != new:
            await table.hang_up()
    await table.join(match)
    assert (await table.reach(staying.v)) is not None
    for one in (*tables, table):
        await one.hang_up()


CALLS = 20
"""The more somebody asked, the longer it is remembered."""


def call_from(source: str, port: int, **headers: str) -> None:
    """Ask for new guests from this address of our own."""
    for _ in range(CALLS):
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE, source_address=(source, 0))
        line.request("POST", "/api/guests", "{}", {"Content-Type": "application/json", **headers})
        assert line.getresponse().status == 201
        line.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has all of 127.0.0.0/8 for itself")
async def test_only_the_proxy_is_believed_when_it_says_where_somebody_comes_from(
    topology: Topology, store_url: str
) -> None:
    address, (server, _) = topology
    forged = {"X-Forwarded-For": "203.0.113.9"}
    await asyncio.gather(
        asyncio.to_thread(call_from, "127.0.0.5", address.port, **forged),
        asyncio.to_thread(call_from, "127.0.0.6", server.port, **forged),
    )
    async with Redis.from_url(store_url, decode_responses=True) as redis:
        counted = {str(key).rpartition(":")[2] for key in await redis.keys("limit:guests:*")}
    assert {"127.0.0.5", "127.0.0.6"} <= counted
    assert "203.0.113.9" not in counted
