"""What goes wrong, how often, and how often it did. Each seed has a weather of its own: some faults never come."""

import random
from collections import Counter
from dataclasses import dataclass, field

SOMETIMES = {
    # of each request to the store
    "store delay": 0.05,
    "lost request": 0.01,
    "lost reply": 0.02,
    "late request": 0.01,
    "doubled request": 0.02,
    "death at the store": 0.004,
    # of each wake-up call
    "lost wake-up": 0.05,
    "late wake-up": 0.1,
    "doubled wake-up": 0.03,
    # of each store outage
    "lost entries": 0.3,
    # of each submit
    "doubled submit": 0.05,
    "cut after a submit": 0.03,
    # of each frame
    "slow line": 0.01,
}
EVERY = {
    # so many seconds, on the average
    "store outage": 15.0,
    "process death": 8.0,
    "process stop": 20.0,
    "process pause": 12.0,
    "line cut": 3.0,
    "half-open line": 10.0,
    "reload": 7.0,
    "second tab": 10.0,
    "stalled reader": 10.0,
    "leaving": 60.0,
}
NEVER_HEALED = ("lost wake-up",)
"""What the matches must come to an end in spite of."""
STRENGTHS = (0.0, 0.0, 1.0, 1.0, 1.0, 3.0)
KINDS = (*SOMETIMES, *EVERY, "process start", "conflict")


@dataclass
class Faults:
    luck: random.Random
    counted: Counter[str] = field(default_factory=Counter)
    healed: bool = False

    def __post_init__(self) -> None:
        strength = {kind: self.luck.choice(STRENGTHS) for kind in (*SOMETIMES, *EVERY)}
        self._chance = {kind: chance * strength[kind] for kind, chance in SOMETIMES.items()}
        self._every = {kind: seconds / strength[kind] for kind, seconds in EVERY.items() if strength[kind]}

    def strikes(self, kind: str) -> bool:
        if (self.healed and kind not in NEVER_HEALED) or self.luck.random() >= self._chance[kind]:
            return False
        self.counted[kind] += 1
        return True

    def next_in(self, kind: str) -> float | None:
        """Seconds until this happens the next time; None if it never does."""
        every = self._every.get(kind)
        return None if every is None else self.luck.expovariate(1 / every)
