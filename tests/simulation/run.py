"""Runs seeds and says what came of them."""

import gc
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from .faults import KINDS
from .world import Outcome, World


@dataclass
class Report:
    seeds: int = 0
    acks: int = 0
    versions: int = 0
    steps: int = 0
    seconds: float = 0
    took: float = 0
    faults: Counter[str] = field(default_factory=Counter)
    failed: list[Outcome] = field(default_factory=list)

    def add(self, outcome: Outcome) -> None:
        self.seeds += 1
        self.acks += outcome.acks
        self.versions += outcome.versions
        self.steps += outcome.steps
        self.seconds += outcome.seconds
        self.faults += outcome.faults
        if outcome.wrong:
            self.failed.append(outcome)

    def __str__(self) -> str:
        faults = "\n".join(f"  {kind:20} {self.faults[kind]:>9,}" for kind in KINDS)
        pace = self.seeds / max(self.took, 0.001)
        return (
            f"{self.seeds:,} seeds in {self.took:.0f} s of one core ({pace:.1f} a second): "
            f"{self.seconds / 3600:.1f} simulated hours, {self.steps:,} steps, {self.versions:,} versions, "
            f"{self.acks:,} commands acknowledged, {len(self.failed)} failures\n"
            f"faults injected:\n{faults}" + "".join(map(told, self.failed[:10]))
        )


def told(outcome: Outcome) -> str:
    more = f" (and {len(outcome.wrong) - 5} more)" if len(outcome.wrong) > 5 else ""
    what = "\n  ".join(one[:600] for one in outcome.wrong[:5])
    return f"\nseed {outcome.seed}: python3 tests tests/simulation --seed {outcome.seed}\n  {what}{more}"


def run_seeds(seeds: Iterable[int], enough: Callable[[Report], bool] = lambda report: False) -> Report:
    """Each of these, until it is enough."""
    report = Report()
    began = time.process_time()
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        for seed in seeds:
            report.add(World(seed).run())
            if report.seeds % 20 == 0:  # a world is full of circles
                gc.collect()
            if enough(report):
                break
    finally:
        gc.enable()
        gc.unfreeze()
    report.took = time.process_time() - began
    return report


if __name__ == "__main__":
    print(*(World(int(seed)).run().trace for seed in sys.argv[1:]), sep="\n")
