"""The socket on which the game is served, and what stands in the way of it."""

import socket
import sys

from .settings import Settings

QUEUE = 1024
"""Connections that may wait to be accepted."""


class CannotServe(Exception):
    """Something stands in the way of starting; the sentence says what."""


def bound(host: str, port: int) -> socket.socket:
    """A listening socket there, and leave to have many more. Raises CannotServe."""
    allow_many_files()
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
    except OSError as error:
        raise CannotServe(f"Cannot listen on {host}: {error.strerror}.") from error
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(QUEUE)  # from here on, who connects waits instead of being turned away
    except OSError as error:
        listener.close()
        raise CannotServe(f"Cannot listen on {host} port {port}: {error.strerror}. Try another --port.") from error
    return listener


def allow_many_files() -> None:
    """As many sockets as the system lets this process, and those that it starts, have."""
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def announce(settings: Settings, listener: socket.socket) -> None:
    """Say where the game is served."""
    host, port = listener.getsockname()[:2]
    by = "" if settings.workers == 1 else f" by {settings.workers} workers"
    print(f"Schnapsen is served at http://{f'[{host}]' if ':' in host else host}:{port}/{by}", flush=True)
    kept = "the Redis of REDIS_URL" if settings.redis_url else settings.data  # an address may hold a password
    print(f"Matches are kept in {kept}. Ctrl-C stops the server.", flush=True)
