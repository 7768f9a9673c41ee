"""The embedded store: a Valkey of our own that lives and dies with this process, and outlives nobody's kill -9."""

import asyncio
import logging
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from urllib.parse import quote

from .contract import StoreRefused
from .datadir import FileLock, Running, own, sweep

POLL = 0.02
WATCH = 0.25
OLD_STORE_TIME, ANSWER_TIME = 15.0, 20.0
STOP_TIME = 2.5
"""More is not needed: all that was acknowledged is on the disk."""
LOG_SIZE = 1_000_000

OPTIONS = (
    # A socket file and no port: nobody but this user reaches it.
    *("--port", "0", "--unixsocketperm", "700", "--dir", ".", "--daemonize", "no"),
    # Each entry is on the disk before it is acknowledged. "everysec" would be faster, but while its fsync runs, entries
    # that were acknowledged wait in the store's own memory and die with it. Appends that wait together share one fsync.
    *("--appendonly", "yes", "--appendfsync", "always", "--save", ""),
    # A full memory refuses writes; it never forgets a match to make room.
    *("--maxmemory-policy", "noeviction"),
)

# On Linux the kernel ends the store when the thread that started it ends, kill -9 included. If we were dead before we
# could ask for that, the parent is another by now. The wish survives the exec.
LAST_WILL = """
import ctypes, os, signal, sys
ctypes.CDLL(None).prctl(1, signal.SIGTERM)
if os.getppid() != int(sys.argv[1]): sys.exit()
os.execv(sys.argv[2], sys.argv[2:])
"""

log = logging.getLogger(__name__)


class Embedded:
    """One store on one data directory. Start it from the main thread: it ends with the thread that started it."""

    def __init__(self, data: Path, binary: Path, *, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._data = data.absolute()
        self._journal = self._data / "store.log"
        self._binary = binary
        self._sleep = sleep
        self._locks: list[FileLock] = []
        self._socket: Path | None = None
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        assert self._socket is not None
        return f"unix://{quote(str(self._socket))}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    async def start(self) -> None:
        """Returns when the store answers. Raises StoreRefused."""
        if threading.current_thread() is not threading.main_thread():
            raise StoreRefused(
                "The embedded store must be started from the main thread, since it ends with its thread."
            )
        self._locks = [own(self._data)]
        try:
            lock = FileLock(self._data / "lock")
            self._locks.append(lock)
            await self._outwait_old_store(lock)
            self._socket = short_folder() / "store"
            await self._launch(lock)
        except BaseException:
            await self.stop()
            raise

    async def stop(self) -> None:
        """End the store, wait for its end, and free the directory."""
        if self._process is not None:
            self._process.terminate()
            if not await self._within(STOP_TIME, self._has_ended):
                log.error("the store did not stop within %s s and is killed", STOP_TIME)
                self._process.kill()
                self._process.wait()
            self._process = None
        if self._socket is not None:
            sweep(self._socket)
            self._socket = None
        while self._locks:
            self._locks.pop().close()

    async def guard(self) -> None:
        """Start the store again whenever it ends by itself; runs until cancelled."""
        while True:
            await self._sleep(WATCH)
            if self._has_ended():
                assert self._process is not None
                log.error("the store ended by itself (code %s), starting it again", self._process.returncode)
                try:
                    await self._launch(self._locks[-1])
                except (StoreRefused, OSError) as error:  # a full disk may have room again later
                    log.error("%s", error)

    async def _outwait_old_store(self, lock: FileLock) -> None:
        old = Running.from_note(lock.read())
        if not lock.take():
            # Its owner was killed. On Linux it is ending already, elsewhere it has to be told.
            log.info("waiting for the store of an earlier run to end")
            if old is not None:
                old.shut_down()
            if not await self._within(OLD_STORE_TIME, lock.take):
                who = f"process {old.pid}" if old else "unknown"
                raise StoreRefused(f"The store of an earlier run ({who}) still uses {self._data} and does not end.")
        if old is not None:
            sweep(old.socket)

    async def _launch(self, lock: FileLock) -> None:
        self._spawn(lock)
        for _ in range(int(ANSWER_TIME / POLL)):
            # Reading a long file takes as long as it takes.
            while (answer := await self._ping()).startswith(b"-LOADING"):
                await self._sleep(POLL)
            if answer.startswith(b"+PONG"):
                return
            if self._has_ended():
                break
            await self._sleep(POLL)
        raise StoreRefused(f"The store {self._binary} did not start. {self._journal} ends so: {self._last_words()}")

    def _spawn(self, lock: FileLock) -> None:
        command = [str(self._binary), *OPTIONS, "--unixsocket", str(self._socket)]
        if sys.platform == "linux":
            command = [sys.executable, "-I", "-S", "-c", LAST_WILL, str(os.getpid()), *command]
        long = self._journal.exists() and self._journal.stat().st_size > LOG_SIZE
        with self._journal.open("wb" if long else "ab") as output:
            try:
                self._process = subprocess.Popen(
                    command,
                    cwd=self._data,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=output,
                    pass_fds=[lock.fd],
                    start_new_session=True,  # Ctrl-C is for us: the store must outlive our last appends
                )
            except OSError as error:
                raise StoreRefused(f"The store {self._binary} cannot be started: {error.strerror}.") from error
        lock.write(Running(self._process.pid, Path(str(self._socket))).note())

    def _last_words(self) -> str:
        return (self._journal.read_text(errors="replace").strip().splitlines() or ["(nothing)"])[-1]

    async def _ping(self) -> bytes:
        try:
            async with asyncio.timeout(1.0):
                assert self._socket is not None
                reader, writer = await asyncio.open_unix_connection(self._socket)
                try:
                    writer.write(b"PING\r\n")
                    return await reader.readline()
                finally:
                    writer.close()
                    await writer.wait_closed()
        except OSError:
            return b""

    def _has_ended(self) -> bool:
        return self._process is not None and self._process.poll() is not None

    async def _within(self, seconds: float, condition: Callable[[], bool]) -> bool:
        for _ in range(int(seconds / POLL)):
            if condition():
                return True
            await self._sleep(POLL)
        return condition()


def short_folder() -> Path:
    """A folder for the socket. A socket's path may have about 100 bytes, which data directories exceed."""
    usual = tempfile.gettempdir()
    return Path(tempfile.mkdtemp(prefix="schnapsen-", dir=usual if len(os.fsencode(usual)) < 70 else "/tmp"))
