"""What a hand is worth, and by whose points and tricks."""

from dataclasses import dataclass

from schnapsen_protocol.cards import Seat, other
from schnapsen_protocol.events import HandEnd

from .state import Hand

WINNING_POINTS = 66
SAFE_POINTS = 33
"""A loser with this many or more pays one game point only."""
MATCH_POINTS = 7


@dataclass(frozen=True, slots=True)
class Verdict:
    game_points: int
    at_close: bool
    """Decided by how the closer's opponent stood when the stock was closed."""
    points: int
    tricks: int
    """Those that decided: the loser's; the closer's opponent's; after a false claim those of the other seat."""


def verdict(hand: Hand, winner: Seat, reason: HandEnd) -> Verdict:
    """What `winner` gets if the hand, as it stands, ends for this reason."""
    loser = hand.sides[other(winner)]
    if reason is HandEnd.LAST_TRICK:
        return Verdict(1, False, loser.points, len(loser.won))
    closing = hand.closing
    if reason is HandEnd.FALSE_CLAIM:
        wronged = hand.sides[winner]
        if closing is not None and closing.by != winner and closing.opponent_tricks == 0:
            return Verdict(3, True, closing.opponent_points, 0)
        return Verdict(2 if wronged.won else 3, False, wronged.points, len(wronged.won))
    if closing is None:
        return Verdict(_pay(loser.points, len(loser.won)), False, loser.points, len(loser.won))
    # What happened after the closing does not matter, whoever wins.
    points, tricks = closing.opponent_points, closing.opponent_tricks
    if closing.by == winner:
        return Verdict(_pay(points, tricks), True, points, tricks)
    return Verdict(2 if tricks else 3, True, points, tricks)


def _pay(points: int, tricks: int) -> int:
    if tricks == 0:
        return 3
    return 2 if points < SAFE_POINTS else 1
