"""A websocket without a library: whatever bytes a test wants on the line, and nobody who answers pings."""

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator
from enum import IntEnum

from .server import PATIENCE, ServerProcess
from .sleeper import BUFFER


class Op(IntEnum):
    CONT, TEXT, BINARY, RESERVED, CLOSE, PING, PONG = 0, 1, 2, 3, 8, 9, 10


def frame(op: int, payload: bytes = b"", *, fin: bool = True, masked: bool = True) -> bytes:
    """One frame, masked with zeros, as a client sends it."""
    size = len(payload)
    length, more = (size, b"") if size < 126 else (126, size.to_bytes(2, "big"))
    return bytes([fin << 7 | op, masked << 7 | length]) + more + (bytes(4) if masked else b"") + payload


class RawSocket:
    """One connection, open when the server has agreed to speak. What nobody reads stays in small buffers."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    @classmethod
    async def open(cls, server: ServerProcess, token: str) -> "RawSocket":
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER)
        line.setblocking(False)
        await asyncio.get_running_loop().sock_connect(line, ("127.0.0.1", server.port))
        reader, writer = await asyncio.open_connection(sock=line, limit=BUFFER)
        writer.write(
            b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
            b"Authorization: Bearer " + token.encode() + b"\r\n\r\n"
        )
        async with asyncio.timeout(PATIENCE):
            assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        return cls(reader, writer)

    def send(self, *frames: bytes) -> None:
        """Put them on the line; nobody waits until they are gone."""
        self.writer.write(b"".join(frames))

    async def until(self, kind: str) -> None:
        """Read up to a frame of this kind."""
        async with asyncio.timeout(PATIENCE):
            async for op, payload in self._frames():
                if op == Op.TEXT and json.loads(payload)["t"] == kind:
                    return
        raise AssertionError(f"closed before any {kind}")

    async def closed(self) -> int | None:
        """Read to the end; the code that the server closed with, None if it hung up without a word."""
        try:
            async with asyncio.timeout(PATIENCE):
                async for op, payload in self._frames():
                    if op == Op.CLOSE:
                        return int.from_bytes(payload[:2], "big")
            return None
        finally:
            await self.cut()

    async def cut(self) -> None:
        self.writer.transport.abort()
        with contextlib.suppress(OSError):
            await self.writer.wait_closed()

    async def _frames(self) -> AsyncIterator[tuple[int, bytes]]:
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                first, length = await self.reader.readexactly(2)
                if length == 126:
                    length = int.from_bytes(await self.reader.readexactly(2), "big")
                elif length == 127:
                    length = int.from_bytes(await self.reader.readexactly(8), "big")
                yield first & 15, await self.reader.readexactly(length)
