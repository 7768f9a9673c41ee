"""A store that a test may torture: a Valkey of its own on a TCP port, to be frozen, killed, cut short and filled up."""

import asyncio
import os
import random
import signal
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from schnapsen_server.store.binary import find_binary
from schnapsen_server.store.embedded import LAST_WILL

from .server import PATIENCE

ALWAYS = ("--appendonly", "yes", "--appendfsync", "always", "--save", "")
"""Every entry is on the disk before it is acknowledged."""


class Valkey:
    """Keeps its port and its folder over all its lives."""

    def __init__(self, folder: Path, *options: str, port: int = 0) -> None:
        self.folder = folder
        self.port = port or free_port()
        self.options = options
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    async def start(self) -> None:
        """Returns when it answers."""
        self._spawn()
        async with self.line() as redis:
            await eventually(lambda: self._answers(redis))

    def _spawn(self) -> None:
        self.folder.mkdir(exist_ok=True)
        address = ("--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.folder), "--daemonize", "no")
        will = (sys.executable, "-I", "-S", "-c", LAST_WILL, str(os.getpid()))
        command = [*will, str(find_binary()), *self.options, *address, "--enable-protected-configs", "yes"]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL)

    async def _answers(self, redis: Redis) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, (self.folder / "log").read_text()
        try:
            return bool(await redis.ping())
        except (RedisError, OSError):
            return False

    def line(self) -> Redis:
        """A line to it that nobody else has, and that tries nothing twice."""
        return Redis(port=self.port, retry=Retry(NoBackoff(), 0))

    async def ask(self, *command: str | int) -> Any:
        """What it answers on a new line."""
        async with self.line() as redis:
            return await redis.execute_command(*command)  # type: ignore[no-untyped-call]

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """As its owner would, unless it is dead."""
        self.thaw()
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.send_signal(how)
            self._process.wait(PATIENCE)

    def freeze(self) -> None:
        """It stands still, and its sockets stay open."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, what: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(what)

    @property
    def journal(self) -> Path:
        """The append-only file."""
        (newest,) = (self.folder / "appendonlydir").glob("*.incr.aof")
        return newest

    def lose(self, size: int) -> None:
        """Crash, and come back with no more of the journal than this: nothing later had reached the disk."""
        self.kill()
        os.truncate(self.journal, size)


async def eventually(holds: Callable[[], Awaitable[bool]], patience: float = PATIENCE) -> None:
    """Returns when it holds."""
    async with asyncio.timeout(patience):
        while True:
            if await holds():
                return
            await asyncio.sleep(0.02)


def free_port() -> int:
    """A port that nobody listens on, ten thousand below another: a cluster's nodes need both."""
    while True:
        port = random.randrange(20_000, 30_000)
        with socket.socket() as one, socket.socket() as other, suppress(OSError):
            one.bind(("127.0.0.1", port))
            other.bind(("127.0.0.1", port + 10_000))
            return port
