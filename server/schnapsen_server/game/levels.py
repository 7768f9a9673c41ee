"""How strong the levels are, on a scale as that of the players: 400 more is ten matches won for one lost.

The scale hangs on the club player, who is set to where new players begin; how people do against him is not measured.
The gaps are the `rating_gap` of the arena, rules `seed`:

    schnapsen arena club beginner --deals 2000 --seed 41      275
    schnapsen arena strong club --deals 1500 --seed 42        128
    schnapsen arena master strong --deals 1000 --seed 43       96
"""

from typing import Final

from schnapsen_protocol.cards import Level
from schnapsen_protocol.ratings import RatingMark

RATINGS: Final[dict[Level, int]] = {
    Level.BEGINNER: 1225,
    Level.CLUB: 1500,
    Level.STRONG: 1628,
    Level.MASTER: 1724,
}
DEVIATION: Final = 50
"""How sure the numbers are: the arena's intervals, and that people are not our own players."""


def mark(level: Level) -> RatingMark:
    return RatingMark(RATINGS[level], DEVIATION, provisional=False)
