"""The 20 cards as tables: suit, strength, points, and which of two cards takes a trick.

Tables rather than questions to the card: making a suit from a card's letter each time is slow.
"""

from schnapsen_protocol.cards import Card, Rank, Suit, card_of

RANK_POINTS = {Rank.ACE: 11, Rank.TEN: 10, Rank.KING: 4, Rank.QUEEN: 3, Rank.JACK: 2}
PLAIN_MARRIAGE, TRUMP_MARRIAGE = 20, 40

DECK: tuple[Card, ...] = tuple(Card)
SUIT: dict[Card, Suit] = {card: card.suit for card in DECK}
RANK: dict[Card, Rank] = {card: card.rank for card in DECK}
POINTS: dict[Card, int] = {card: RANK_POINTS[card.rank] for card in DECK}
STRENGTH = POINTS
"""A card beats another of its suit when it is worth more: the order of points is the order of ranks."""

KING: dict[Suit, Card] = {suit: card_of(suit, Rank.KING) for suit in Suit}
QUEEN: dict[Suit, Card] = {suit: card_of(suit, Rank.QUEEN) for suit in Suit}
JACK: dict[Suit, Card] = {suit: card_of(suit, Rank.JACK) for suit in Suit}


def follower_wins(led: Card, followed: Card, trump: Suit) -> bool:
    """Whether the second card takes the trick: by a higher card of the same suit, or by a trump on a plain card."""
    if SUIT[led] == SUIT[followed]:
        return STRENGTH[followed] > STRENGTH[led]
    return SUIT[followed] == trump


def marriage_points(suit: Suit, trump: Suit) -> int:
    return TRUMP_MARRIAGE if suit == trump else PLAIN_MARRIAGE
