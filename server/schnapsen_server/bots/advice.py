"""The best move for a seat and the reason for it, and what another one costs. Both from what that seat can know."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Final

from schnapsen_protocol.advice import Advice, Why
from schnapsen_protocol.cards import Card
from schnapsen_protocol.events import Event
from schnapsen_protocol.views import View
from schnapsen_server.game.scoring import MATCH_POINTS

from .cards import BEATERS, MEMBERS, TRUMPS, VALUE
from .knowledge import Knowledge, knowledge, playing_on
from .levels import STRENGTHS, Level
from .position import won
from .search import Kind, Move, Thought, bonus_of, moves, ranked
from .value import Worth

NOISE: Final = 2.0
"""Standard errors below which a loss is not told from chance."""
LITTLE: Final = 4
"""A card worth no more is given away lightly: jack, queen, king."""
_MASTER: Final = STRENGTHS[Level.MASTER]


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a move cost against the best one."""

    better: Advice
    lost: float
    """Expected game points; 0 if it was the best, or no worse as far as can be told."""


def counting(mine: int, his: int) -> Worth:
    """Game points as far as the match still needs them: at 6:5 my first one and his first two."""
    return tuple(float(max(his - MATCH_POINTS, min(MATCH_POINTS - mine, points))) for points in range(-3, 4))


def advise(view: View, said: Sequence[Event], seed: int) -> Advice:
    """For the viewer, whose turn it must be. `said` are the events of the match from the running hand's deal on."""
    known = knowledge(view, said)
    obvious = _obvious(view, known)
    if obvious is not None:
        return obvious
    known = playing_on(known)
    return _advice(known, _think(known, moves(known), seed))


def judge(view: View, said: Sequence[Event], played: str, cost: int, seed: int) -> Judgement | None:
    """What this move cost the viewer; None if there was no choice.

    `played` is a word of `view.legal`, or `concede`; `cost` is what the other gets for a hand that is given up or
    claimed wrongly.
    """
    known = knowledge(view, said)
    obvious = _obvious(view, known)
    if obvious is not None and played == obvious.move:
        return Judgement(obvious, 0.0)
    options = [word for word in view.legal if word != "claim"]
    if obvious is None and len(options) < 2 and played in options:
        return None
    worth, now = counting(*known.score), playing_on(known)
    thoughts = _think(now, candidates(now, view.legal), seed)
    if obvious is None:
        better, best = _advice(now, thoughts), thoughts[0].results
    elif obvious.why is Why.CLAIM:
        better, best = obvious, [worth[3 + won(known.closed, True, known.his_need)]]
    else:
        swapped = exchanged(now)
        better, best = obvious, _think(swapped, moves(swapped), seed)[0].results
    given_up = played in ("concede", "claim")
    return Judgement(better, _loss(best, [worth[3 - cost]] if given_up else _of(thoughts, played, now).results))


def _obvious(view: View, known: Knowledge) -> Advice | None:
    """What is best without looking at any deal."""
    if "claim" in view.legal and known.my_need <= 0:
        return Advice("claim", Why.CLAIM, 100)
    return Advice("exchange", Why.EXCHANGE, None) if "exchange" in view.legal else None


def _think(known: Knowledge, among: Sequence[Move], seed: int) -> list[Thought]:
    effort = _MASTER.effort
    assert effort is not None
    if len(among) > 1:
        return ranked(known, among, _MASTER.policy, counting(*known.score), effort, random.Random(seed))
    # Weighed against itself: what a single move is worth is asked too.
    return ranked(known, [*among] * 2, _MASTER.policy, counting(*known.score), effort, random.Random(seed))[:1]


def candidates(known: Knowledge, legal: Sequence[str]) -> list[Move]:
    """Every move that the rules allow, those too that nobody should think of."""
    number = known.names.number
    found: list[Move] = []
    for word in legal:
        kind, _, card = word.partition(":")
        if kind in (Kind.PLAY, Kind.MARRIAGE):
            found.append(Move(Kind(kind), number[Card(card)]))
        elif kind == Kind.CLOSE:
            found += [Move(Kind.CLOSE, lead) for lead in MEMBERS[known.mine]]
    return found


def _of(thoughts: Sequence[Thought], played: str, known: Knowledge) -> Thought:
    """What was thought of a move; a closing is as good as its best lead."""
    return next(thought for thought in thoughts if word(thought.move, known) == played)


def word(move: Move, known: Knowledge) -> str:
    """As it stands in the list of legal moves."""
    if move.kind in (Kind.CLOSE, Kind.EXCHANGE):
        return move.kind.value
    return f"{move.kind}:{known.names.card[move.card]}"


def exchanged(known: Knowledge) -> Knowledge:
    """The jack of trumps is card 0."""
    return replace(known, mine=known.mine & ~1 | 1 << known.upcard, upcard=0)


def _loss(best: Sequence[float], played: Sequence[float]) -> float:
    """The mean over the deals that both were looked at in. A single result holds for every deal."""
    count = (
        min(len(results) for results in (best, played) if len(results) > 1) if max(len(best), len(played)) > 1 else 1
    )
    pairs = zip(_stretched(best, count), _stretched(played, count), strict=True)
    behind = [a - b for a, b in pairs]
    mean = sum(behind) / count
    spread = sum(value * value for value in behind) / count - mean * mean
    return mean if mean > NOISE * sqrt(max(spread, 0.0) / count) + 1e-9 else 0.0


def _stretched(results: Sequence[float], count: int) -> Sequence[float]:
    return results[:count] if len(results) > 1 else [results[0]] * count


def _advice(known: Knowledge, thoughts: Sequence[Thought]) -> Advice:
    best = thoughts[0]
    percent = round(100 * sum(result > 0 for result in best.results) / len(best.results))
    why, points, card = _why(known, [thought.move for thought in thoughts])
    return Advice(word(best.move, known), why, percent, points, None if card is None else known.names.card[card])


def _why(known: Knowledge, ranking: Sequence[Move]) -> tuple[Why, int | None, int | None]:
    """The reason for the first of these moves, with the points or the card that it is about."""
    best = ranking[0]
    if best.kind is Kind.CLOSE:
        return Why.CLOSE, None, None
    if best.kind is Kind.MARRIAGE:
        bonus = bonus_of(known, best.card)
        return (Why.ANNOUNCE_66 if known.my_need - bonus <= 0 else Why.ANNOUNCE), bonus, None
    if len(ranking) == 1:
        return Why.ONLY, None, None
    return _why_lead(known, best.card) if known.i_lead else _why_answer(known, ranking)


def _why_answer(known: Knowledge, ranking: Sequence[Move]) -> tuple[Why, int | None, int | None]:
    card = ranking[0].card
    taking = [move.card for move in ranking if BEATERS[known.led] >> move.card & 1]
    if card in taking:
        points = VALUE[card] + VALUE[known.led]
        enough = (known.my_need - 1000 if known.my_need > 500 else known.my_need) <= points
        return (Why.TAKE_66 if enough else Why.TAKE), points, None
    if taking:
        return Why.KEEP, None, taking[0]
    return (Why.THROW if VALUE[card] <= LITTLE else Why.BEST), None, None


def _why_lead(known: Knowledge, card: int) -> tuple[Why, int | None, int | None]:
    his = known.his_known | known.unseen & ~known.barred
    if not BEATERS[card] & his:
        return Why.SURE, None, None
    if card < 5 and his & TRUMPS:
        return Why.TRUMPS, None, None
    return (Why.LOW if VALUE[card] <= LITTLE else Why.BEST), None, None
