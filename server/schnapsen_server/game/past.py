"""A match as one looks back at it: which hands it had, step by step, and who may see what of them."""

from collections.abc import Iterable
from dataclasses import dataclass

from schnapsen_protocol.cards import Seat
from schnapsen_protocol.events import (
    CardPlayed,
    CardsDrawn,
    Claimed,
    Event,
    HandConceded,
    HandDealt,
    HandWon,
    MarriageDeclared,
    MatchCalledOff,
    MatchResigned,
    MatchWon,
    StockClosed,
    TrickWon,
    TrumpExchanged,
)
from schnapsen_protocol.refusals import Code, Refused
from schnapsen_protocol.replays import Eyes
from schnapsen_protocol.terms import Gallery
from schnapsen_protocol.views import View

from .secret import Happening, public
from .state import Match
from .view import laid_open, view

TURNS = (
    HandDealt,
    TrumpExchanged,
    StockClosed,
    MarriageDeclared,
    CardPlayed,
    TrickWon,
    CardsDrawn,
    Claimed,
    HandConceded,
    HandWon,
    MatchResigned,
    MatchWon,
    MatchCalledOff,
)
"""The events that change what lies on the table, or end it."""

SEATED: dict[Eyes, Seat] = {Eyes.FIRST: 0, Eyes.SECOND: 1}


@dataclass(frozen=True, slots=True)
class Moment:
    """The match after a batch, and what of the batch changed the table."""

    v: int
    at: int
    match: Match
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Past:
    """The hands of a match, oldest first, each from its deal on. The last one may still be played."""

    match: Match
    hands: tuple[tuple[Moment, ...], ...]

    @property
    def over(self) -> int:
        """How many of the hands are over, or will never be played on."""
        hand = self.match.hand
        running = hand is not None and hand.result is None and not self.match.is_over
        return len(self.hands) - running


def past(told: Iterable[tuple[int, int, Match, tuple[Happening, ...]]]) -> Past:
    """From each batch of a log: its version, its time, the match after it, and the batch."""
    hands: list[list[Moment]] = []
    match = Match()
    for v, at, match, batch in told:
        events = tuple(event for event in public(batch) if isinstance(event, TURNS))
        if any(isinstance(event, HandDealt) for event in events):
            hands.append([])
        if events and hands:
            hands[-1].append(Moment(v, at, match, events))
    return Past(match, tuple(map(tuple, hands)))


def eyes_of(match: Match, seat: Seat | None) -> tuple[Eyes, ...]:
    """Through which eyes hands that are over may be seen from this seat, or by a stranger. Raises Refused(NO_WATCHERS).

    A stranger sees no more than a watcher while the match goes on: it may settle who watches, and what. When it is
    over, there is nothing left to hide.
    """
    gallery = match.terms.gallery
    if seat is not None or match.is_over or gallery is Gallery.OPEN:
        return (Eyes.BOTH, Eyes.FIRST, Eyes.SECOND)
    if gallery is Gallery.CLOSED:
        raise Refused(Code.NO_WATCHERS)
    return (Eyes.GALLERY,)


def seen(moment: Moment, eyes: Eyes) -> View:
    """The table at that moment. Through the eyes of both the hand must be over."""
    if eyes is Eyes.BOTH:
        return laid_open(moment.match)
    return view(moment.match, SEATED.get(eyes))
