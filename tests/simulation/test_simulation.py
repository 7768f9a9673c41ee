"""Worlds in which everything fails that can, and nothing may come of it.

`--seeds 2000` simulates so many, `--seed 7` one of them, with all that happens in it. A seed is another world as soon
as luck is drawn in another order: what a seed has found gets a test of its own, where it belongs.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from .faults import KINDS
from .planted import PLANTED
from .run import Report, run_seeds, told
from .world import World

TESTS = Path(__file__).parents[1]
WITHIN = 500
"""So many seeds are enough to find a planted fault."""


@pytest.mark.timeout(7200)
def test_nothing_is_lost_doubled_or_betrayed_whatever_fails(
    seeds: range, one_seed: int | None, note: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    if one_seed is not None:
        with capsys.disabled():
            outcome = World(one_seed, sys.stdout.write).run()
        assert not outcome.wrong, told(outcome)
        return
    report = run_seeds(seeds)
    note.append(str(report))
    assert not report.failed, str(report)
    assert report.acks > 10 * len(seeds)
    if len(seeds) >= 60:
        assert not [kind for kind in KINDS if not report.faults[kind]], report.faults


def test_a_seed_replays_exactly() -> None:
    seeds = range(1, 6)
    first, second = ([World(seed).run().trace for seed in seeds] for _ in range(2))
    assert first == second
    assert len(set(first)) == len(seeds)
    for hash_seed in ("1", "2"):
        assert traces_elsewhere(seeds, hash_seed) == first


def traces_elsewhere(seeds: range, hash_seed: str) -> list[str]:
    """The same in a process of its own."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    asked = (sys.executable, "-m", "simulation.run", *map(str, seeds))
    done = subprocess.run(asked, cwd=TESTS, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_found(fault: str, note: list[str]) -> None:
    def found(report: Report) -> bool:
        return bool(report.failed)

    with PLANTED[fault]():
        report = run_seeds(range(1, WITHIN + 1), found)
    assert report.failed, f"{fault} is not found by {WITHIN} seeds"
    note.append(f"planted: {fault}; found by seed {report.failed[0].seed}: {report.failed[0].wrong[0][:160]}")
