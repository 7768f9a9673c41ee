"""Clients that mean ill: each costs itself its connection, and nobody else anything."""

import asyncio
import json
import sys
from pathlib import Path

import pytest

from kit.client import guest
from kit.inside import Inside, inside
from kit.pair import playing_on
from kit.raw import Op, RawSocket, frame
from kit.server import PATIENCE, ServerProcess
from kit.store import store_url
from schnapsen_protocol.close_codes import CloseCode
from schnapsen_server.web import socket as door
from schnapsen_server.web import transport

__all__ = ["inside", "store_url"]

BAD_FRAMES = {
    "not JSON": (frame(Op.TEXT, b"{"), CloseCode.TOO_MANY),
    "nothing": (frame(Op.TEXT), CloseCode.TOO_MANY),
    "a wrong type": (frame(Op.TEXT, b'{"t":"join","match":7}'), CloseCode.TOO_MANY),
    "an unknown frame": (frame(Op.TEXT, b'{"t":"grant"}'), CloseCode.TOO_MANY),
    "an unknown field": (frame(Op.TEXT, b'{"t":"probe","deck":true}'), CloseCode.TOO_MANY),
    "a number too large": (frame(Op.TEXT, b'{"t":"echo","n":1e999}'), CloseCode.TOO_MANY),
    "deep nesting": (frame(Op.TEXT, b"[" * 4000), CloseCode.TOO_MANY),
    "too large": (frame(Op.TEXT, b"x" * 4097), CloseCode.TOO_LARGE),
    "too large in pieces": (frame(Op.TEXT, b"x" * 4000, fin=False) + frame(Op.CONT, b"x" * 97), CloseCode.TOO_LARGE),
    "binary": (frame(Op.BINARY, b"\x00"), CloseCode.BINARY),
    "not UTF-8": (frame(Op.TEXT, b"\xc3\x28"), CloseCode.NOT_UTF8),
    "a reserved opcode": (frame(Op.RESERVED), CloseCode.BAD_WEBSOCKET),
    "reserved bits": (frame(Op.TEXT | 0x40, b"{}"), CloseCode.BAD_WEBSOCKET),
    "not masked": (frame(Op.TEXT, b"{}", masked=False), CloseCode.BAD_WEBSOCKET),
    "a piece of nothing": (frame(Op.CONT, b"{}"), CloseCode.BAD_WEBSOCKET),
    "a long ping": (frame(Op.PING, b"x" * 126), CloseCode.BAD_WEBSOCKET),
    "a ping in pieces": (frame(Op.PING, fin=False), CloseCode.BAD_WEBSOCKET),
    "a flood of pings": (frame(Op.PING), CloseCode.TOO_MANY),
    "a flood of pongs": (frame(Op.PONG), CloseCode.TOO_MANY),
}
AT_ONCE = 1_000
MORE_MEMORY = 32 << 20
"""Bytes by which the server may grow; what the flood could fill is many times that."""
MOST_LINES = 20


async def flood(server: ServerProcess, token: str, message: bytes, times: int) -> int | None:
    line = await RawSocket.open(server, token)
    line.send(frame(Op.TEXT, b'{"t":"hello","protocol":1}'), message * times)
    return await line.closed()


async def test_fifty_thousand_bad_frames_cost_their_senders_their_sockets_and_nothing_else(
    server: ServerProcess,
) -> None:
    token = (await guest(server)).token
    async with playing_on(server):
        lines = len(server.output)
        before = server.resident() if sys.platform == "linux" else 0
        codes: dict[str, set[int | None]] = {what: set() for what in BAD_FRAMES}
        for what, (message, _) in BAD_FRAMES.items():
            for _ in range(3):
                codes[what].add(await flood(server, token, message, AT_ONCE))
        assert codes == {what: {code} for what, (_, code) in BAD_FRAMES.items()}
        if sys.platform == "linux":
            assert server.resident() - before < MORE_MEMORY
        assert len(server.output) - lines < MOST_LINES, server.output[lines:]


async def test_a_message_that_never_ends_is_not_waited_for(server: ServerProcess) -> None:
    line = await RawSocket.open(server, (await guest(server)).token)
    line.send(frame(Op.TEXT, fin=False), frame(Op.CONT, fin=False) * AT_ONCE)
    assert await line.closed() == CloseCode.TOO_MANY


async def test_good_frames_in_a_flood_are_refused_and_then_the_socket_is_closed(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, SCHNAPSEN_FRAMES_PER_SECOND="100")
    await server.start()
    token = (await guest(server)).token
    good = frame(Op.TEXT, json.dumps({"t": "submit", "id": "again", "command": {"t": "claim"}}).encode())
    async with playing_on(server):
        assert await flood(server, token, good, 10_000) == CloseCode.TOO_MANY
    await server.stop()


async def test_who_comes_when_too_many_do_is_asked_to_try_again(
    inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "ARRIVAL_SECONDS", 0.1)
    ann = await guest(inside.address)
    match, _ = await ann.open()
    turns = inside.sockets._turns
    async with ann.connect() as a:
        for _ in range(door.ARRIVALS_AT_ONCE):
            await turns.acquire()
        assert (await a.join(match))["code"] == "UNAVAILABLE"
        for _ in range(door.ARRIVALS_AT_ONCE):
            turns.release()
        assert (await a.join(match))["t"] == "joined"


async def test_nobody_wakes_table_after_table_by_coming_back(server: ServerProcess) -> None:
    async with (await guest(server)).connect() as eve:
        for number in range(100):
            await eve.send({"t": "resume", "match": f"nosuch{number}", "epoch": "e", "version": 1})
        codes = [(await eve.until("fault"))["code"] for _ in range(100)]
    assert codes[:60] == ["UNKNOWN_MATCH"] * 60
    assert "RATE_LIMITED" in codes[60:]


async def test_who_floods_on_after_the_goodbye_is_cut_off(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "GOODBYE_SECONDS", 1_000)
    line = await RawSocket.open(inside.address, (await guest(inside.address)).token)
    async with playing_on(inside.address), asyncio.timeout(PATIENCE):
        while not line.writer.transport.is_closing():
            line.send(frame(Op.TEXT, b"{") * 100)
            await asyncio.sleep(0)
    await line.cut()


async def test_pings_of_one_who_reads_no_pongs_fill_no_memory(server: ServerProcess) -> None:
    line = await RawSocket.open(server, (await guest(server)).token)
    line.reader._transport.pause_reading()  # type: ignore[attr-defined]
    async with playing_on(server), asyncio.timeout(PATIENCE):
        before = server.resident() if sys.platform == "linux" else 0
        while not line.writer.transport.is_closing():
            line.send(frame(Op.PING, b"x" * 125) * 1000)
            await asyncio.sleep(0)
        if sys.platform == "linux":
            assert server.resident() - before < MORE_MEMORY
    await line.cut()


BAD_REQUESTS = [
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
    b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 1\r\n\r\n",
    b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    b"GET /" + b"x" * 100_000 + b" HTTP/1.1\r\n\r\n",
]


async def test_bad_requests_are_answered_and_leave_no_lines_in_the_log(server: ServerProcess) -> None:
    lines = len(server.output)
    async with playing_on(server):
        for request in BAD_REQUESTS * 20:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(request)
            async with asyncio.timeout(PATIENCE):
                assert (await reader.readline()).startswith(b"HTTP/1.1 ")
            writer.transport.abort()
    assert len(server.output) - lines < MOST_LINES, server.output[lines:]


DRIBBLES = {
    "nothing": (b"", b""),
    "a header": (b"GET /ws HTTP/1.1\r\n", b"X: y\r\n"),
    "a body": (b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 4000\r\n\r\n", b" "),
    "a body nobody waits for": (b"POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 4000\r\n\r\n", b" "),
    "a second request": (b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n", b"X"),
}


@pytest.mark.parametrize(("first", "then"), DRIBBLES.values(), ids=DRIBBLES)
async def test_a_request_that_dribbles_is_dropped(
    inside: Inside, monkeypatch: pytest.MonkeyPatch, first: bytes, then: bytes
) -> None:
    monkeypatch.setattr(transport, "REQUEST_SECONDS", 0.2)
    reader, writer = await asyncio.open_connection("127.0.0.1", inside.address.port)
    gone = asyncio.create_task(read_to_the_end(reader))
    writer.write(first)
    async with asyncio.timeout(PATIENCE):
        while not gone.done():
            writer.write(then)
            await asyncio.sleep(0.02)
    writer.transport.abort()


async def test_who_does_not_take_the_answer_is_dropped(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "ANSWER_SECONDS", 0.2)
    gone = asyncio.Event()
    lost = transport.HttpTransport.connection_lost

    def noted(self: transport.HttpTransport, error: Exception | None) -> None:
        lost(self, error)
        gone.set()

    monkeypatch.setattr(transport.HttpTransport, "connection_lost", noted)
    _, writer = await asyncio.open_connection("127.0.0.1", inside.address.port, limit=1024)
    async with asyncio.timeout(PATIENCE):
        while not gone.is_set():
            writer.write(b"GET /table.css HTTP/1.1\r\nHost: x\r\n\r\n" * 100)
            await asyncio.sleep(0.02)
    writer.transport.abort()


async def read_to_the_end(reader: asyncio.StreamReader) -> None:
    try:
        while await reader.read(65536):
            pass
    except ConnectionError:
        pass


async def test_a_peer_that_vanished_is_found_by_a_ping(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "PING_SECONDS", 0.2)
    monkeypatch.setattr(transport, "PONG_SECONDS", 0.2)
    eve = await guest(inside.address, "Eve")
    async with playing_on(inside.address):
        silent = await RawSocket.open(inside.address, eve.token)
        assert await silent.closed() == CloseCode.BROKEN
