"""A watcher who reads nothing: the players do not notice, the house keeps little for him, and lets him go."""

import asyncio
import signal
import socket
from collections.abc import AsyncIterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest

from kit.client import Guest, Table, guest
from kit.server import PATIENCE, ServerProcess
from kit.sleeper import BUFFER, Sleeper
from kit.store import store_url
from schnapsen_server import app
from schnapsen_server.listener import bound
from schnapsen_server.rooms.outbox import MAX_BYTES, MAX_FRAMES, Outbox
from schnapsen_server.settings import Settings
from schnapsen_server.web import server as under
from schnapsen_server.web import socket as door
from schnapsen_server.web.house import House
from schnapsen_server.web.transport import WebsocketTransport

__all__ = ["store_url"]

TALK = MAX_FRAMES + 400
"""More updates than an outbox and the buffers behind it hold."""


@dataclass
class Inside:
    """A server in this process, so that a test can look into the outboxes."""

    address: ServerProcess
    server: under.Server
    sockets: door.Sockets

    def outbox_of(self, player: str) -> Outbox:
        (found,) = (session.outbox for session in self.sockets._open if session._player == player)
        return found

    def is_connected(self, player: str) -> bool:
        return any(session._player == player for session in self.sockets._open)


@pytest.fixture
async def inside(store_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Inside]:
    built: dict[str, object] = {}

    class Sockets(door.Sockets):
        def __init__(self, house: House) -> None:
            super().__init__(house)
            built["sockets"] = self

    class Server(under.Server):
        def __init__(self, *args: object) -> None:
            super().__init__(*args)  # type: ignore[arg-type]
            built["server"] = self

    monkeypatch.setattr(app, "Sockets", Sockets)
    monkeypatch.setattr(app, "Server", Server)
    address = ServerProcess(tmp_path)
    with bound("127.0.0.1", 0) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER)  # and so has every line that it accepts
        address.port = listener.getsockname()[1]
        settings = Settings(data=tmp_path, redis_url=store_url, frames_per_second=1000)
        handlers = {caught: signal.getsignal(caught) for caught in (signal.SIGTERM, signal.SIGINT)}
        serving = asyncio.create_task(app.serve(settings, listener, under.Stopping(PATIENCE), lambda _: None))
        async with asyncio.timeout(PATIENCE):
            assert (await address.ask("GET", "/ready"))[0] == 200
        inside = Inside(address, built["server"], built["sockets"])  # type: ignore[arg-type]
        yield inside
        inside.server.should_exit = True
        await serving
        for caught, handler in handlers.items():
            signal.signal(caught, handler)


async def sit_down(server: ServerProcess) -> tuple[Table, Table, Guest]:
    ann, bob, eve = [await guest(server, name) for name in ("Ann", "Bob", "Eve")]
    match, invite = await ann.open()
    tables = ann.connect(), bob.connect()
    for table in tables:
        await table.dial()
        await table.join(match, invite)
    await tables[0].reach(tables[1].v)
    return *tables, eve


async def talk(ann: Table, bob: Table, updates: int) -> None:
    """So many updates: Ann proposes a pause, and takes it back."""
    for number in range(updates):
        answer = await ann.submit("decline" if number % 2 else "propose", what="save")
        assert answer["t"] == "ack", answer
        await bob.reach(answer["v"])


async def test_what_waits_for_a_watcher_who_reads_nothing_stays_bounded(inside: Inside) -> None:
    ann, bob, eve = await sit_down(inside.address)
    sleeper = await Sleeper.at(eve, ann.match)
    outbox, most = inside.outbox_of(eve.player), 0
    for _ in range(TALK // 10):
        await talk(ann, bob, 10)
        most = max(most, len(outbox))
        assert len(outbox) <= MAX_FRAMES
        assert outbox.waiting_bytes <= MAX_BYTES
    assert most > MAX_FRAMES / 2  # it did wait for him
    assert len(outbox) < MAX_FRAMES / 2  # and was emptied
    assert [frame["v"] for frame in bob.frames if frame["t"] == "update"] == list(
        range(bob.frames[1]["v"] + 1, bob.v + 1)
    )

    await sleeper.reach(bob.v)  # he wakes up: in order, then one jump to the newest
    told = [frame for frame in sleeper.frames if frame["t"] in ("joined", "update")]
    jumps = [after for before, after in pairwise(told) if after["v"] != before["v"] + 1]
    assert [(frame["v"], frame["events"]) for frame in jumps] == [(bob.v, [])]
    assert sleeper.view == {
        **bob.view,
        "viewer": None,
        "seats": sleeper.view["seats"],
        "legal": [],
        "blocked": {},
        "concede_cost": None,
        "may_abort": False,
    }
    sleeper.cut()
    for table in (ann, bob):
        await table.hang_up()


async def test_who_takes_nothing_for_long_is_told_so_and_let_go(
    inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "STALLED_SECONDS", 0.2)
    ann, bob, eve = await sit_down(inside.address)
    sleeper = await Sleeper.at(eve, ann.match)
    while inside.is_connected(eve.player):
        await talk(ann, bob, 10)
    assert await sleeper.closed() == 1013
    await talk(ann, bob, 10)
    assert bob.view["phase"] == "playing"
    for table in (ann, bob):
        await table.hang_up()


async def test_a_line_on_which_nobody_reads_even_the_goodbye_is_dropped(
    inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "STALLED_SECONDS", 0.2)
    dropped = asyncio.Event()
    lost = WebsocketTransport.connection_lost

    def noted(self: WebsocketTransport, error: Exception | None) -> None:
        lost(self, error)
        if self.close_sent:
            dropped.set()

    monkeypatch.setattr(WebsocketTransport, "connection_lost", noted)
    begin = WebsocketTransport.__init__

    def impatient(self: WebsocketTransport, *args: object, **more: object) -> None:
        begin(self, *args, **more)  # type: ignore[arg-type]
        self.close_timeout = 0.2

    monkeypatch.setattr(WebsocketTransport, "__init__", impatient)
    ann, bob, eve = await sit_down(inside.address)
    sleeper = await Sleeper.at(eve, ann.match)
    while inside.is_connected(eve.player):
        await talk(ann, bob, 10)
    async with asyncio.timeout(PATIENCE):
        await dropped.wait()
    sleeper.cut()
    for table in (ann, bob):
        await table.hang_up()


async def test_a_burst_reaches_a_client_that_paused_in_order_and_whole(inside: Inside) -> None:
    ann, bob, eve = await sit_down(inside.address)
    sleeper = await Sleeper.at(eve, ann.match)
    first = sleeper.v
    paused_until = asyncio.get_running_loop().time() + 0.5
    await talk(ann, bob, 300)
    await asyncio.sleep(max(0.0, paused_until - asyncio.get_running_loop().time()))
    await sleeper.reach(bob.v)
    updates = [frame for frame in sleeper.frames if frame["t"] == "update"]
    assert [frame["v"] for frame in updates] == list(range(first + 1, first + 301))
    assert all(len(frame["events"]) == 1 for frame in updates)
    sleeper.cut()
    for table in (ann, bob):
        await table.hang_up()
