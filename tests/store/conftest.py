"""The store's own fixtures."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from redis.asyncio import Redis

from kit.processes import frozen
from kit.store import chance, match, other_store, store, store_url
from schnapsen_server.store.binary import find_binary
from schnapsen_server.store.embedded import Embedded

__all__ = ["chance", "frozen", "match", "other_store", "store", "store_url"]


@pytest.fixture
async def embedded(tmp_path: Path) -> AsyncIterator[Embedded]:
    """A Valkey that the test may torture."""
    embedded = Embedded(tmp_path / "data", find_binary())
    await embedded.start()
    yield embedded
    await embedded.stop()


@pytest.fixture
async def redis(store_url: str) -> AsyncIterator[Redis]:
    """A line to the shared Valkey behind the store's back."""
    async with Redis.from_url(store_url) as redis:
        yield redis
