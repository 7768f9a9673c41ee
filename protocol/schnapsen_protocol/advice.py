"""What the computer advises a player, and how it judges a finished match. Sentences are the client's."""

from dataclasses import dataclass
from enum import StrEnum

from .cards import Card, Seat
from .views import View


class Why(StrEnum):
    """The reason for a move."""

    ONLY = "only"
    """Nothing else is allowed."""
    CLAIM = "claim"
    """66 is reached."""
    EXCHANGE = "exchange"
    """The up-card is worth more than the jack, and nothing is lost by it."""
    CLOSE = "close"
    ANNOUNCE = "announce"
    """`points` is what the marriage is worth."""
    ANNOUNCE_66 = "announce_66"
    """The marriage makes 66."""
    TAKE = "take"
    """`points` is what the trick is worth."""
    TAKE_66 = "take_66"
    """The trick makes 66."""
    KEEP = "keep"
    """`card` would take the trick and is worth more later."""
    THROW = "throw"
    """No card takes the trick: give little."""
    SURE = "sure"
    """Nothing that the other may hold beats this card."""
    TRUMPS = "trumps"
    """It draws trumps."""
    LOW = "low"
    """It risks little."""
    BEST = "best"
    """No short reason: it comes out best."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The best move for one seat, as far as it can be known from there."""

    move: str
    """A word of `legal`: `play:CA`, `marriage:CK`, `close`, `exchange`, `claim`."""
    why: Why
    percent: int | None
    """In how many of a hundred deals that agree with all that is known this seat then wins the hand, both playing
    well; `null` if no deals were looked at."""
    points: int | None = None
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Mistake:
    """A decision that cost something. Game points are those expected of the hand, as far as the match needs them."""

    v: int
    """The version of the match on which it was decided."""
    view: View
    """What the seat saw then."""
    played: str
    """A word as in `legal`, or `concede`."""
    better: Advice
    lost: float
    """Game points, on average over the deals that agree with what the seat knew."""


@dataclass(frozen=True, slots=True)
class Review:
    """The decisions of one seat in a finished match. It grows until all are judged: `done` is then `of`."""

    match: str
    seat: Seat
    done: int
    of: int
    decisions: int = 0
    """How many of those judged so far were a choice."""
    lost: float = 0.0
    """By the mistakes together."""
    mistakes: tuple[Mistake, ...] = ()


@dataclass(frozen=True, slots=True)
class PuzzleMove:
    seat: Seat
    move: str
    lost: float = 0.0
    """Game points given away by it."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position of which all cards are known, and what has been played from it against the solver."""

    number: int
    """From 1."""
    of: int
    view: View
    theirs: tuple[Card, ...]
    """The other hand: the stock is used up, so it can be worked out."""
    reachable: int
    """Game points of the viewer from the beginning on, both playing their best."""
    played: tuple[PuzzleMove, ...]
