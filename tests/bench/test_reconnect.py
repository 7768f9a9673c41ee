"""The bench's people, few of them: all come back after a cut and a kill, each to what he knew."""

import random

import pytest

from schnapsen_server.bench.reconnect import run


@pytest.mark.slow
async def test_everybody_comes_back_without_an_error() -> None:
    figures = await run(20, random.Random(1))
    assert figures["kept"], figures
    assert figures["sockets"] == 20
    for how in ("cut", "killed"):
        after = figures[how]
        assert isinstance(after, dict)
        assert sum(after["dials_per_100_ms"]) >= 20
