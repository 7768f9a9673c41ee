"""A server on the store that the test writes to itself. Import `server` from here instead of the usual one."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kit.server import ServerProcess
from kit.store import match, store, store_url

__all__ = ["match", "server", "store", "store_url"]


@pytest.fixture
async def server(store_url: str, tmp_path: Path) -> AsyncIterator[ServerProcess]:
    process = ServerProcess(tmp_path, REDIS_URL=store_url)
    await process.start()
    yield process
    await process.stop()
    assert "Traceback" not in "".join(process.output), "".join(process.output)
