"""The levels of the computer opponent. They differ by what they know and how carefully they look, never by cheating."""

from dataclasses import dataclass
from typing import Final

from schnapsen_protocol.cards import Level

from .policy import SENSIBLE, SHARP, Policy
from .search import Effort
from .tastes import Taste

__all__ = ["STRENGTHS", "Level", "Strength"]


@dataclass(frozen=True, slots=True)
class Strength:
    policy: Policy
    remembers: bool
    closes: bool
    effort: Effort | None
    """None: plays by the policy alone."""


GREEDY: Final = Policy(Taste(plain=(0, 0, 0, 0, 0), trump=(2, 2, 2, 4, 5), pair=(3, 6), hope=(0, 0), lead=0))

STRENGTHS: Final[dict[Level, Strength]] = {
    Level.BEGINNER: Strength(GREEDY, remembers=False, closes=False, effort=None),
    Level.CLUB: Strength(SENSIBLE, remembers=True, closes=True, effort=None),
    Level.STRONG: Strength(SENSIBLE, remembers=True, closes=True, effort=Effort(10, 30)),
    Level.MASTER: Strength(
        SHARP,
        remembers=True,
        closes=True,
        effort=Effort(100, 400, trust=SENSIBLE, opponents=(SENSIBLE, SHARP)),
    ),
}
