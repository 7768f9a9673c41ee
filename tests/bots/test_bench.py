"""The bench of many matches against the computer, with few of them."""

import pytest

from schnapsen_protocol.cards import Level
from schnapsen_server.bench import computers


@pytest.mark.slow
async def test_the_computer_moves_and_the_loop_is_measured_without_and_with_it() -> None:
    figures = await computers.run(3, Level.CLUB, 2)
    assert figures["computer_moves"] > 0
    for lag in (figures["lag_ms_without"], figures["lag_ms_with"]):
        assert 0 < lag["p50"] <= lag["p99"] <= lag["max"]
