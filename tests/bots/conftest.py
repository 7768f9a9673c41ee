"""Rooms in memory, on a clock that a test moves."""

from collections.abc import AsyncIterator

import pytest

from kit.tables import Tables


@pytest.fixture
async def tables() -> AsyncIterator[Tables]:
    tables = Tables()
    yield tables
    await tables.close()
