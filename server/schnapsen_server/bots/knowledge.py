"""What a seat can know of a running hand: its view, and what was said and laid openly while it watched.

Every event is public, so this is what an attentive player at the table remembers. Cards are numbers as in `cards`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from schnapsen_protocol.cards import Card, Seat, other
from schnapsen_protocol.events import (
    CardPlayed,
    CardsDrawn,
    Event,
    HandDealt,
    MarriageDeclared,
    StockClosed,
    TrickWon,
    TrumpExchanged,
)
from schnapsen_protocol.views import View

from .cards import ALL, BEATERS, HIGHER, MARRIAGES, NAMES, SUIT_MASK, TRUMPS, Names
from .endgame import needed
from .position import Closed, Duties, closed, duties


@dataclass(frozen=True, slots=True)
class Past:
    """A choice of the other one, with all that he could see then."""

    led: int
    """The card that he answered, or -1: he led."""
    card: int
    announced: bool
    exchanged: int
    """The up-card that he took just before, or -1."""
    closed: bool
    may_exchange: bool
    may_close: bool
    strict: bool
    gone: int
    """The cards played before, the led one too."""
    upcard: int
    """After an exchange; -1 once drawn."""
    his_need: int
    my_need: int
    drew: bool
    """He drew a card after this trick."""
    drew_upcard: bool


@dataclass(frozen=True, slots=True)
class Knowledge:
    rules: Duties
    names: Names
    mine: int
    his_known: int
    """Cards that must be in his hand."""
    his_count: int
    barred: int
    """Cards that cannot be in his hand: he would have had to play one."""
    unseen: int
    """In his hand or in the stock."""
    stock: int
    """Face-down cards."""
    upcard: int
    """-1 once drawn."""
    gone: int
    """Played cards, the one on the table too."""
    my_need: int
    his_need: int
    closed: Closed | None
    i_lead: bool
    led: int
    """His card on the table, or -1."""
    score: tuple[int, int]
    """Game points, mine first."""
    past: tuple[Past, ...]

    @property
    def strict(self) -> bool:
        return self.closed is not None or self.stock == 0


@dataclass
class _Side:
    trick_points: int = 0
    tricks: int = 0
    marriages: int = 0
    known: int = 0

    @property
    def need(self) -> int:
        return needed(self.trick_points + self.marriages, self.tricks)


@dataclass
class _Choice:
    """A choice of the other one while it is being told."""

    exchanged: int = -1
    closed: bool = False
    announced: bool = False


@dataclass
class Watch:
    """Follows one hand from its deal."""

    names: Names
    rules: Duties
    me: Seat
    leader: Seat
    upcard: int
    stock: int = 9
    sides: tuple[_Side, _Side] = field(default_factory=lambda: (_Side(), _Side()))
    gone: int = 0
    table: int = -1
    closed: Closed | None = None
    barred: int = 0
    choice: _Choice = field(default_factory=_Choice)
    past: list[Past] = field(default_factory=list)

    @property
    def strict(self) -> bool:
        return self.closed is not None or self.stock == 0

    def hear(self, event: Event) -> None:
        match event:
            case TrumpExchanged(seat, jack, upcard):
                if seat != self.me:
                    self.choice.exchanged = self.names.number[upcard]
                side = self.sides[seat]
                side.known = side.known & ~1 | 1 << self.names.number[upcard]
                self.upcard = self.names.number[jack]
            case StockClosed(seat):
                self.choice.closed = seat != self.me
                self.closed = closed(seat == self.me, self.sides[other(seat)].need)
            case MarriageDeclared(seat, suit, points, _):
                self.choice.announced = seat != self.me
                self.sides[seat].known |= MARRIAGES[self.names.suits.index(suit)]
                self.sides[seat].marriages += points
            case CardPlayed(seat, card):
                self._play(seat, self.names.number[card])
            case TrickWon(seat, points):
                self.leader = seat
                self.sides[seat].trick_points += points
                self.sides[seat].tricks += 1
            case CardsDrawn(first, upcard):
                self._draw(first, upcard)

    def _play(self, seat: Seat, card: int) -> None:
        led = self.table
        if seat != self.me:
            self._choose(led, card)
            if led >= 0 and self.strict:
                self._bar(led, card)
        self.gone |= 1 << card
        self.sides[seat].known &= ~(1 << card)
        self.table = card if led < 0 else -1

    def _choose(self, led: int, card: int) -> None:
        his, mine, choice = self.sides[other(self.me)], self.sides[self.me], self.choice
        need = his.need
        if choice.announced:
            need += 40 if card < 5 else 20
        free = self.closed is None or choice.closed
        trick = need < 500
        self.past.append(
            Past(
                led=led,
                card=card,
                announced=choice.announced,
                exchanged=choice.exchanged,
                closed=choice.closed,
                may_exchange=led < 0
                and free
                and self.stock >= max(1, self.rules.exchange_min)
                and (trick or not self.rules.exchange_needs_trick),
                may_close=led < 0 and free and self.stock >= max(1, self.rules.close_min),
                strict=self.strict,
                gone=self.gone,
                upcard=self.upcard,
                his_need=need,
                my_need=mine.need,
                drew=False,
                drew_upcard=False,
            )
        )
        self.choice = _Choice()

    def _bar(self, led: int, answer: int) -> None:
        """He had to follow, to beat if that is asked, or to trump."""
        if answer // 5 == led // 5:
            if self.rules.must_head and not BEATERS[led] >> answer & 1:
                self.barred |= HIGHER[led]
        else:
            self.barred |= SUIT_MASK[led]
            if answer >= 5:
                self.barred |= TRUMPS

    def _draw(self, first: Seat, upcard: Card | None) -> None:
        his_upcard = upcard is not None and first == self.me
        if self.past:
            self.past[-1] = replace(self.past[-1], drew=True, drew_upcard=his_upcard)
        if upcard is not None:
            self.sides[other(first)].known |= 1 << self.names.number[upcard]
            self.upcard = -1
        self.stock = max(0, self.stock - 2)

    def knowledge(self, mine: int, score: tuple[int, int]) -> Knowledge:
        """With the cards that I hold now."""
        my, his = self.sides[self.me], self.sides[other(self.me)]
        elsewhere = ALL & ~(mine | self.gone)
        unseen = elsewhere & ~his.known
        if self.upcard >= 0:
            unseen &= ~(1 << self.upcard)
        return Knowledge(
            rules=self.rules,
            names=self.names,
            mine=mine,
            his_known=his.known,
            his_count=elsewhere.bit_count() - self.stock - (self.upcard >= 0),
            barred=self.barred,
            unseen=unseen,
            stock=self.stock,
            upcard=self.upcard,
            gone=self.gone,
            my_need=my.need,
            his_need=his.need,
            closed=self.closed,
            i_lead=self.leader == self.me,
            led=-1 if self.leader == self.me else self.table,
            score=score,
            past=tuple(self.past),
        )


def watch(said: Sequence[Event], me: Seat, rules: Duties) -> Watch:
    """One who has heard all this of the hand that was dealt last."""
    start = max(index for index, event in enumerate(said) if isinstance(event, HandDealt))
    dealt = said[start]
    assert isinstance(dealt, HandDealt)
    names = NAMES[dealt.upcard.suit]
    watching = Watch(names, rules, me, other(dealt.dealer), names.number[dealt.upcard])
    for event in said[start + 1 :]:
        watching.hear(event)
    return watching


def knowledge(view: View, said: Sequence[Event]) -> Knowledge:
    """What the viewer knows in a running hand. `said` are the events of the match from that hand's deal or earlier."""
    me = view.viewer
    assert me is not None
    seat, his = view.seats[me], view.seats[other(me)]
    assert seat is not None
    assert seat.hand is not None
    assert his is not None
    watching = watch(said, me, duties(view.preset))
    return watching.knowledge(watching.names.mask(seat.hand), (seat.score, his.score))


def playing_on(known: Knowledge) -> Knowledge:
    """Whoever has 66 and does not claim it needs the next trick: then he may again."""
    return replace(known, my_need=max(1, known.my_need), his_need=max(1, known.his_need))
