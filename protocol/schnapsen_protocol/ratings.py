"""How well somebody plays, in numbers for people. Only matches that count for it are played by named players."""

from dataclasses import dataclass

from .terms import STRICT


@dataclass(frozen=True, slots=True)
class RatingMark:
    """`value` ± `deviation`, like 1500 ± 350; `provisional` while too few matches say so."""

    __pydantic_config__ = STRICT
    value: int
    deviation: int
    provisional: bool


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """The rating after one rated match."""

    match: str
    at: int
    """Server time of the match's end, in ms since 1970."""
    value: int
    deviation: int
    change: int
    """By how much the match moved the rating."""


@dataclass(frozen=True, slots=True)
class Record:
    """What a player did in matches that came to a result: against people, and rated ones against the computer."""

    matches: int
    wins: int
    hands_won: tuple[int, int, int]
    """How many of them with 1, 2 and 3 game points."""
    hands_lost: tuple[int, int, int]
    closings_made: int
    """Hands won after having closed the stock."""
    closings_failed: int
    points: int
    """Game points won in all matches together, less those lost."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """Of the last `begun` of these matches (20 at most) `finished` were neither aborted nor left."""

    finished: int
    begun: int


@dataclass(frozen=True, slots=True)
class Profile:
    """What everybody may know of a player. Without a `rating` he has not chosen a name."""

    player: str
    name: str
    rating: RatingMark | None
    rated_matches: int
    record: Record
    reliability: Reliability
    history: tuple[RatingPoint, ...]
    """The newest rated matches, oldest of them first."""


@dataclass(frozen=True, slots=True)
class TopRow:
    """One of the best players whose rating is not provisional, best first."""

    player: str
    name: str
    rating: RatingMark
    rated_matches: int
    reliability: Reliability
