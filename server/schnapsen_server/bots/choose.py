"""From what a seat sees to what it says."""

import random
from collections.abc import Sequence
from dataclasses import replace

from schnapsen_protocol.commands import Claim, CloseStock, Command, DeclareMarriage, ExchangeTrump, PlayCard
from schnapsen_protocol.events import Event
from schnapsen_protocol.views import View

from .cards import HIGHER, MEMBERS, VALUE, follow
from .knowledge import Knowledge, knowledge, playing_on
from .levels import STRENGTHS, Level, Strength
from .policy import marriage
from .search import Kind, Move, Thought, bonus_of, may_exchange, think
from .value import worth


def choose(
    view: View, said: Sequence[Event], level: Level, seed: int, budget_ms: float | None = None
) -> Command | None:
    """A move for the viewer; None when it has none, or none that it wants.

    `said` are the public events of the match, at least from the running hand's deal. The same seed gives the same move,
    unless the budget cuts the thinking short.
    """
    return choose_by(view, said, STRENGTHS[level], random.Random(seed), budget_ms)


def choose_by(
    view: View, said: Sequence[Event], strength: Strength, luck: random.Random, budget_ms: float | None = None
) -> Command | None:
    if not view.legal:
        return None
    known = knowledge(view, said)
    if "claim" in view.legal and known.my_need <= 0:
        return Claim()
    if view.to_play != view.viewer:
        return None  # Only a claim was open.
    move = thoughts(known, strength, luck, budget_ms)[0].move if strength.effort else by_rule(known, strength)
    return command(move, known)


def thoughts(known: Knowledge, strength: Strength, luck: random.Random, budget_ms: float | None) -> list[Thought]:
    effort = strength.effort
    assert effort is not None
    if budget_ms is not None:
        effort = replace(effort, budget_ms=budget_ms)
    return think(playing_on(known), strength.policy, worth(*known.score), effort, luck)


def by_rule(known: Knowledge, strength: Strength) -> Move:
    """What the policy alone plays."""
    policy, hand = strength.policy, known.mine
    gone = known.gone if strength.remembers else 0
    if not known.i_lead:
        if known.strict:
            likings = policy.likings(hand, known.led, gone)
            return Move(
                Kind.PLAY, max(MEMBERS[follow(hand, known.led, known.rules.must_head)], key=likings.__getitem__)
            )
        return Move(Kind.PLAY, policy.answer(hand, known.led, gone, known.my_need, known.his_need))
    if may_exchange(known):
        return Move(Kind.EXCHANGE)
    pair = marriage(hand)
    announced = Move(Kind.MARRIAGE, pair[0]) if pair is not None and bonus_of(known, pair[0]) else None
    if announced is not None and known.my_need - bonus_of(known, announced.card) <= 0:
        return announced
    unable = gone if known.upcard < 0 else gone | 1 << known.upcard
    may_close = strength.closes and not known.strict and known.stock >= known.rules.close_min
    if may_close and policy.closes(hand, unable, known.my_need):
        return Move(Kind.CLOSE)
    if known.strict:
        return announced or Move(Kind.PLAY, _strict_lead(known, unable))
    return announced or Move(Kind.PLAY, policy.lead(hand, gone))


def _strict_lead(known: Knowledge, gone: int) -> int:
    """Winners from the top, trumps first; without any the lowest card."""
    sure = [card for card in MEMBERS[known.mine] if not HIGHER[card] & ~(known.mine | gone)]
    if sure:
        return min(sure, key=lambda card: (card >= 5, -VALUE[card]))
    return min(MEMBERS[known.mine], key=lambda card: (card < 5, VALUE[card]))


def command(move: Move, known: Knowledge) -> Command:
    match move.kind:
        case Kind.EXCHANGE:
            return ExchangeTrump()
        case Kind.CLOSE:
            return CloseStock()
        case Kind.MARRIAGE:
            return DeclareMarriage(known.names.card[move.card])
        case Kind.PLAY:
            return PlayCard(known.names.card[move.card])
