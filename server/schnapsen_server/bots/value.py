"""What game points are worth for the match: the chance to win it from the score that they make."""

from functools import cache
from typing import Final, TypeAlias

from schnapsen_server.game.scoring import MATCH_POINTS

Worth: TypeAlias = tuple[float, ...]
"""By my game points in this hand, from -3 to 3 at index 0 to 6."""

SHARES: Final = (0.0, 0.49, 0.33, 0.18)
"""How often a hand between equals gives 1, 2, 3 game points."""
POINTS: Final[Worth] = (-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0)
"""Where every game point counts the same."""


@cache
def chance(mine: int, his: int) -> float:
    """To win the match from this score, between equals."""
    if mine >= MATCH_POINTS:
        return 1.0
    if his >= MATCH_POINTS:
        return 0.0
    return sum(
        share * (chance(mine + points, his) + chance(mine, his + points)) / 2
        for points, share in enumerate(SHARES)
        if points
    )


@cache
def worth(mine: int, his: int) -> Worth:
    """Of a hand played at this score."""
    return tuple(
        chance(mine + max(points, 0), his + max(-points, 0)) if points else chance(mine, his) for points in range(-3, 4)
    )
