"""The line to Redis: how it is asked, and how every failure on it becomes Unavailable."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any

from redis.exceptions import RedisError

from .address import PATIENCE, Client
from .contract import Unavailable


@contextmanager
def told_as_unavailable() -> Iterator[None]:
    """Whatever goes wrong between us and Redis leaves as Unavailable."""
    try:
        yield
    except (RedisError, OSError, TimeoutError) as error:
        raise Unavailable(str(error) or type(error).__name__) from error


class Line:
    """Questions and answers, a few at once; the others wait their turn rather than open ever more connections.

    A caller who gives up in the middle costs that connection, so that its late answer reaches nobody else.
    """

    def __init__(self, client: Client, patience: float = PATIENCE, at_once: int = 16) -> None:
        self._client = client
        self._patience = patience
        self._turns = asyncio.Semaphore(at_once)

    async def ask(self, *command: str | int | bytes) -> Any:
        """The answer of Redis. Raises Unavailable."""
        with told_as_unavailable():
            async with asyncio.timeout(self._patience), self._turns:
                return await self._client.execute_command(*command)

    async def keys(self, pattern: str, at_once: int) -> AsyncIterator[bytes]:
        """All keys like this, on all nodes; one may come twice. Raises Unavailable."""
        found = self._client.scan_iter(pattern, at_once)
        while True:
            with told_as_unavailable():
                try:
                    async with asyncio.timeout(self._patience):
                        key: bytes = await anext(found)
                except StopAsyncIteration:
                    return
            yield key

    async def close(self) -> None:
        await self._client.aclose()
