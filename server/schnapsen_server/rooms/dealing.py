"""The dice of the house: shuffles, ids, lots. The only place where chance enters; `random_bytes` is handed in."""

import base64
import hmac
from collections.abc import Callable, Iterator

from schnapsen_protocol.cards import SEATS, Card, Seat
from schnapsen_server.game.secret import DeckDealt

SECRET_BYTES = 32
MATCH_ID_BYTES = 12


class FairChance:
    """Draws a secret per hand and shuffles by it. Fair if `random_bytes` is that of `secrets`."""

    def __init__(self, random_bytes: Callable[[int], bytes]) -> None:
        self._random_bytes = random_bytes

    def deal(self) -> DeckDealt:
        secret = self._random_bytes(SECRET_BYTES)
        return DeckDealt(shuffled(secret), secret.hex())

    def match_id(self) -> str:
        """96 random bits: it cannot be guessed, though it is no credential either."""
        return base64.urlsafe_b64encode(self._random_bytes(MATCH_ID_BYTES)).decode()

    def seat(self) -> Seat:
        return SEATS[self._random_bytes(1)[0] & 1]


def shuffled(secret: bytes) -> tuple[Card, ...]:
    """The deck that this secret makes: a Fisher-Yates shuffle, each of the 20! orders equally likely."""
    deck = list(Card)
    numbers = stream(secret)
    for last in range(len(deck) - 1, 0, -1):
        chosen = below(last + 1, numbers)
        deck[last], deck[chosen] = deck[chosen], deck[last]
    return tuple(deck)


def stream(secret: bytes) -> Iterator[int]:
    """Bytes of HMAC-SHA256 under the secret over a counter of 8 bytes, without end."""
    counter = 0
    while True:
        yield from hmac.digest(secret, counter.to_bytes(8, "big"), "sha256")
        counter += 1


def below(limit: int, numbers: Iterator[int]) -> int:
    """A number from 0 to `limit` - 1. Bytes that would favour the small ones are thrown away."""
    fair = 256 - 256 % limit
    return next(number for number in numbers if number < fair) % limit
