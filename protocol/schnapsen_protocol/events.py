"""What happened, in the past tense. Every event here is public: it tells each player and each watcher the same.

What a seat drew is not in the events; its own view shows it.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, TypeAlias

from .cards import Card, Level, Preset, Seat, Suit, Versus
from .commands import STRICT, Phrase, Proposal
from .ratings import RatingMark
from .terms import UNSETTLED, Terms

LOG_VERSION = 4
"""Version of the format in which events are written into logs. It changes when an event does."""
RULES_VERSION = 1
"""Version of the rules with all their presets. It changes when a match would have gone on in another way."""


class HandEnd(StrEnum):
    """Why a hand ended."""

    SIXTY_SIX = "sixty_six"
    CLAIM = "claim"
    FALSE_CLAIM = "false_claim"
    LAST_TRICK = "last_trick"
    CLOSER_FAILED = "closer_failed"
    CONCEDED = "conceded"


class MatchEnd(StrEnum):
    """Why a match ended."""

    SCORE = "score"
    RESIGNED = "resigned"
    TIME = "time"
    """The loser's clock ran out."""
    LEFT = "left"
    """The loser went away and the winner did not wait any longer."""


class CalledOff(StrEnum):
    """Why a match ended without a result."""

    ABORTED = "aborted"
    """A player did not want to begin, or did not in time."""
    STOPPED = "stopped"
    """Both agreed to stop."""


@dataclass(frozen=True, slots=True)
class MatchOpened:
    """`dealer` deals the first hand. `log` is the log version that the match begins with."""

    __pydantic_config__ = STRICT
    preset: Preset
    versus: Versus
    dealer: Seat
    log: int = LOG_VERSION
    terms: Terms = UNSETTLED
    rules: int = RULES_VERSION
    t: Literal["match_opened"] = "match_opened"


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """`player` is the public id of a person: it names him and opens nothing."""

    __pydantic_config__ = STRICT
    seat: Seat
    player: str
    name: str
    computer: bool = False
    rating: RatingMark | None = None
    """As it was at that moment; `null` if the player has not chosen a name."""
    level: Level | None = None
    """How the computer plays; `null` for a person."""
    t: Literal["seat_taken"] = "seat_taken"


@dataclass(frozen=True, slots=True)
class PlayerRenamed:
    __pydantic_config__ = STRICT
    seat: Seat
    name: str
    t: Literal["player_renamed"] = "player_renamed"


@dataclass(frozen=True, slots=True)
class HandDealt:
    """Hand `number` (from 1) is dealt: five cards each, `upcard` shows trump, the other seat than `dealer` leads."""

    __pydantic_config__ = STRICT
    number: int
    dealer: Seat
    upcard: Card
    t: Literal["hand_dealt"] = "hand_dealt"


@dataclass(frozen=True, slots=True)
class TrumpExchanged:
    """`seat` took `upcard` into its hand and left `jack` in its place."""

    __pydantic_config__ = STRICT
    seat: Seat
    jack: Card
    upcard: Card
    t: Literal["trump_exchanged"] = "trump_exchanged"


@dataclass(frozen=True, slots=True)
class StockClosed:
    __pydantic_config__ = STRICT
    seat: Seat
    t: Literal["stock_closed"] = "stock_closed"


@dataclass(frozen=True, slots=True)
class MarriageDeclared:
    """`points` is 40 in trumps, else 20; `pending` while `seat` has no trick.

    A `card_played` follows unless the marriage ends the hand.
    """

    __pydantic_config__ = STRICT
    seat: Seat
    suit: Suit
    points: int
    pending: bool
    t: Literal["marriage_declared"] = "marriage_declared"


@dataclass(frozen=True, slots=True)
class CardPlayed:
    __pydantic_config__ = STRICT
    seat: Seat
    card: Card
    t: Literal["card_played"] = "card_played"


@dataclass(frozen=True, slots=True)
class TrickWon:
    """`seat` takes the two cards on the table, worth `points`."""

    __pydantic_config__ = STRICT
    seat: Seat
    points: int
    t: Literal["trick_won"] = "trick_won"


@dataclass(frozen=True, slots=True)
class CardsDrawn:
    """Each draws one card, `first` first. `upcard` is set when the last draw hands the up-card to the second."""

    __pydantic_config__ = STRICT
    first: Seat
    upcard: Card | None = None
    t: Literal["cards_drawn"] = "cards_drawn"


@dataclass(frozen=True, slots=True)
class Claimed:
    """`seat` claimed 66; whether rightly, the `hand_won` behind it says."""

    __pydantic_config__ = STRICT
    seat: Seat
    t: Literal["claimed"] = "claimed"


@dataclass(frozen=True, slots=True)
class HandConceded:
    __pydantic_config__ = STRICT
    seat: Seat
    t: Literal["hand_conceded"] = "hand_conceded"


@dataclass(frozen=True, slots=True)
class HandWon:
    """`score` is the game points of both seats with this hand's `game_points` (1 to 3), not cut at 7."""

    __pydantic_config__ = STRICT
    seat: Seat
    game_points: int
    reason: HandEnd
    score: tuple[int, int]
    t: Literal["hand_won"] = "hand_won"


@dataclass(frozen=True, slots=True)
class PlayerReady:
    """`seat` pressed Next."""

    __pydantic_config__ = STRICT
    seat: Seat
    t: Literal["player_ready"] = "player_ready"


@dataclass(frozen=True, slots=True)
class PlayerStayed:
    """`seat` stopped the countdown to the next hand."""

    __pydantic_config__ = STRICT
    seat: Seat
    t: Literal["player_stayed"] = "player_stayed"


@dataclass(frozen=True, slots=True)
class MatchResigned:
    __pydantic_config__ = STRICT
    seat: Seat
    t: Literal["match_resigned"] = "match_resigned"


@dataclass(frozen=True, slots=True)
class MatchWon:
    __pydantic_config__ = STRICT
    seat: Seat
    reason: MatchEnd
    t: Literal["match_won"] = "match_won"


@dataclass(frozen=True, slots=True)
class MatchCalledOff:
    """The match is over and nobody has won it."""

    __pydantic_config__ = STRICT
    reason: CalledOff
    t: Literal["match_called_off"] = "match_called_off"


@dataclass(frozen=True, slots=True)
class ClockMoved:
    """From the server time `at` on, `running`'s clock runs down from its `left` milliseconds; the other stands.

    With `running` null both stand. `lag` is how much each may still be credited for a slow line; up to `held` it was
    given back what was lost while no server kept the match.
    """

    __pydantic_config__ = STRICT
    left: tuple[int, int]
    running: Seat | None
    at: int
    lag: tuple[int, int]
    held: int = 0
    t: Literal["clock_moved"] = "clock_moved"


@dataclass(frozen=True, slots=True)
class Said:
    """Either a phrase or a text."""

    __pydantic_config__ = STRICT
    seat: Seat
    phrase: Phrase | None = None
    text: str | None = None
    t: Literal["said"] = "said"


@dataclass(frozen=True, slots=True)
class Proposed:
    __pydantic_config__ = STRICT
    seat: Seat
    what: Proposal
    t: Literal["proposed"] = "proposed"


@dataclass(frozen=True, slots=True)
class Declined:
    """`seat` declined the other's proposal, or withdrew its own."""

    __pydantic_config__ = STRICT
    seat: Seat
    what: Proposal
    t: Literal["declined"] = "declined"


@dataclass(frozen=True, slots=True)
class MatchSaved:
    """The match is paused until both take it up again."""

    __pydantic_config__ = STRICT
    t: Literal["match_saved"] = "match_saved"


@dataclass(frozen=True, slots=True)
class MatchResumed:
    __pydantic_config__ = STRICT
    t: Literal["match_resumed"] = "match_resumed"


@dataclass(frozen=True, slots=True)
class RematchStarted:
    """The next match between the two has the id `match`; this one keeps its link."""

    __pydantic_config__ = STRICT
    match: str
    t: Literal["rematch_started"] = "rematch_started"


Event: TypeAlias = (
    MatchOpened
    | SeatTaken
    | PlayerRenamed
    | HandDealt
    | TrumpExchanged
    | StockClosed
    | MarriageDeclared
    | CardPlayed
    | TrickWon
    | CardsDrawn
    | Claimed
    | HandConceded
    | HandWon
    | PlayerReady
    | PlayerStayed
    | MatchResigned
    | MatchWon
    | MatchCalledOff
    | ClockMoved
    | Said
    | Proposed
    | Declined
    | MatchSaved
    | MatchResumed
    | RematchStarted
)
