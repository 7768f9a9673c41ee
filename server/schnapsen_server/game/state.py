"""A match as its log tells it: two players, the score, the hand on the table. Values only; `evolve` makes new ones."""

from dataclasses import dataclass

from schnapsen_protocol.cards import SEATS, Card, Level, Preset, Seat, Suit, Versus, other
from schnapsen_protocol.events import CalledOff, MatchEnd
from schnapsen_protocol.ratings import RatingMark
from schnapsen_protocol.terms import UNSETTLED, Terms
from schnapsen_protocol.views import Phase, ProposalView, ResultView, TableCard, TrickView

from .presets import Rules, rules_of


@dataclass(frozen=True, slots=True)
class Player:
    id: str
    name: str
    rating: RatingMark | None = None
    """When the seat was taken; None for guests and the computer."""
    level: Level | None = None
    """None for a person."""

    @property
    def computer(self) -> bool:
        return self.level is not None


@dataclass(frozen=True, slots=True)
class Side:
    """What one seat holds and has made in this hand."""

    cards: tuple[Card, ...]
    """In the order drawn."""
    known: tuple[Card, ...] = ()
    """Those of the cards that everybody has seen."""
    won: tuple[tuple[Card, Card], ...] = ()
    """The won tricks, oldest first, the led card first."""
    trick_points: int = 0
    declared: tuple[Suit, ...] = ()
    marriages: int = 0
    """Points of the announced marriages, whether they count yet or not."""

    @property
    def points(self) -> int:
        # A marriage counts from the first trick on: until then its seat has nothing.
        return self.trick_points + self.marriages if self.won else 0

    @property
    def pending(self) -> int:
        return 0 if self.won else self.marriages


@dataclass(frozen=True, slots=True)
class Closing:
    """Who closed the stock, and how the other seat stood at that moment: that sets what the hand is worth."""

    by: Seat
    opponent_points: int
    opponent_tricks: int


@dataclass(frozen=True, slots=True)
class Hand:
    """One deal, from the first lead until the result has been looked at."""

    number: int
    dealer: Seat
    trump: Suit
    upcard: Card | None
    """The trump card beside the stock. It keeps its name when closing turns it down, and is None once drawn."""
    stock: tuple[Card, ...]
    """The face-down cards without the up-card, the next one first."""
    sides: tuple[Side, Side]
    leader: Seat
    table: TableCard | None = None
    """The led card, waiting for the answer."""
    announced: int = 0
    """Points of the marriage whose card is led next."""
    closing: Closing | None = None
    last_trick: TrickView | None = None
    result: ResultView | None = None

    @property
    def to_play(self) -> Seat | None:
        if self.result is not None:
            return None
        return self.leader if self.table is None else other(self.leader)

    @property
    def strict(self) -> bool:
        """Whether suit must be followed: the stock is closed or used up."""
        return self.closing is not None or not self.stock


@dataclass(frozen=True, slots=True)
class Clock:
    """As it stood at `at`, in milliseconds of the server's time."""

    left: tuple[int, int]
    running: Seat | None
    at: int
    lag: tuple[int, int]
    """What each seat may still be credited for its line."""
    held: int
    """Up to when time that no server kept has been given back."""


@dataclass(frozen=True, slots=True)
class Match:
    """The defaults are the blank before `match_opened`."""

    opened: bool = False
    preset: Preset = Preset.SEED
    versus: Versus = Versus.HUMAN
    terms: Terms = UNSETTLED
    dealer: Seat = 0
    """Deals the first hand."""
    players: tuple[Player | None, Player | None] = (None, None)
    score: tuple[int, int] = (0, 0)
    deck: tuple[Card, ...] | None = None
    """Shuffled for a hand that is not dealt yet."""
    hand: Hand | None = None
    results: tuple[ResultView, ...] = ()
    ready: tuple[bool, bool] = (False, False)
    stayed: tuple[bool, bool] = (False, False)
    paused: bool = False
    begun: tuple[bool, bool] = (False, False)
    """Who has played a card of this match."""
    clock: Clock | None = None
    """None before the first deal, and where there is none."""
    proposal: ProposalView | None = None
    winner: Seat | None = None
    ended_by: MatchEnd | None = None
    called_off: CalledOff | None = None
    rematch: str | None = None

    @property
    def phase(self) -> Phase:
        if self.is_over:
            return Phase.MATCH_OVER
        if self.hand is None:
            return Phase.WAITING
        if self.paused:
            return Phase.PAUSED
        return Phase.PLAYING if self.hand.result is None else Phase.HAND_OVER

    @property
    def counts(self) -> bool:
        """It goes into the statistics of those who play it. Against the computer: if it is rated, and has a clock that
        ends it also for who is losing and stays away.
        """
        return self.versus is Versus.HUMAN or (self.terms.rated and self.terms.clock is not None)

    @property
    def is_over(self) -> bool:
        return self.winner is not None or self.called_off is not None

    @property
    def acting(self) -> Seat | None:
        """The seat that must play a card now."""
        return self.hand.to_play if self.hand is not None and self.phase is Phase.PLAYING else None

    @property
    def rules(self) -> Rules:
        return rules_of(self.preset, hide_points=self.terms.hide_points)

    def seat_of(self, player: str) -> Seat | None:
        """Where the person with this public id sits."""
        for seat in SEATS:
            taken = self.players[seat]
            if taken is not None and taken.id == player:
                return seat
        return None
