"""Servers in processes of their own on one store, which can be killed and started again."""

import asyncio
import json
import os
import re
import secrets
import signal
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from schnapsen_server.listener import allow_many_files
from schnapsen_server.store.binary import find_binary
from schnapsen_server.store.embedded import Embedded
from schnapsen_server.web.identity import Identities

START_SECONDS = 30
IS_WORKER = re.compile(rb"worker \d+ is process (\d+), serving as (\w+)")


class CannotStart(Exception):
    """A server did not begin to serve; the text is what it said."""


@dataclass
class Server:
    """One `schnapsen serve`. It keeps its port."""

    environment: dict[str, str]
    module: str = "schnapsen_server.cli"
    port: int = 0
    process: asyncio.subprocess.Process | None = None
    complaints: int = 0
    """Lines in its log that are warnings or worse."""
    served: dict[str, int] = field(default_factory=dict)
    """The process ids of all of several workers that ever served, by the names that they go by."""

    async def start(self) -> None:
        """Raises CannotStart."""
        self.process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", self.module, "serve", "--port", str(self.port)),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            env=self.environment,
        )
        assert self.process.stdout is not None
        said = b""
        try:
            async with asyncio.timeout(START_SECONDS):
                async for line in self.process.stdout:
                    said += line
                    self.hear(line)
                    if served := re.search(rb"http://[^/]+:(\d+)/", line):
                        self.port = int(served[1])
                        asyncio.get_running_loop().create_task(self._listen(self.process.stdout))
                        return
        except TimeoutError:
            await self.kill()
            said += b"it does not begin to serve\n"
        raise CannotStart(said.decode())

    async def _listen(self, stdout: asyncio.StreamReader) -> None:
        async for line in stdout:
            self.hear(line)
            if b" WARNING " in line or b" ERROR " in line:
                self.complaints += 1
                if self.complaints <= 20:
                    print(line.decode().rstrip(), file=sys.stderr)

    def hear(self, line: bytes) -> None:
        """What it says, for whoever wants to know."""
        if worker := IS_WORKER.search(line):
            self.served[worker[2].decode()] = int(worker[1])

    def living(self) -> list[str]:
        """The names of its workers that serve now (Linux)."""
        assert self.process is not None
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [name for name, pid in self.served.items() if str(pid) in children]

    def tell_worker(self, name: str, what: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.served[name], what)

    async def kill(self) -> None:
        """`kill -9`."""
        await self._end(signal.SIGKILL)

    def resident(self) -> int:
        """Bytes of memory that it has now (Linux)."""
        assert self.process is not None
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS:")) * 1024

    async def stop(self) -> int:
        """SIGTERM; returns the exit status."""
        return await self._end(signal.SIGTERM)

    async def _end(self, how: signal.Signals) -> int:
        if self.process is None:
            return 0
        if self.process.returncode is None:
            self.process.send_signal(how)
        return await self.process.wait()


@dataclass
class Fleet:
    """Servers that share a store, and the means to be anybody there."""

    servers: list[Server]
    store: Embedded
    """It is started again when it ends."""
    identities: Identities

    @property
    def store_url(self) -> str:
        return self.store.url


@asynccontextmanager
async def fleet(count: int, kind: type[Server] = Server, **variables: str) -> AsyncIterator[Fleet]:
    """So many servers on a store of their own, all gone at the end. They are set by these variables too."""
    allow_many_files()
    secret = secrets.token_hex()
    with tempfile.TemporaryDirectory(prefix="schnapsen-bench-") as folder:
        store = Embedded(Path(folder), find_binary())
        await store.start()
        guard = asyncio.create_task(store.guard())
        environment = {
            **os.environ,
            "REDIS_URL": store.url,
            "SCHNAPSEN_SECRET": secret,
            # Each simulated player comes from an address of his own.
            "SCHNAPSEN_TRUSTED_PROXIES": json.dumps(["127.0.0.1"]),
            **variables,
        }
        servers = [kind(environment) for _ in range(count)]
        try:
            await asyncio.gather(*(server.start() for server in servers))
            yield Fleet(servers, store, Identities(secret, secrets.token_urlsafe, secure=False))
        finally:
            await asyncio.gather(*(server.stop() for server in servers))
            guard.cancel()
            await store.stop()
