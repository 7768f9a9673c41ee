"""The bench's matches through kills of servers and store, freezes and cut lines; CHAOS_SECONDS=600 is a long run."""

import os
import random

import pytest

from kit.referee import Referee
from schnapsen_server.bench.chaos import run
from schnapsen_server.bench.trouble import Pace


@pytest.mark.slow
@pytest.mark.timeout(1200)
async def test_nothing_acknowledged_is_lost_nobody_forfeits_and_nobody_sees_another_table() -> None:
    seed = int(os.environ.get("CHAOS_SEED") or random.randrange(2**32))
    print(f"seed {seed}")
    seconds = float(os.environ.get("CHAOS_SECONDS", "15"))
    outcome = await run(12, seconds, 2, Pace(kill=4, freeze=6, store=6, cut=8), random.Random(seed), thinks=(0, 0.1))
    print(outcome.figures)
    assert outcome.wrong == []
    for what in ("acknowledged", "kills", "store_restarts", "cuts", "resends", "resumes"):
        assert outcome.figures[what], what
    clocked = [one for one in outcome.rounds if one.clock is not None]
    assert {one.match: Referee({}, []).read(one.entries).wrong for one in clocked} == {one.match: [] for one in clocked}
