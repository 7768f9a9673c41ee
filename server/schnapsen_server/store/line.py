"""The lines to Redis: how they are opened, asked, and how every failure on them becomes Unavailable."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from redis.asyncio import ConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.maint_notifications import MaintNotificationsConfig

from .contract import StoreRefused, Unavailable

PATIENCE = 3.0
"""Seconds after which a store that says nothing is taken for down."""


@contextmanager
def told_as_unavailable() -> Iterator[None]:
    """Whatever goes wrong between us and Redis leaves as Unavailable."""
    try:
        yield
    except (RedisError, OSError, TimeoutError) as error:
        raise Unavailable(str(error) or type(error).__name__) from error


def open_pool(url: str, patience: float = PATIENCE) -> ConnectionPool:
    """Connections that never repeat a command by themselves, and whose callers keep the time.

    The library would by default send a command again after a lost reply, up to ten times, and so write it twice. Its
    own timeout on sending is off because, in Python 3.11, it can swallow the cancellation of the caller.
    """
    try:
        return ConnectionPool.from_url(
            url,
            protocol=3,
            retry=Retry(NoBackoff(), 0),
            socket_timeout=None,
            socket_connect_timeout=patience,
            maint_notifications_config=MaintNotificationsConfig(enabled=False),
        )
    except ValueError as error:
        raise StoreRefused(f"REDIS_URL is not an address of a Redis: {error}") from error


class Line:
    """Questions and answers, a few at once; the others wait their turn rather than open ever more connections.

    A caller who gives up in the middle costs that connection, so that its late answer reaches nobody else.
    """

    def __init__(self, pool: ConnectionPool, patience: float = PATIENCE, at_once: int = 16) -> None:
        self._redis = Redis(connection_pool=pool)
        self._pool = pool
        self._patience = patience
        self._turns = asyncio.Semaphore(at_once)

    async def ask(self, *command: str | int | bytes) -> Any:
        """The answer of Redis. Raises Unavailable."""
        with told_as_unavailable():
            async with asyncio.timeout(self._patience), self._turns:
                return await self._redis.execute_command(*command)  # type: ignore[no-untyped-call]

    async def close(self) -> None:
        await self._redis.aclose()
        await self._pool.aclose()
