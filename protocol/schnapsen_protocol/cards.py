"""The 20 cards, the two seats and the few names that everybody at the table uses."""

from enum import StrEnum
from typing import Literal, TypeAlias

Seat: TypeAlias = Literal[0, 1]
"""Seat 0 opened the table, seat 1 joined it. The gallery is `None`."""

SEATS: tuple[Seat, Seat] = (0, 1)


def other(seat: Seat) -> Seat:
    """The seat across the table."""
    return 1 if seat == 0 else 0


class Suit(StrEnum):
    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"


class Rank(StrEnum):
    """From the highest to the lowest: the ten beats the king."""

    ACE = "A"
    TEN = "T"
    KING = "K"
    QUEEN = "Q"
    JACK = "J"


class Card(StrEnum):
    """Suit, then rank: `ST` is the ten of spades."""

    CA = "CA"
    CT = "CT"
    CK = "CK"
    CQ = "CQ"
    CJ = "CJ"
    DA = "DA"
    DT = "DT"
    DK = "DK"
    DQ = "DQ"
    DJ = "DJ"
    HA = "HA"
    HT = "HT"
    HK = "HK"
    HQ = "HQ"
    HJ = "HJ"
    SA = "SA"
    ST = "ST"
    SK = "SK"
    SQ = "SQ"
    SJ = "SJ"

    @property
    def suit(self) -> Suit:
        return Suit(self[0])

    @property
    def rank(self) -> Rank:
        return Rank(self[1])


def card_of(suit: Suit, rank: Rank) -> Card:
    return Card(suit + rank)


class Preset(StrEnum):
    """A named set of rules; what each switches is data of the rules."""

    SEED = "seed"
    TOURNAMENT = "tournament"
    SHARP = "sharp"


class Versus(StrEnum):
    """Who the second seat is kept for, or who has taken it."""

    HUMAN = "human"
    COMPUTER = "computer"


class Level(StrEnum):
    """How well a computer opponent plays. Levels differ by what they know and how carefully they look."""

    BEGINNER = "beginner"
    """Plays by feeling: takes what it can, forgets what is gone, never closes."""
    CLUB = "club"
    """Counts and remembers, and closes with a strong hand; plays by rule of thumb."""
    STRONG = "strong"
    """Imagines some deals before each move, and makes no mistake once the stock is used up."""
    MASTER = "master"
    """Imagines many deals, and draws conclusions from what the other one played."""
