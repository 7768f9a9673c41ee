"""A watcher who does not read what he is sent, behind small buffers."""

import socket

from .client import Guest, Table

BUFFER = 4096


class Sleeper(Table):
    """Joins, and reads nothing more until a test makes it."""

    @classmethod
    async def at(cls, guest: Guest, match: str) -> "Sleeper":
        sleeper = cls(guest)
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER)
        line.connect(("127.0.0.1", guest.server.port))
        await sleeper.dial(sock=line, max_queue=1)
        await sleeper.join(match)
        return sleeper
