"""The data directory: who may use it, and the secret kept in it.

Two stores on one append-only file would destroy it, and Valkey itself does not watch for that. So there are two locks:
`owner` is held by our process alone and says that the directory is in use; `lock` is held by us and the store together
and says that a store may still be writing, even if we were killed.
"""

import json
import os
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from .contract import StoreRefused

if sys.platform != "win32":
    import fcntl

SECRET_SIZE = 32


class FileLock:
    """An exclusive lock on a file, with a note in it for whoever finds it locked."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def take(self) -> bool:
        assert sys.platform != "win32"
        try:
            fcntl.flock(self.fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def write(self, note: str) -> None:
        self._path.write_text(note, encoding="utf-8")

    def read(self) -> str:
        return self._path.read_text(encoding="utf-8")

    def close(self) -> None:
        os.close(self.fd)


@dataclass(frozen=True, slots=True)
class Running:
    """What is noted of a started store: its process and its socket."""

    pid: int
    socket: Path

    def note(self) -> str:
        return json.dumps({"pid": self.pid, "socket": str(self.socket)})

    @classmethod
    def from_note(cls, note: str) -> Self | None:
        try:
            noted = json.loads(note)
            return cls(int(noted["pid"]), Path(noted["socket"]))
        except (ValueError, KeyError, TypeError):
            return None  # killed before or while it was written

    def shut_down(self) -> None:
        """Ask it to end. By its socket and not by its pid, which may be another process by now."""
        with suppress(OSError), socket.socket(socket.AF_UNIX) as line:
            line.settimeout(1.0)
            line.connect(str(self.socket))
            line.sendall(b"SHUTDOWN\r\n")


def sweep(socket_file: Path) -> None:
    """Remove the socket of a store that ended, and its directory."""
    with suppress(OSError):
        socket_file.unlink(missing_ok=True)
        socket_file.parent.rmdir()


def own(data: Path) -> FileLock:
    """Make the directory this process's own. Raises StoreRefused if another lives in it."""
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        owner = FileLock(data / "owner")
    except OSError as error:
        raise StoreRefused(f"The data directory {data} cannot be used: {error.strerror}.") from error
    if not owner.take():
        pid = owner.read() or "unknown"
        owner.close()
        raise StoreRefused(
            f"The data directory {data} is in use by process {pid}. "
            "Stop that server, or start this one with another directory."
        )
    owner.write(str(os.getpid()))
    return owner


def keep_secret(data: Path, random_bytes: Callable[[int], bytes]) -> bytes:
    """The secret of this directory, made at the first asking."""
    path = data / "secret"
    if not path.exists():
        fresh = data / "secret.new"
        fd = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(fd, "wb") as file:
            file.write(random_bytes(SECRET_SIZE))
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)  # whole or not at all
    secret = path.read_bytes()
    if len(secret) != SECRET_SIZE:
        raise StoreRefused(f"{path} is damaged. Remove it to get a new secret; everybody will have to sign in anew.")
    return secret
