"""Rooms in memory, on a clock that a test moves."""

from collections.abc import AsyncIterator

import pytest

from kit.store import match, other_store, store, store_url
from kit.tables import Tables

__all__ = ["match", "other_store", "store", "store_url"]


@pytest.fixture
async def tables() -> AsyncIterator[Tables]:
    tables = Tables()
    yield tables
    await tables.close()
