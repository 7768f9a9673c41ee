"""What one viewer may see of a match: a seat sees its own hand, the gallery sees no hand at all.

Points are card points of this hand (66 wins it), the score is game points of the match (7 win it).
"""

from dataclasses import dataclass
from enum import StrEnum

from .cards import Card, Level, Preset, Seat, Suit, Versus
from .commands import Phrase, Proposal
from .events import CalledOff, HandEnd, MatchEnd
from .ratings import RatingMark
from .refusals import Code
from .terms import Terms


class Phase(StrEnum):
    WAITING = "waiting"
    """A seat is free; nothing has been dealt."""
    PLAYING = "playing"
    HAND_OVER = "hand_over"
    """The result is shown until both are ready for the next hand."""
    PAUSED = "paused"
    """Saved by consent, anywhere in a match."""
    MATCH_OVER = "match_over"


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat as this viewer sees it. `None` for points: the preset hides them from him."""

    player: str
    name: str
    rating: RatingMark | None
    """When the seat was taken; `null` for guests."""
    computer: bool
    level: Level | None
    """How the computer plays; `null` for a person."""
    score: int
    points: int | None
    pending: int | None
    """Points of announced marriages that count only after the first trick."""
    tricks: int
    cards: int
    """How many cards the hand holds."""
    hand: tuple[Card, ...] | None
    """The hand in the order drawn: the viewer's own; both when the hand is over, to watchers if the terms open them."""
    known: tuple[Card, ...]
    """Cards that everybody knows to be in this hand."""
    won: tuple[tuple[Card, Card], ...]
    """The won tricks that this viewer may look at, oldest first, the led card first."""
    declared: tuple[Suit, ...]
    ready: bool
    """Pressed Next."""
    stayed: bool
    """Stopped the countdown to the next hand."""


@dataclass(frozen=True, slots=True)
class TableCard:
    seat: Seat
    card: Card
    marriage: int
    """40 or 20 when the card was led with a marriage, else 0."""


@dataclass(frozen=True, slots=True)
class TrickView:
    winner: Seat
    led: TableCard
    followed: TableCard
    points: int


@dataclass(frozen=True, slots=True)
class ResultView:
    """A finished hand and how its game points came about."""

    number: int
    dealer: Seat
    closer: Seat | None
    winner: Seat
    game_points: int
    reason: HandEnd
    at_close: bool
    """The game points follow the state when the stock was closed."""
    loser_points: int
    loser_tricks: int
    """The loser's (or, `at_close`, the closer's opponent's) points and tricks that set the game points."""
    points: tuple[int, int]
    """Card points at the end, marriages that count included."""
    marriages: tuple[int, int]
    tricks: tuple[int, int]
    score: tuple[int, int]


@dataclass(frozen=True, slots=True)
class HandScore:
    """What is still told of a finished hand when the next one is played; every view has all of them."""

    number: int
    winner: Seat
    game_points: int
    reason: HandEnd


@dataclass(frozen=True, slots=True)
class ProposalView:
    seat: Seat
    what: Proposal


@dataclass(frozen=True, slots=True)
class ClockView:
    """At the server time `at`, each seat had `left` milliseconds. Only that of `running` has become less since.

    Every frame with a view says the server's time `now`: count from the moment it came, not by the device's clock.
    While `at` is still to come the clock stands: the player was sent to another server.
    """

    left: tuple[int, int]
    running: Seat | None
    at: int
    first_move_by: int | None
    """Until when (server time) the seat to play must play its first card of the match, or the match is called off."""


@dataclass(frozen=True, slots=True)
class ChatLine:
    """Something that was said at the table, at the server time `at`."""

    seat: Seat
    phrase: Phrase | None
    text: str | None
    at: int


@dataclass(frozen=True, slots=True)
class View:
    """The whole table for one viewer. It replaces any earlier view."""

    viewer: Seat | None
    phase: Phase
    preset: Preset
    versus: Versus
    terms: Terms
    seats: tuple[SeatView | None, SeatView | None]
    hand_number: int
    """0 before the first deal."""
    dealer: Seat
    leader: Seat | None
    """Leads the current trick, or the next one if the table is empty."""
    to_play: Seat | None
    trump: Suit | None
    upcard: Card | None
    """The trump card beside the stock. When the stock is closed it lies face down; its name stays known."""
    stock: int
    """Face-down cards, without the up-card."""
    closed_by: Seat | None
    table: tuple[TableCard, ...]
    last_trick: TrickView | None
    legal: tuple[str, ...]
    """Moves of this viewer as words: `play:CA`, `marriage:CK`, `close`, `exchange`, `claim`.

    When it is not his turn there can only be the `claim` that is open after his own marriage, until the answer.
    """
    blocked: dict[str, Code]
    """Why the rest is not legal now.

    Keys: `play:<card>` for each card of the viewer's hand, `marriage`, `close`, `exchange`, and `claim` where the
    preset has it. Empty for the gallery and while no hand is being played.
    """
    concede_cost: int | None
    """Game points that the opponent gets if this viewer gives up the hand now."""
    result: ResultView | None
    """Of the last finished hand, while its result is on the table."""
    results: tuple[HandScore, ...]
    """Every finished hand of this match."""
    rest: tuple[Card, ...] | None
    """The stock that was left over, next card first, once the hand is over (to watchers if the terms open it)."""
    clock: ClockView | None
    """`None`: this match has no clock."""
    proposal: ProposalView | None
    may_abort: bool
    """This viewer may still call the match off by `abort_match`."""
    winner: Seat | None
    """Of the match."""
    ended_by: MatchEnd | None
    called_off: CalledOff | None
    """Why the match is over without a winner."""
    rematch: str | None
    """The id of the next match between the two."""


@dataclass(frozen=True, slots=True)
class MatchRow:
    """One of a player's own matches that are not over, as a list shows it. `score` is his own game points first."""

    match: str
    seat: Seat
    phase: Phase
    preset: Preset
    versus: Versus
    opponent: str | None
    level: Level | None
    """How the opponent plays if it is the computer; `null` for a person."""
    score: tuple[int, int]
    your_turn: bool
    proposal: ProposalView | None
    """What one of the two has proposed: in a paused match, to resume it."""
    terms: Terms
    at: int
    """Server time of the last event, in ms since 1970."""
    invite: str | None
    """The key that seats the opponent, while the seat is free."""


@dataclass(frozen=True, slots=True)
class FinishedRow:
    """One of a player's own matches that are over. `score` is his own game points first."""

    match: str
    at: int
    """Server time of the match's end, in ms since 1970."""
    preset: Preset
    rated: bool
    player: str | None
    """The opponent; `null` for the computer."""
    opponent: str
    level: Level | None
    """How the opponent played if it was the computer; `null` for a person."""
    score: tuple[int, int]
    hands: int
    """How many came to a result."""
    won: bool | None
    """`null`: it was called off."""
    ended_by: MatchEnd | None
    called_off: CalledOff | None
    rating_change: int | None
    """By how much it moved his rating; `null` if it did not, or is not counted yet."""
    kept: bool
    """The match itself is still there, to be replayed and reviewed."""
