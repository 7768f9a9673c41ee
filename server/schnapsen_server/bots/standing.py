"""A position of which only the present is told: what its mover knows, and what each of its moves is worth."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from schnapsen_protocol.cards import other
from schnapsen_protocol.events import HandEnd
from schnapsen_server.game.moves import legal
from schnapsen_server.game.scoring import verdict
from schnapsen_server.game.state import Match, Side

from .advice import candidates, exchanged, word
from .cards import NAMES
from .endgame import needed
from .knowledge import Knowledge, playing_on
from .levels import STRENGTHS, Level
from .position import Closed, closed, duties, won
from .search import Effort, Move, Thought, moves, ranked
from .value import POINTS

DEALS: Final = 400
"""Looked at while the stock is open."""
EVERY: Final = 5_000
"""More than can agree with what is known once it is not."""
_POLICY: Final = STRENGTHS[Level.MASTER].policy
_EFFORT: Final = Effort(DEALS, EVERY, drops=False)


@dataclass(frozen=True, slots=True)
class Value:
    move: str
    """A word of the legal moves."""
    points: float
    """Game points of the mover, on average over the deals that agree with what he sees, both playing well."""
    interval: float
    """So much more or less, at 95 %; 0: exact."""


def standing(match: Match) -> Knowledge:
    """What the seat to move sees of a running hand, and nothing of how it came about."""
    hand, me = match.hand, match.acting
    assert hand is not None
    assert me is not None
    names = NAMES[hand.trump]
    mine, his = hand.sides[me], hand.sides[other(me)]
    gone = names.mask(tuple(card for side in hand.sides for trick in side.won for card in trick))
    if hand.table is not None:
        gone |= 1 << names.number[hand.table.card]
    held, known = names.mask(mine.cards), names.mask(his.known)
    upcard = -1 if hand.upcard is None else names.number[hand.upcard]
    seen = held | gone | known | (0 if upcard < 0 else 1 << upcard)
    return Knowledge(
        rules=duties(match.preset),
        names=names,
        mine=held,
        his_known=known,
        his_count=len(his.cards),
        barred=0,
        unseen=(1 << 20) - 1 & ~seen,
        stock=len(hand.stock),
        upcard=upcard,
        gone=gone,
        my_need=_need(mine),
        his_need=_need(his),
        closed=_closing(match),
        i_lead=hand.table is None,
        led=-1 if hand.table is None else names.number[hand.table.card],
        score=(match.score[me], match.score[other(me)]),
        past=(),
    )


def _need(side: Side) -> int:
    return needed(side.trick_points + side.marriages, len(side.won))


def _closing(match: Match) -> Closed | None:
    hand, me = match.hand, match.acting
    if hand is None or hand.closing is None:
        return None
    closing = hand.closing
    return closed(closing.by == me, needed(closing.opponent_points, closing.opponent_tricks))


def values(match: Match, seed: int = 0) -> list[Value]:
    """Of every legal move of the seat to move, the best first."""
    me = match.acting
    assert me is not None
    assert match.hand is not None
    known, words = standing(match), legal(match, me)
    found: dict[str, Thought | float] = {}
    if "claim" in words:
        wrong = -verdict(match.hand, other(me), HandEnd.FALSE_CLAIM).game_points
        found["claim"] = float(won(known.closed, True, known.his_need) if known.my_need <= 0 else wrong)
    known = playing_on(known)
    if "exchange" in words:
        swapped = exchanged(known)
        found["exchange"] = max(_weighed(swapped, moves(swapped), seed), key=lambda thought: thought.value)
    for thought in _weighed(known, candidates(known, words), seed):
        move = word(thought.move, known)
        before = found.get(move)
        if not isinstance(before, Thought) or before.value < thought.value:  # a closing is as good as its best lead
            found[move] = thought
    exact = known.strict
    listed = [_value(move, what, exact=exact) for move, what in found.items()]
    return sorted(listed, key=lambda value: (-value.points, value.move))


def _weighed(known: Knowledge, candidates: Sequence[Move], seed: int) -> list[Thought]:
    if len(candidates) == 1:
        candidates = [*candidates] * 2  # one alone would not be weighed
    return ranked(known, candidates, _POLICY, POINTS, _EFFORT, random.Random(seed))


def _value(move: str, what: Thought | float, *, exact: bool) -> Value:
    if not isinstance(what, Thought):
        return Value(move, what, 0.0)
    if exact:
        return Value(move, what.value, 0.0)
    count, mean = len(what.results), what.value
    spread = sum((result - mean) ** 2 for result in what.results) / max(1, count - 1)
    return Value(move, mean, 1.96 * sqrt(spread / count))
