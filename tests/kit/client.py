"""A client written from the protocol's page alone: guests with tokens, sockets that join, submit and come back."""

import asyncio
import contextlib
import itertools
import json
from dataclasses import dataclass
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, ConnectionClosedError

from .server import PATIENCE, ServerProcess

Frame = dict[str, Any]


@dataclass
class Guest:
    """Somebody with a token."""

    server: ServerProcess
    player: str
    name: str
    token: str

    async def open(self, preset: str = "seed", versus: str = "human", **terms: object) -> tuple[str, str | None]:
        """A new table: the match and the invite key."""
        status, answer = await self.server.ask(
            "POST", "/api/matches", {"preset": preset, "versus": versus, **terms}, token=self.token
        )
        assert status == 201, answer
        return answer["match"], answer["invite"]

    def connect(self) -> "Table":
        return Table(self)


async def guest(server: ServerProcess, name: str | None = None) -> Guest:
    status, answer = await server.ask("POST", "/api/guests", {} if name is None else {"name": name})
    assert status == 201, answer
    return Guest(server, answer["player"], answer["name"], answer["token"])


class Table:
    """One socket of a guest. Keeps the newest view, its version, and every frame that came."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.match = ""
        self.epoch = ""
        self.v = 0
        self.written_at = 0
        self.view: Frame = {}
        self.frames: list[Frame] = []
        self.raw: list[str] = []
        self._ids = itertools.count(1)
        self._socket: ClientConnection | None = None

    async def __aenter__(self) -> Self:
        await self.dial()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.hang_up()

    async def dial(self, **options: Any) -> Frame:
        """Connect and say hello."""
        self._socket = await connect(
            f"ws://127.0.0.1:{self.guest.server.port}/ws",
            additional_headers={"Authorization": f"Bearer {self.guest.token}"},
            compression=None,
            max_size=None,
            open_timeout=PATIENCE,
            ping_interval=None,
            proxy=None,
            **options,
        )
        await self.send({"t": "hello", "protocol": 1})
        return await self.until("welcome")

    @property
    def served_by(self) -> str:
        """The process at the other end."""
        assert self._socket is not None
        assert self._socket.response is not None
        return self._socket.response.headers["X-Served-By"]

    async def hang_up(self) -> None:
        if self._socket is not None:
            await self._socket.close()

    def cut(self) -> bool:
        """Drop the line without a word. Says whether there was one."""
        if self._socket is None or self._socket.transport.is_closing():
            return False
        self._socket.transport.abort()
        return True

    async def send(self, frame: Frame | str | bytes) -> None:
        assert self._socket is not None
        await self._socket.send(json.dumps(frame) if isinstance(frame, dict) else frame)

    async def receive(self) -> Frame:
        """The next frame; the view and the version are taken from it."""
        assert self._socket is not None
        async with asyncio.timeout(PATIENCE):
            text = await self._socket.recv()
        assert isinstance(text, str)
        frame: Frame = json.loads(text)
        self.raw.append(text)
        self.frames.append(frame)
        if frame["t"] in ("joined", "update") and frame["v"] >= self.v:
            self.v, self.written_at, self.view = frame["v"], frame["at"], frame["view"]
        if frame["t"] == "joined":
            self.match, self.epoch = frame["match"], frame["epoch"]
            self.v, self.written_at, self.view = frame["v"], frame["at"], frame["view"]
        return frame

    async def until(self, *kinds: str) -> Frame:
        """The next frame of one of these kinds."""
        async with asyncio.timeout(PATIENCE):
            while (frame := await self.receive())["t"] not in kinds:
                pass
        return frame

    async def join(self, match: str, invite: str | None = None, **more: object) -> Frame:
        await self.send({"t": "join", "match": match, **({} if invite is None else {"invite": invite}), **more})
        return await self.until("joined", "fault")

    async def resume(self) -> Frame:
        """Come back after a lost line."""
        await self.dial()
        position = {"match": self.match, "epoch": self.epoch, "version": self.v, "at": self.written_at}
        await self.send({"t": "resume", **position})
        return await self.until("joined", "fault")

    async def submit(
        self, command: str, *, command_id: str | None = None, version: int | None = None, **fields: object
    ) -> Frame:
        """Submit and wait for the answer: an ack, a refusal or a fault."""
        frame: Frame = {"t": "submit", "id": command_id or f"c{next(self._ids)}", "command": {"t": command, **fields}}
        if version is not None:
            frame["version"] = version
        await self.send(frame)
        while True:
            answer = await self.until("ack", "refused", "fault")
            if answer.get("id") == frame["id"]:
                return answer

    async def reach(self, version: int) -> Frame:
        """Wait until the view of at least this version is here."""
        async with asyncio.timeout(PATIENCE):
            while self.v < version:
                await self.receive()
        return self.view

    async def lost(self) -> None:
        """Read on until the line breaks."""
        with contextlib.suppress(ConnectionClosedError):
            while True:
                await self.receive()

    async def closed(self) -> int:
        """Read on until the server closes; returns the close code."""
        assert self._socket is not None
        with contextlib.suppress(ConnectionClosed):
            while True:
                await self.receive()
        assert self._socket.close_code is not None
        return self._socket.close_code


def command_of(move: str) -> Frame:
    """The command of a word from a view's `legal`."""
    kind, _, card = move.partition(":")
    names = {"play": "play_card", "marriage": "declare_marriage", "close": "close_stock", "exchange": "exchange_trump"}
    return {"t": names.get(kind, kind), **({"card": card} if card else {})}


async def play_cards(tables: list[Table], cards: int) -> None:
    """So many cards by the players among these; each is seen at every table."""
    for _ in range(cards):
        player = next(table for table in tables if table.view["legal"])
        command = command_of(next(move for move in player.view["legal"] if move.startswith("play")))
        answer = await player.submit(command["t"], card=command["card"])
        assert answer["t"] == "ack", answer
        for table in tables:
            await table.reach(answer["v"])
