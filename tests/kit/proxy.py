"""A line to the store that misbehaves: slow answers, lost ones, and wake-up calls that never arrive."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Self
from urllib.parse import unquote, urlsplit

WAKE_UP = b">3\r\n$7\r\nmessage\r\n"
"""How a published message begins on the line."""


class Proxy:
    """Stands between a server and the store at `url`. What it does to answers may be changed at any time."""

    def __init__(self, url: str) -> None:
        self._store = urlsplit(url)
        self._server: asyncio.Server | None = None
        self._lines: set[asyncio.Task[None]] = set()
        self.delay: Callable[[], float] = lambda: 0.0
        """How many seconds each piece of an answer takes."""
        self.loses_answers = False
        self.loses_wake_ups = False
        self.lost = 0
        """How many pieces it has swallowed."""

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._line, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        for line in self._lines:
            line.cancel()
        await asyncio.gather(*self._lines, return_exceptions=True)

    @property
    def url(self) -> str:
        assert self._server is not None
        return f"redis://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def _line(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._lines.add(task)
        try:
            with suppress(OSError, asyncio.CancelledError):
                await self._connect(reader, writer)
        finally:
            writer.transport.abort()
            self._lines.discard(task)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._store.scheme == "unix":
            answers, questions = await asyncio.open_unix_connection(unquote(self._store.path))
        else:
            answers, questions = await asyncio.open_connection(self._store.hostname, self._store.port)
        both = [
            asyncio.create_task(self._ask(reader, questions)),
            asyncio.create_task(self._answer(answers, writer)),
        ]
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            questions.transport.abort()
            for one in both:
                one.cancel()
            await asyncio.gather(*both, return_exceptions=True)

    async def _ask(self, reader: asyncio.StreamReader, questions: asyncio.StreamWriter) -> None:
        while data := await reader.read(1 << 16):
            questions.write(data)
            await questions.drain()

    async def _answer(self, answers: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await answers.read(1 << 16):
            if self.loses_answers or (self.loses_wake_ups and data.startswith(WAKE_UP)):
                self.lost += 1
                continue
            if seconds := self.delay():
                await asyncio.sleep(seconds)
            writer.write(data)
            await writer.drain()
