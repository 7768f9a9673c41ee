"""A real server in a process of its own, that tests may stop, kill and start again where it was."""

import asyncio
import json
import os
import re
import signal
import sys
import urllib.error
import urllib.request
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from schnapsen_server.store.datadir import Running

PATIENCE = 20
"""Seconds that a server may take to start or to stop on a busy machine. Only a failure waits so long."""


class ServerProcess:
    """`schnapsen serve` with a data folder; after the first start it keeps its port."""

    program: tuple[str, ...] = ("-m", "schnapsen_server.cli")

    def __init__(self, data: Path, **variables: str) -> None:
        self.data = data
        self.port = 0
        self._variables = variables
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self.output: list[str] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def store(self) -> Running:
        """The process and the socket of its own store."""
        running = Running.from_note((self.data / "lock").read_text())
        assert running is not None
        return running

    async def start(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, *self.program, "serve"),
            *("--port", str(self.port), "--data", str(self.data)),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            env={**os.environ, "SCHNAPSEN_COMPUTER_MS": "0", "SCHNAPSEN_FRAMES_PER_SECOND": "1000", **self._variables},
        )
        assert self._process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            async for line in self._process.stdout:
                self.output.append(line.decode())
                if served := re.search(r"http://127\.0\.0\.1:(\d+)/", line.decode()):
                    self.port = int(served[1])
                    break
            else:
                raise AssertionError(f"the server did not start: {''.join(self.output)}")
        self._reading = asyncio.create_task(self._read(self._process.stdout))

    async def _read(self, stdout: asyncio.StreamReader) -> None:
        async for line in stdout:
            self.output.append(line.decode())

    async def kill(self) -> None:
        """`kill -9`, in the middle of whatever it does."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> int:
        """SIGTERM; returns the exit status."""
        return await self._end(signal.SIGTERM)

    async def _end(self, how: signal.Signals) -> int:
        assert self._process is not None
        if self._process.returncode is None:
            self._process.send_signal(how)
        async with asyncio.timeout(PATIENCE):
            status = await self._process.wait()
            if self._reading is not None:
                await self._reading
        return status

    def freeze(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def resident(self) -> int:
        """Bytes of memory that the process has now (Linux)."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS:")) * 1024

    async def ask(
        self, method: str, path: str, body: object = None, token: str | None = None, **headers: str
    ) -> tuple[int, Any]:
        """One HTTP request: the status, and the answer's JSON (or its bytes)."""
        return await asyncio.to_thread(self._ask, method, path, body, token, headers)

    def _ask(self, method: str, path: str, body: object, token: str | None, headers: dict[str, str]) -> tuple[int, Any]:
        content = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, content, method=method, headers=dict(headers))
        if content is not None and not request.has_header("Content-type"):
            request.add_header("Content-Type", "application/json")
        if token is not None:
            request.add_header("Authorization", f"Bearer {token}")
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as response:
                status, text = response.status, response.read()
        except urllib.error.HTTPError as error:
            with error:
                status, text = error.code, error.read()
        try:
            return status, json.loads(text)
        except ValueError:
            return status, text


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[ServerProcess]:
    """A server of the test's own."""
    process = ServerProcess(tmp_path / "data")
    await process.start()
    yield process
    await process.stop()
    assert "Traceback" not in "".join(process.output), "".join(process.output)
