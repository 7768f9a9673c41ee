"""What players of the open phase like: a handful of numbers for each.

The defaults are a club player's. `EARLY` and `LATE` were found by chance and trial over a million hands played against
themselves, each solved at the end; they change with the last three face-down cards.
"""

from dataclasses import dataclass
from typing import Final, TypeAlias

Ranks: TypeAlias = tuple[float, float, float, float, float]
"""One number for each rank, from the jack to the ace."""


@dataclass(frozen=True, slots=True)
class Taste:
    """What a card is worth to keep, in card points, and how much one likes to lead."""

    plain: Ranks = (0, 1, 2, 5, 9)
    trump: Ranks = (5, 7, 8, 13, 16)
    pair: tuple[float, float] = (12, 30)
    """King or queen with its partner in hand: plain, trump."""
    hope: tuple[float, float] = (2, 4)
    """King or queen whose partner may still come."""
    bare_ten: float = -1
    """A ten whose ace is out: it is in danger."""
    lead: float = 3
    """Having the lead."""
    lead_plain: Ranks = (0, 0, 0, -4, 0)
    lead_trump: Ranks = (-4, -4, -4, -4, -4)
    lead_top: float = 4
    """Leading a card that nothing in its suit beats."""
    sure: float = 3.5
    """What an answer to a sure winner brings."""
    ruffed: float = 0.5
    """The share that plain winners keep while the other may have more trumps."""
    margin: float = 0.0
    """How many points more than needed must be in sight before one closes."""


EARLY: Final = Taste(
    plain=(-0, 0.6, -0.2, 1.3, 10.9),
    trump=(8.8, 7, 6.8, 12.6, 23.7),
    pair=(13.5, 27.1),
    hope=(1.4, 6.7),
    bare_ten=-0.9,
    lead=-4.3,
    lead_plain=(-0.4, 0.3, -0.4, -1.1, 0.7),
    lead_trump=(-3.4, -7.1, -3.1, -2.3, -4.5),
    lead_top=5.1,
    sure=5.6,
    ruffed=0.76,
    margin=-0.6,
)
LATE: Final = Taste(
    plain=(-0.3, 0, -1.2, 1.3, 10.7),
    trump=(9.7, 9.9, 8, 13.4, 23.5),
    pair=(12.5, 28.7),
    hope=(1.6, 5),
    bare_ten=0.3,
    lead=-2.8,
    lead_plain=(2.8, 2.2, -0.4, -1.4, -0.8),
    lead_trump=(-4.9, -7.9, -2, -2.3, -2.7),
    lead_top=7,
    sure=4.8,
    ruffed=0.8,
    margin=-1.6,
)
