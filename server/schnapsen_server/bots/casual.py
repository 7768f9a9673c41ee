"""A casual player: legal moves, a little sense, no memory and no plan."""

from collections.abc import Callable, Sequence

from schnapsen_protocol.cards import Card, Rank, Seat
from schnapsen_protocol.commands import Claim, Command, DeclareMarriage, ExchangeTrump, PlayCard
from schnapsen_protocol.events import Event, HandDealt, MarriageDeclared, TrickWon
from schnapsen_protocol.views import View

ORDER = list(Rank)


def choose(view: View, counted: int, pick: Callable[[Sequence[str]], str]) -> Command | None:
    """A move for the view's own seat; None when it has none. `counted` is the seat's card points."""
    legal = view.legal
    if "claim" in legal and counted >= 66:
        return Claim()
    if "exchange" in legal:
        return ExchangeTrump()
    marriages = [move for move in legal if move.startswith("marriage:")]
    if marriages:
        best = next((move for move in marriages if Card(move[-2:]).suit == view.trump), marriages[0])
        return DeclareMarriage(Card(best[-2:]))
    plays = [move for move in legal if move.startswith("play:")]
    if not plays:
        return None
    winning = [move for move in plays if view.table and wins(Card(move[-2:]), view.table[0].card, view)]
    return PlayCard(Card(pick(winning or cheapest(plays, view))[-2:]))


def wins(card: Card, led: Card, view: View) -> bool:
    if card.suit == led.suit:
        return ORDER.index(card.rank) < ORDER.index(led.rank)
    return card.suit == view.trump


def cheapest(plays: list[str], view: View) -> list[str]:
    """The lowest plain cards, or the lowest trumps if there are no others."""
    cards = [Card(move[-2:]) for move in plays]
    plain = [card for card in cards if card.suit != view.trump] or cards
    lowest = max(ORDER.index(card.rank) for card in plain)
    return [f"play:{card}" for card in plain if ORDER.index(card.rank) == lowest]


def count(events: Sequence[Event], seat: Seat) -> int:
    """The card points of `seat` in the running hand, from what was said aloud at the table."""
    tricks = marriages = 0
    for event in events:
        match event:
            case HandDealt():
                tricks = marriages = 0
            case TrickWon(seat=winner, points=points) if winner == seat:
                tricks += points
            case MarriageDeclared(seat=announcer, points=points) if announcer == seat:
                marriages += points
    return tricks + marriages if tricks else 0
