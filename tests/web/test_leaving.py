"""The end of a process: told to all, paid by nobody's clock, held up by nothing."""

import asyncio
import json
import os
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from kit.client import guest, play_cards
from kit.processes import all_gone, frozen
from kit.referee import Referee
from kit.server import PATIENCE, ServerProcess
from kit.sleeper import Sleeper
from kit.store import store, store_url
from schnapsen_server.store.binary import find_binary
from schnapsen_server.store.embedded import Embedded
from schnapsen_server.store.open import Store
from schnapsen_server.web.leaving import COMING_BACK_MS, FIRST_BACK_MS, LAST_BACK_MS, evenly_spread

__all__ = ["store", "store_url"]


@pytest.fixture
async def pair(store_url: str, tmp_path: Path) -> AsyncIterator[tuple[ServerProcess, ServerProcess]]:
    """Two servers on one store."""
    one, other = (ServerProcess(tmp_path / name, REDIS_URL=store_url) for name in ("one", "other"))
    await asyncio.gather(one.start(), other.start())
    yield one, other
    await asyncio.gather(one.stop(), other.stop())
    assert "Traceback" not in "".join(one.output + other.output), "".join(one.output + other.output)


async def test_a_proxy_can_see_it_before_the_door_is_closed(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, SCHNAPSEN_NOTICE_MS="2000")
    await server.start()
    async with (await guest(server)).connect() as before:
        stopping = asyncio.create_task(server.stop())
        async with asyncio.timeout(PATIENCE):
            while (answer := await server.ask("GET", "/ready"))[0] == 200:
                pass
        assert answer == (503, {"status": "stopping"})
        assert (await server.ask("GET", "/health"))[0] == 200
        async with (await guest(server)).connect() as after:
            told = [(await table.until("restarting"))["retry_ms"] for table in (before, after)]
            assert told[0] != told[1]
            assert [await table.closed() for table in (before, after)] == [1012, 1012]
    assert await stopping == 0


async def test_the_match_goes_on_at_the_other_server_and_the_clock_stood_meanwhile(
    pair: tuple[ServerProcess, ServerProcess], store: Store
) -> None:
    one, other = pair
    ann, bob = [await guest(one, name) for name in ("Ann", "Bob")]
    match, invite = await ann.open(clock={"bank_ms": 300_000, "increment_ms": 0})
    tables = [ann.connect(), bob.connect()]
    for table in tables:
        await table.dial()
        await table.join(match, None if table.guest is ann else invite)
    await tables[0].reach(tables[1].v)
    await play_cards(tables, 2)
    before = tables[0].view["clock"]
    assert before["running"] is not None
    stopping = asyncio.create_task(one.stop())
    for table in tables:
        assert await table.closed() == 1012
        table.guest = replace(table.guest, server=other)
        assert (await table.resume())["recovered"] is True
    after = tables[0].view["clock"]
    assert (after["running"], after["left"]) == (before["running"], before["left"])
    assert after["at"] >= before["at"] + LAST_BACK_MS + COMING_BACK_MS
    await play_cards(tables, 2)
    for table in tables:
        await table.hang_up()
    assert await stopping == 0
    assert Referee({}, []).read(await store.log.read(match)).wrong == []


def test_all_come_back_at_moments_of_their_own() -> None:
    told, moments = 50, evenly_spread(50)
    slots = [(next(moments) - FIRST_BACK_MS) * told // (LAST_BACK_MS - FIRST_BACK_MS) for _ in range(told)]
    assert all(abs(slot - number) <= 1 for number, slot in enumerate(slots))
    assert all(FIRST_BACK_MS <= next(moments) <= LAST_BACK_MS for _ in range(50))  # and who came meanwhile


class Nuisance:
    """Clients who never read, never finish a request, never shake hands."""

    def __init__(self, server: ServerProcess) -> None:
        self._server = server
        self._lines: list[socket.socket] = []
        self._sleeper: Sleeper | None = None

    async def begin(self) -> None:
        ann, eve = [await guest(self._server, name) for name in ("Ann", "Eve")]
        match, _ = await ann.open()
        self._sleeper = await Sleeper.at(eve, match)
        async with ann.connect() as table:
            await table.join(match)
            for number in range(200):
                await table.submit("decline" if number % 2 else "propose", what="save")
        for _ in range(500):  # more than all buffers on the way to him hold
            await self._sleeper.send({"t": "resume", "match": match, "epoch": self._sleeper.epoch, "version": 0})
        for begun in (
            b"",
            b"GET / HT",
            b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
            b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n",
        ):
            line = socket.create_connection(("127.0.0.1", self._server.port))
            line.sendall(begun)
            self._lines.append(line)

    async def end(self) -> None:
        for line in self._lines:
            line.close()
        if self._sleeper is not None:
            self._sleeper.cut()


async def test_clients_cannot_hold_it_up(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    await server.start()
    nuisance = Nuisance(server)
    await nuisance.begin()
    assert await server.stop() == 0
    await nuisance.end()
    assert "Traceback" not in "".join(server.output)


async def test_a_store_that_hangs_cannot_hold_it_up(tmp_path: Path) -> None:
    store = Embedded(tmp_path / "store", find_binary())
    await store.start()
    server = ServerProcess(tmp_path / "server", REDIS_URL=store.url)
    await server.start()
    async with (await guest(server)).connect() as table:
        await table.join((await table.guest.open(versus="computer"))[0])
        with frozen(store.pid):
            assert await server.stop() == 0
    await store.stop()


@pytest.mark.parametrize("workers", ["1", "2"])
async def test_a_store_of_its_own_that_hangs_is_not_left_behind(tmp_path: Path, workers: str) -> None:
    server = ServerProcess(tmp_path, SCHNAPSEN_WORKERS=workers)
    await server.start()
    store = json.loads((tmp_path / "lock").read_text())["pid"]
    with frozen(store):
        assert await server.stop() == 0
        await all_gone([store])


def test_what_holds_it_up_all_the_same_is_given_up() -> None:
    stuck = "from schnapsen_server.web.server import Stopping; Stopping(0.1).begin(); import time; time.sleep(600)"
    done = subprocess.run([sys.executable, "-c", stuck], env=dict(os.environ), timeout=PATIENCE, check=False)
    assert done.returncode == 0
