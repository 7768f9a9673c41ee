"""The decisions of one seat in a match, read from its log: what it saw, what it had heard, and what it did."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from schnapsen_protocol.cards import Card, Rank, Seat, card_of, other
from schnapsen_protocol.events import (
    CardPlayed,
    Claimed,
    Event,
    HandConceded,
    HandDealt,
    HandEnd,
    MarriageDeclared,
    StockClosed,
    TrumpExchanged,
)
from schnapsen_protocol.views import View
from schnapsen_server.game.evolve import fold
from schnapsen_server.game.scoring import verdict
from schnapsen_server.game.secret import Happening, public
from schnapsen_server.game.state import Match
from schnapsen_server.game.view import view

from .advice import Judgement, judge


@dataclass(frozen=True, slots=True)
class Decision:
    v: int
    """The version on which it was decided."""
    view: View
    said: tuple[Event, ...]
    """Aloud, since the deal."""
    played: str
    """A word of the view's legal moves, or `concede`."""
    cost: int
    """What the other gets if the hand is given up or claimed wrongly here."""


def decisions(batches: Iterable[tuple[Happening, ...]], seat: Seat) -> Iterator[Decision]:
    """Of this seat on its turn, in order; also those in which there was no choice. `batches` are a whole log."""
    match = Match()
    said: tuple[Event, ...] = ()
    for v, batch in enumerate(batches):
        played = _played(match, batch, seat)
        if played is not None and match.hand is not None:
            reason = HandEnd.CONCEDED if played == "concede" else HandEnd.FALSE_CLAIM
            cost = verdict(match.hand, other(seat), reason).game_points
            yield Decision(v, view(match, seat), said, played, cost)
        match = fold(batch, match)
        events = public(batch)
        dealt = next((n for n, event in enumerate(events) if isinstance(event, HandDealt)), None)
        said = said + events if dealt is None else events[dealt:]


def _played(match: Match, batch: tuple[Happening, ...], seat: Seat) -> str | None:
    """The word for what the seat, whose turn it was, did by this batch."""
    if match.acting != seat:
        return None
    for happening in batch:
        match happening:
            case HandConceded(by) if by == seat:
                return "concede"
            case Claimed(by) if by == seat:
                return "claim"
            case StockClosed(by) if by == seat:
                return "close"
            case TrumpExchanged(by) if by == seat:
                return "exchange"
            case MarriageDeclared(by, suit) if by == seat:
                return f"marriage:{_led(batch) or card_of(suit, Rank.KING)}"
            case CardPlayed(by, card) if by == seat:
                return f"play:{card}"
    return None


def _led(batch: tuple[Happening, ...]) -> Card | None:
    """The card that was led with a marriage: none if the marriage ended the hand."""
    return next((happening.card for happening in batch if isinstance(happening, CardPlayed)), None)


def judged(decision: Decision) -> Judgement | None:
    """None if there was no choice. The same decision is always judged alike."""
    return judge(decision.view, decision.said, decision.played, decision.cost, decision.v)
