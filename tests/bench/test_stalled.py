"""The bench of stalled watchers, a small one: moves are measured at both tables, and the crowd is at the table."""

import sys

import pytest

from schnapsen_server.bench.stalled import run


@pytest.mark.slow
async def test_moves_are_measured_with_and_without_a_watcher_who_does_not_read() -> None:
    figures = await run(watchers=5, rounds=3)
    assert figures["moves"] == 30
    assert isinstance(figures["ratio_of_medians"], float)
    assert figures["ratio_of_medians"] > 0
    assert ("kib_for_each_who_does_not_read" in figures) == (sys.platform == "linux")
