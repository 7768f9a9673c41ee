"""The bench's simulated players, few of them: all promises are kept while servers are killed and restarted."""

import random

import pytest

from schnapsen_server.bench import pair, rolling


@pytest.mark.slow
async def test_all_who_stay_are_paired_once_and_no_ticket_is_left(chance: random.Random) -> None:
    figures = await pair.run(30, 2, 1, chance, spread_of_ratings=20)
    assert figures["kept"], figures
    assert figures["ghosts"] == 0


@pytest.mark.slow
async def test_nobody_pays_for_a_rolling_restart(chance: random.Random) -> None:
    figures = await rolling.run(4, chance)
    assert (figures["matches"], figures["forfeits"], figures["lost"], figures["doubled"]) == (4, 0, 0, 0), figures
    restarts = figures["restarts"]
    assert isinstance(restarts, list)
    assert [(one["status"], one["sent_away"] > 0) for one in restarts] == [(0, True)] * 2, figures
    assert figures["close_codes"] == {1012: sum(one["sent_away"] for one in restarts)}, figures
