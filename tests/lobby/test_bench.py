"""The bench's simulated players, few of them: all promises of the search are kept while a server is killed."""

import random

import pytest

from schnapsen_server.bench.pair import run


@pytest.mark.slow
async def test_all_who_stay_are_paired_once_and_no_ticket_is_left(chance: random.Random) -> None:
    figures = await run(30, 2, 1, chance, spread_of_ratings=20)
    assert figures["kept"], figures
    assert figures["ghosts"] == 0
