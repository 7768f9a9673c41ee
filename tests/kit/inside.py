"""A server in the test's own process: outboxes can be looked into, and its patience can be shortened."""

import asyncio
import signal
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from schnapsen_server import app
from schnapsen_server.listener import bound
from schnapsen_server.rooms.outbox import Outbox
from schnapsen_server.settings import Settings
from schnapsen_server.web import server as under
from schnapsen_server.web import socket as door
from schnapsen_server.web import transport
from schnapsen_server.web.house import House

from .server import PATIENCE, ServerProcess
from .sleeper import BUFFER


@dataclass
class Inside:
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
    monkeypatch.setattr(transport, "KERNEL_BUFFER", BUFFER)
    address = ServerProcess(tmp_path)
    with bound("127.0.0.1", 0) as listener:
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
