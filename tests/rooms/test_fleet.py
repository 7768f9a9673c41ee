"""What a real server lets the others know of its end."""

import time
from pathlib import Path

import pytest

from kit.server import ServerProcess
from schnapsen_server.store.open import Store

LONG = 3_600_000
"""However slow the machine is, nobody is taken for dead in this test."""


@pytest.mark.parametrize(("end", "is_known"), [("stop", True), ("kill", False)])
async def test_a_server_says_goodbye_if_it_can(
    end: str, is_known: bool, store: Store, store_url: str, tmp_path: Path
) -> None:
    server = ServerProcess(tmp_path / "data", REDIS_URL=store_url)
    await server.start()
    await (server.stop() if end == "stop" else server.kill())
    now = time.time_ns() // 1_000_000
    pulse = await store.tables.fleet.beat("next", now, LONG, now)
    assert ("next" in pulse.serving) is is_known
    assert len(pulse.outages) == is_known
