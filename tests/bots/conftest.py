"""Rooms in memory, on a clock that a test moves, and a real store for whole servers."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from redis.asyncio import Redis

from kit.store import chance, match, other_store, store_url
from kit.tables import Tables
from schnapsen_server.store.fleet import KEYS as FLEET
from schnapsen_server.store.open import Store, open_store

__all__ = ["chance", "match", "other_store", "store", "store_url"]


@pytest.fixture
async def store(store_url: str, tmp_path: Path) -> AsyncIterator[Store]:
    """No process has served there before."""
    async with Redis.from_url(store_url) as redis:
        await redis.delete(*FLEET, "schnapsen:deadlines", "schnapsen:filing")
    async with await open_store(store_url, tmp_path) as store:
        yield store


@pytest.fixture
async def tables() -> AsyncIterator[Tables]:
    tables = Tables()
    yield tables
    await tables.close()
