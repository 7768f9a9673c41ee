"""A websocket in a simulated world: what either end sends comes in order, after a while, or never."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from starlette.datastructures import Headers
from starlette.websockets import WebSocketDisconnect

from .loop import Host

if TYPE_CHECKING:
    from .world import World

WINDOW = 4
"""Frames on their way to a client that does not read; then the server's writer waits."""


class Line:
    """The server's end is what `web/socket.py` takes for starlette's websocket; the client's is callbacks."""

    client = None

    def __init__(
        self, world: "World", host: Host, player: str, hears: Callable[[str], None], lost: Callable[[int], None]
    ) -> None:
        self.player = player
        self.headers = Headers({})
        self.host = host
        self._world, self._hears, self._lost = world, hears, lost
        self._pace = world.luck.choice((0.0005, 0.002, 0.02, 0.1))
        self._up: deque[str | None] = deque()
        self._down: deque[str | int] = deque()
        self._up_at = self._down_at = 0.0
        self._arrived: deque[dict[str, object]] = deque()
        self._unread: deque[str | int] = deque()
        self._reading = True
        self._server_waits: asyncio.Future[None] | None = None
        self._writer_waits: asyncio.Future[None] | None = None
        self._is_dead = self._deaf_server = self._deaf_client = False

    # The client's end

    def send(self, text: str | None) -> None:
        """None is the end."""
        if self._is_dead:
            return
        self._up.append(text)
        self._up_at = max(self._up_at, self._world.loop.time() + self._delay())
        self._world.loop.call_at(self._up_at, self._comes_up, context=self._world.network)

    def stop_reading(self) -> None:
        self._reading = False

    def read_on(self) -> None:
        self._reading = True
        while self._unread and self._reading:
            self._tell(self._unread.popleft())
        self._go_on_writing()

    def hang_up(self) -> None:
        """The client closes: it hears nothing more, and the server learns of it."""
        self._deaf_client = True
        self.send(None)

    # What happens to it

    def cut(self, *, half: bool) -> None:
        """From now on all that is sent vanishes. Of a half-open line one end learns only later that it is dead."""
        self._up.clear()
        self._down.clear()
        self._is_dead = True
        luck, later, network = self._world.luck, self._world.loop.call_later, self._world.network
        client_knows = not half or luck.random() < 0.5
        server_after = luck.uniform(5, 40) if half and client_knows else luck.uniform(0.01, 1)
        later(server_after, self._server_is_told, context=network)
        if client_knows:  # else it hears nothing for too long
            later(luck.uniform(0.01, 1), self._tell, 1006, context=network)

    def cut_if_open(self) -> None:
        if not self._is_dead:
            self.cut(half=False)

    def host_died(self) -> None:
        """What the kernel has taken of it is still delivered, or not."""
        if self._world.luck.random() < 0.5:
            self._down.clear()
        self._push(1006)

    # The server's end

    async def accept(self) -> None: ...

    async def send_text(self, text: str) -> None:
        if self._deaf_server:
            raise WebSocketDisconnect(1006)
        self._push(text)
        if len(self._unread) >= WINDOW:
            self._writer_waits = self._world.loop.create_future()
            await self._writer_waits

    async def receive(self) -> dict[str, object]:
        while not self._arrived:
            self._server_waits = self._world.loop.create_future()
            await self._server_waits
        return self._arrived.popleft()

    async def close(self, code: int = 1000, reason: str | None = None) -> None:
        if self._deaf_server:
            raise RuntimeError("it is closed already")
        self._deaf_server = True
        self._push(code)
        self._arrives({"type": "websocket.disconnect", "code": code})

    # Under way

    def _delay(self) -> float:
        luck = self._world.luck
        slow = self._world.faults.strikes("slow line")
        return luck.uniform(0.2, 4) if slow else self._pace * (0.5 + luck.random())

    def _comes_up(self) -> None:
        if not self._up or self._deaf_server:
            return
        text = self._up.popleft()
        if text is None:
            self._server_is_told()
        else:
            self._arrives({"type": "websocket.receive", "text": text})

    def _arrives(self, message: dict[str, object]) -> None:
        self._arrived.append(message)
        if self._server_waits is not None and not self._server_waits.done():
            self._server_waits.set_result(None)

    def _server_is_told(self) -> None:
        self._deaf_server = True
        self._go_on_writing()
        self._arrives({"type": "websocket.disconnect", "code": 1006})

    def _push(self, sent: str | int) -> None:
        if self._is_dead:
            return
        self._down.append(sent)
        self._down_at = max(self._down_at, self._world.loop.time() + self._delay())
        self._world.loop.call_at(self._down_at, self._comes_down, context=self._world.network)

    def _comes_down(self) -> None:
        if not self._down:
            return
        sent = self._down.popleft()
        if self._reading:
            self._tell(sent)
        else:
            self._unread.append(sent)

    def _tell(self, sent: str | int) -> None:
        if self._deaf_client:
            return
        if isinstance(sent, str):
            self._hears(sent)
        else:
            self._deaf_client = True
            self._lost(sent)

    def _go_on_writing(self) -> None:
        if self._writer_waits is not None and not self._writer_waits.done():
            self._writer_waits.set_result(None)
