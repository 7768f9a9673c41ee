"""Watchers by the thousand, who cost this process next to nothing: they read and forget, or do not read at all."""

import asyncio
import json
import socket

from .people import Someone
from .servers import Server

SLEEPERS_BUFFER = 4096
"""Bytes that the system keeps for one who does not read: the rest is the server's."""
AT_ONCE = 20
PONG = b"\x8a\x84" + bytes(4)
PING, TEXT = 9, 1


class Watcher(asyncio.Protocol):
    """One websocket, without a library."""

    def __init__(self, who: Someone, match: str, *, asleep: bool) -> None:
        self._who, self._match, self._asleep = who, match, asleep
        self._unread = bytearray()
        self._is_open = False
        self.joined: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(
            b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
            + "".join(f"{name}: {value}\r\n" for name, value in self._who.headers.items()).encode()
            + b"\r\n"
        )

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.joined.done():
            self.joined.set_exception(ConnectionError("turned away"))

    def data_received(self, data: bytes) -> None:
        self._unread += data
        if not self._is_open:
            _, ended, rest = self._unread.partition(b"\r\n\r\n")
            if not ended:
                return
            self._is_open, self._unread = True, bytearray(rest)
            self._send({"t": "hello", "protocol": 1})
            self._send({"t": "join", "match": self._match})
        while (length := self._length()) is not None:
            start, size = length
            if self._unread[0] & 15 == PING:
                self.transport.write(PONG + self._unread[start : start + size])
            elif not self.joined.done() and b'"t":"joined"' in self._unread[start : start + size]:
                self.joined.set_result(None)
                if self._asleep:
                    self.transport.pause_reading()
            del self._unread[: start + size]

    def _length(self) -> tuple[int, int] | None:
        """Where the payload of the first frame begins and how long it is; None until all of it is here."""
        unread = self._unread
        if len(unread) < 10 and (len(unread) < 2 or len(unread) < {126: 4, 127: 10}.get(unread[1], 2)):
            return None
        match unread[1]:
            case 126:
                start, size = 4, int.from_bytes(unread[2:4], "big")
            case 127:
                start, size = 10, int.from_bytes(unread[2:10], "big")
            case size:
                start = 2
        return (start, size) if len(unread) >= start + size else None

    def _send(self, frame: dict[str, object]) -> None:
        payload = json.dumps(frame).encode()
        assert len(payload) < 126
        self.transport.write(bytes([0x80 | TEXT, 0x80 | len(payload)]) + bytes(4) + payload)


async def watch(server: Server, who: Someone, match: str, *, asleep: bool = False) -> Watcher:
    """Returns when he has been shown the table. Raises OSError."""
    line = socket.socket()
    line.setblocking(False)
    if asleep:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SLEEPERS_BUFFER)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(line, ("127.0.0.1", server.port))
    _, watcher = await loop.create_connection(lambda: Watcher(who, match, asleep=asleep), sock=line)
    await watcher.joined
    return watcher


async def crowd(server: Server, who: list[Someone], match: str, *, asleep: bool = False) -> list[Watcher]:
    watchers: list[Watcher] = []
    for start in range(0, len(who), AT_ONCE):
        some = who[start : start + AT_ONCE]
        watchers += await asyncio.gather(*(watch(server, one, match, asleep=asleep) for one in some))
    return watchers
