"""The one secret of a match's log: the order of the cards. It is no event, so no writer of the wire can write it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from schnapsen_protocol.cards import Card
from schnapsen_protocol.commands import STRICT
from schnapsen_protocol.events import Event


@dataclass(frozen=True, slots=True)
class DeckDealt:
    """The deck of the hand that the next `hand_dealt` opens, in the order in which it is dealt.

    Three to the non-dealer, three to the dealer, the up-card, two to the non-dealer, two to the dealer; the rest is
    the stock from its top.
    """

    __pydantic_config__ = STRICT
    deck: tuple[Card, ...]
    secret: str
    """What the shuffle was made from."""
    t: Literal["deck_dealt"] = "deck_dealt"


Happening: TypeAlias = Event | DeckDealt
"""What a log holds."""


def public(happenings: Iterable[Happening]) -> tuple[Event, ...]:
    """What may be told to everybody."""
    return tuple(happening for happening in happenings if not isinstance(happening, DeckDealt))
