"""What the rules leave to chance. It is asked from outside: nothing in this package makes a random choice."""

from typing import Protocol

from schnapsen_protocol.cards import Seat

from .secret import DeckDealt


class Chance(Protocol):
    def deal(self) -> DeckDealt:
        """A shuffled deck, with the secret that made it."""
        ...

    def match_id(self) -> str:
        """An id that no match has yet."""
        ...

    def seat(self) -> Seat:
        """The first dealer, by lot."""
        ...
