"""Clocked matches among deaths and drops, in a time of their own, held to a referee that counts once more.

SCHNAPSEN_CLOCKED_MATCHES=1000 plays the full number. The seed is printed, and SCHNAPSEN_SEED plays with the same luck
again; only where a dying process stops in the middle of a move is not in its hands.
"""

import os
import random

import pytest

from kit.clock import START
from kit.clock_world import LONGEST, Figures, World
from schnapsen_server.store.open import Store

MATCHES = int(os.environ.get("SCHNAPSEN_CLOCKED_MATCHES", "24"))
AT_ONCE = 40


@pytest.mark.timeout(1800)
async def test_the_clocks_in_the_log_are_right_whoever_dies(store: Store, match: str) -> None:
    seed = int(os.environ.get("SCHNAPSEN_SEED") or random.randrange(2**32))
    print(f"SCHNAPSEN_SEED={seed}")
    total = Figures()
    for number, first in enumerate(range(0, MATCHES, AT_ONCE)):
        luck = random.Random(seed + number)
        world = World(store, f"{match}.{number}", luck, start=START + 2 * number * LONGEST)
        figures = await world.run(min(AT_ONCE, MATCHES - first))
        total = merged(total, figures)
        print(total, flush=True)
    assert not total.wrong, total.wrong[:20]
    assert total.endings.get("open", 0) == 0
    assert total.endings.get("time", 0) > 0
    assert total.deaths > 0
    assert total.held_ms > 0


def merged(one: Figures, two: Figures) -> Figures:
    endings = {word: one.endings.get(word, 0) + two.endings.get(word, 0) for word in {*one.endings, *two.endings}}
    return Figures(
        matches=one.matches + two.matches,
        cards=one.cards + two.cards,
        endings=endings,
        deaths=one.deaths + two.deaths,
        deaths_amid_a_move=one.deaths_amid_a_move + two.deaths_amid_a_move,
        dark_ms=one.dark_ms + two.dark_ms,
        drops=one.drops + two.drops,
        held_ms=one.held_ms + two.held_ms,
        credited_ms=one.credited_ms + two.credited_ms,
        latest_ms=max(one.latest_ms, two.latest_ms),
        wrong=one.wrong + two.wrong,
    )
