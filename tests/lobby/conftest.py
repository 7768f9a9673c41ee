"""A real store for the lobby, which can be had empty."""

from collections.abc import AsyncIterator

import pytest
from redis.asyncio import Redis

from kit.store import chance, match, other_store, store, store_url

__all__ = ["chance", "match", "other_store", "store", "store_url"]


@pytest.fixture
async def redis(store_url: str) -> AsyncIterator[Redis]:
    """A line to the store behind its back; nobody is in the lobby yet."""
    async with Redis.from_url(store_url) as redis:
        if keys := await redis.keys("{lobby}:*"):
            await redis.delete(*keys)
        yield redis
