"""Scripted matches through `kill -9` of the server and cut lines. SURVIVAL_MATCHES=20 is the full run."""

import os
import random
from pathlib import Path

import pytest

from e2e.survival import survive


@pytest.mark.timeout(300)
async def test_nothing_acknowledged_is_lost_and_nobody_sees_another_table(tmp_path: Path) -> None:
    seed = int(os.environ.get("SURVIVAL_SEED") or random.randrange(2**32))
    print(f"seed {seed}")
    report = await survive(int(os.environ.get("SURVIVAL_MATCHES", "5")), seed, tmp_path / "data")
    print(report)
    assert report.losses == []
    assert min(report.acked, report.kills, report.cuts, report.resends, report.resumes, report.clocked) > 0
