"""The 20 cards as bits, trumps first, and what can be asked of a set of them looked up in tables.

A card is a number: its suit times five plus its rank, jack 0 to ace 4; suit 0 is trumps, whichever they are. A set of
cards is a 20-bit mask. So all tables serve every trump suit.
"""

from dataclasses import dataclass
from typing import Final

from schnapsen_protocol.cards import Card, Rank, Suit, card_of

CARDS: Final = range(20)
ALL: Final = (1 << 20) - 1
TRUMPS: Final = 31
JACK, QUEEN, KING, TEN, ACE = range(5)
RANKS: Final = (Rank.JACK, Rank.QUEEN, Rank.KING, Rank.TEN, Rank.ACE)

VALUE: Final[tuple[int, ...]] = (2, 3, 4, 10, 11) * 4
SUIT_MASK: Final[tuple[int, ...]] = tuple(31 << card // 5 * 5 for card in CARDS)
HIGHER: Final[tuple[int, ...]] = tuple(SUIT_MASK[card] & ~((2 << card) - 1) for card in CARDS)
"""The cards of the same suit that beat it."""
BEATERS: Final[tuple[int, ...]] = tuple(HIGHER[card] | (0 if card < 5 else TRUMPS) for card in CARDS)
"""The answers that take the trick from it."""
MARRIAGES: Final[tuple[int, ...]] = tuple(0b110 << 5 * suit for suit in range(4))
"""King and queen of each suit."""
BONUS: Final = (40, 20, 20, 20)


def _points() -> bytes:
    table = b"\0"
    for card in CARDS:
        table += bytes(points + VALUE[card] for points in table)
    return table


POINTS: Final[bytes] = _points()
"""Of any set: its mask is the index."""


class _Members(dict[int, tuple[int, ...]]):
    def __missing__(self, mask: int) -> tuple[int, ...]:
        members = self[mask] = tuple(card for card in CARDS if mask >> card & 1)
        return members


MEMBERS: Final = _Members()
"""The cards of a set, lowest number first."""


def mask_of(cards: tuple[int, ...] | list[int]) -> int:
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def follow(hand: int, led: int, must_head: bool) -> int:
    """The answers that the strict phase allows."""
    same = hand & SUIT_MASK[led]
    if same:
        return (same & HIGHER[led] or same) if must_head else same
    return hand & TRUMPS or hand


@dataclass(frozen=True, slots=True)
class Names:
    """The cards of the table under one trump suit, and their numbers here."""

    number: dict[Card, int]
    card: tuple[Card, ...]
    suits: tuple[Suit, ...]

    def mask(self, cards: tuple[Card, ...]) -> int:
        return mask_of([self.number[card] for card in cards])


def _names(trump: Suit) -> Names:
    suits = (trump, *(suit for suit in Suit if suit is not trump))
    cards = tuple(card_of(suit, rank) for suit in suits for rank in RANKS)
    return Names({card: number for number, card in enumerate(cards)}, cards, suits)


NAMES: Final[dict[Suit, Names]] = {trump: _names(trump) for trump in Suit}
