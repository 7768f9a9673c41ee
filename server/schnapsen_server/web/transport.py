"""The protocols under requests and websockets: uvicorn's, with bounds on what a peer costs before the app hears it."""

import asyncio
import socket
from asyncio.transports import BaseTransport
from typing import TYPE_CHECKING

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from schnapsen_protocol.close_codes import CloseCode

from .limits import Bucket

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent
    from websockets.frames import Frame

REQUEST_SECONDS = 10
"""Within so long a request must be here whole, its header and its body."""
ANSWER_SECONDS = 60
"""Within so long after that, its answer must have been taken."""
PING_SECONDS, PONG_SECONDS = 20, 20
"""A websocket is asked for a sign of life so often; when none comes within so long, it is dead."""
GOODBYE_SECONDS = 10
"""A peer may take so long to read why it was let go."""
READ_BUFFER, KERNEL_BUFFER, WRITE_BUFFER = 16_384, 65_536, 16_384
"""Bytes of one websocket: what the kernel takes before we read it, what it keeps that the peer has not read, what may
wait behind that. Left to itself the kernel lets the first two grow to megabytes, out of one purse for all lines."""
SIDE_FRAMES = 200, 10
"""So many pings, pongs and pieces of messages at once, and so many a second; the session counts whole messages."""
MOST_AFTER_CLOSE = 65_536
"""Bytes that a peer may have sent before it knew that we had closed."""


class HttpTransport(H11Protocol):
    """Lets go of a peer that dribbles its request, or that does not take the answer."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._within(REQUEST_SECONDS)

    def data_received(self, data: bytes) -> None:
        if self._deadline is None:  # the line was kept for another request
            self._within(REQUEST_SECONDS)
        began = self._is_asking()
        super().data_received(data)
        if self.transport.get_protocol() is not self:
            self._in_time()  # it is a websocket now
        elif began and not self._is_asking():
            self._within(ANSWER_SECONDS)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.conn.their_state is h11.IDLE and not self.transport.get_write_buffer_size():
            self._in_time()

    def connection_lost(self, exc: Exception | None) -> None:
        self._in_time()
        super().connection_lost(exc)

    def _is_asking(self) -> bool:
        return self.conn.their_state in (h11.IDLE, h11.SEND_BODY)

    def _within(self, seconds: float) -> None:
        self._in_time()
        self._deadline = self.loop.call_later(seconds, self.transport.abort)

    def _in_time(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class WebsocketTransport(WebSocketsSansIOProtocol):
    """Bounds what one websocket takes of memory and time, and waits for no goodbye from a peer that says none.

    Text that is not UTF-8 it closes with 1007, as the standard has it, and without a traceback in our log.
    """

    _goodbye: asyncio.TimerHandle | None = None
    _after_close = 0

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self.ping_interval, self.ping_timeout = PING_SECONDS, PONG_SECONDS
        self._side_frames = Bucket(*SIDE_FRAMES)
        line = transport.get_extra_info("socket")
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, READ_BUFFER)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BUFFER)
        self.transport.set_write_buffer_limits(WRITE_BUFFER)

    def data_received(self, data: bytes) -> None:
        if self.close_sent:
            self._after_close += len(data)
            if self._after_close > MOST_AFTER_CLOSE:
                self.transport.abort()
                return
        super().data_received(data)

    def handle_ping(self) -> None:
        if self._counted():
            super().handle_ping()

    def handle_pong(self, event: "Frame") -> None:
        if self._counted():
            super().handle_pong(event)

    def handle_cont(self, event: "Frame") -> None:
        if event.fin or self._counted():
            super().handle_cont(event)

    def _counted(self) -> bool:
        """Whether this frame may be read."""
        if self.close_sent or self.transport.is_closing():
            return False
        if self._side_frames.take():
            self.conn.fail(CloseCode.TOO_MANY, "too many frames")
            self.handle_parser_exception()
            return False
        return True

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.fail(CloseCode.NOT_UTF8, "not UTF-8")
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    # Letting go of a peer: what it was to be told waits in the buffer, and may wait there for ever if it reads nothing.

    async def send(self, message: "ASGISendEvent") -> None:
        closing = message["type"] == "websocket.close"
        if closing:
            self.writable.set()  # one small frame more than the buffer should hold
        await super().send(message)
        if closing and self.close_timer is not None:
            self.close_timer.cancel()
            self.close_timer = self.loop.call_later(GOODBYE_SECONDS, self.transport.abort)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()

    def on_task_complete(self, task: "asyncio.Task[None]") -> None:
        super().on_task_complete(task)
        if not self.disconnected:
            self._goodbye = self.loop.call_later(GOODBYE_SECONDS, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._goodbye is not None:
            self._goodbye.cancel()
        super().connection_lost(exc)
