"""What a viewer cannot know, worked out from what was said aloud and his own cards, not from the house's own views."""

from collections.abc import Sequence

from schnapsen_protocol.cards import Card, Seat, other
from schnapsen_protocol.events import (
    CardPlayed,
    CardsDrawn,
    HandDealt,
    HandWon,
    MarriageDeclared,
    MatchCalledOff,
    MatchWon,
    TrumpExchanged,
)
from schnapsen_protocol.terms import Gallery
from schnapsen_server.game.deck import KING, QUEEN
from schnapsen_server.game.secret import DeckDealt, Happening


def hidden(so_far: Sequence[Happening], gallery: Gallery, viewer: Seat | None) -> list[Card]:
    """The cards of the last hand dealt that this viewer cannot know after all of this."""
    start = max(place for place, happening in enumerate(so_far) if isinstance(happening, DeckDealt))
    deck, dealt = so_far[start], so_far[start + 1]
    assert isinstance(deck, DeckDealt)
    assert isinstance(dealt, HandDealt)
    cards, leader = deck.deck, other(dealt.dealer)
    own = {leader: cards[0:3] + cards[7:9], dealt.dealer: cards[3:6] + cards[9:11], None: ()}
    seen = {dealt.upcard, *own[viewer]}
    stock = list(cards[11:])
    for happening in so_far[start + 2 :]:
        match happening:
            case CardPlayed(_, card):
                seen.add(card)
            case MarriageDeclared(_, suit):
                seen |= {KING[suit], QUEEN[suit]}
            case TrumpExchanged(_, jack, upcard):
                seen |= {jack, upcard}
            case CardsDrawn(first, upcard):
                drawn = {first: stock.pop(0), other(first): upcard or stock.pop(0)}
                seen |= {card for seat, card in drawn.items() if seat == viewer or card == upcard}
            case HandWon() | MatchWon() | MatchCalledOff() if viewer is not None or gallery is Gallery.OPEN:
                return []
    return [card for card in cards if card not in seen]
