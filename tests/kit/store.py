"""A real store for the tests: one Valkey for the whole run of a process, and matches of their own for every test."""

import asyncio
import random
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import cast
from uuid import uuid4

import pytest

from kit.memory_store import MemoryStore
from schnapsen_server.store.binary import find_binary
from schnapsen_server.store.contract import Entry
from schnapsen_server.store.embedded import Embedded
from schnapsen_server.store.open import Store, open_store


@pytest.fixture(scope="session")
def store_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running Valkey that all tests of this process share."""
    embedded = Embedded(tmp_path_factory.mktemp("store"), find_binary())
    loop = asyncio.new_event_loop()
    loop.run_until_complete(embedded.start())
    yield embedded.url
    loop.run_until_complete(embedded.stop())
    loop.close()


EITHER_STORE = pytest.mark.parametrize("store", ["redis", "memory"], indirect=True)
"""For tests of what the store promises: that which tests of rooms and the simulation use must keep it too."""


@pytest.fixture
async def store(request: pytest.FixtureRequest, store_url: str, tmp_path: Path) -> AsyncIterator[Store]:
    """An open store, as a server's process has one."""
    if getattr(request, "param", "redis") == "memory":
        yield cast(Store, MemoryStore())
        return
    async with await open_store(store_url, tmp_path) as store:
        yield store


@pytest.fixture
async def other_store(store: Store, store_url: str, tmp_path: Path) -> AsyncIterator[Store]:
    """The same store, as seen by another process."""
    if isinstance(store, MemoryStore):
        yield store
        return
    async with await open_store(store_url, tmp_path) as other:
        yield other


@pytest.fixture
def match() -> str:
    """The id of a match that nobody has played yet."""
    return uuid4().hex


@pytest.fixture
def chance() -> random.Random:
    """Chance that can be replayed: put the printed seed here."""
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    return random.Random(seed)


def entry(version: int, author: str = "ann", command_id: str = "", events: bytes = b"[]") -> Entry:
    """An entry of which only the version matters."""
    return Entry(version, 1_700_000_000_000 + version, author, command_id or f"c{version}", events)
