"""What each move is worth: the mean over deals that agree with what is known.

While cards are drawn, each deal is played out sensibly to the end of the stock and solved from there. After that it is
solved at once. Moves that fall behind are dropped on the way, so that the rest is judged by more deals.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from math import sqrt
from time import perf_counter
from typing import Final, TypeAlias

from .cards import BONUS, KING, MARRIAGES, MEMBERS, QUEEN, follow
from .knowledge import Knowledge
from .policy import Policy
from .position import Ending, after_trick, announced, closed, lead_value, solver
from .rollout import NONE, rollout_of
from .sampling import World, every, how_many, sample
from .value import Worth

FIRST_LOOK: Final = 16
"""Deals before a move may be dropped, and between one look and the next."""
BEHIND: Final = 2.5
"""Standard errors by which a dropped move is behind."""


class Kind(StrEnum):
    PLAY = "play"
    MARRIAGE = "marriage"
    CLOSE = "close"
    EXCHANGE = "exchange"


@dataclass(frozen=True, slots=True)
class Move:
    kind: Kind
    card: int = NONE
    """To be played; after `CLOSE` too."""


@dataclass(slots=True)
class Thought:
    """A move and what the deals made of it."""

    move: Move
    results: list[float] = field(default_factory=list)
    dropped: bool = False

    @property
    def value(self) -> float:
        return sum(self.results) / len(self.results) if self.results else 0.0


@dataclass(frozen=True, slots=True)
class Effort:
    deals: int
    """At most so many deals are looked at with an open stock."""
    closed_deals: int
    """The same with a closed one; if no more agree with what is known, each is."""
    budget_ms: float | None = None
    """Stop early after so long. None: never."""
    trust: Policy | None = None
    """Judges how likely a deal is by the other one's choices. None: all are alike."""
    opponents: tuple[Policy, ...] = ()
    """How the other one may play on; each in its share of the deals. Without any, as the policy does."""
    drops: bool = True
    """Moves that fall behind are dropped. Otherwise each is judged by all deals."""


Judge: TypeAlias = Callable[[Move, World, int], int]
"""My game points of a move in a deal; the deal's number says which opponent plays there."""


def think(known: Knowledge, policy: Policy, worth: Worth, effort: Effort, luck: random.Random) -> list[Thought]:
    """All moves worth a thought, the best first. An exchange, where it is possible, is made without much ado."""
    if known.i_lead and may_exchange(known):
        return [Thought(Move(Kind.EXCHANGE))]
    return ranked(known, moves(known), policy, worth, effort, luck)


def ranked(
    known: Knowledge, candidates: Sequence[Move], policy: Policy, worth: Worth, effort: Effort, luck: random.Random
) -> list[Thought]:
    """These moves, the best first. One alone is not weighed. The same luck looks at the same deals, in one order."""
    until = None if effort.budget_ms is None else perf_counter() + effort.budget_ms / 1000
    thoughts = [Thought(move) for move in candidates]
    if len(thoughts) == 1:
        return thoughts
    solver(known.rules).forget()
    judge_of = _strict(known) if known.strict else _open(known, policy, effort.opponents or (policy,))
    drop = effort.drops and not _countable(known, effort)
    _weigh(thoughts, judge_of, _worlds(known, effort, luck), worth, until, drop=drop)
    likings = policy.likings(known.mine, None if known.i_lead else known.led, known.gone)
    thoughts.sort(
        key=lambda thought: (
            not thought.dropped,
            round(thought.value, 9),
            thought.move.kind is Kind.MARRIAGE,
            likings[thought.move.card],
        ),
        reverse=True,
    )
    return thoughts


def may_exchange(known: Knowledge) -> bool:
    rules = known.rules
    return (
        bool(known.mine & 1)
        and known.closed is None
        and known.stock >= max(1, rules.exchange_min)
        and (known.my_need < 500 or not rules.exchange_needs_trick)
    )


def moves(known: Knowledge) -> list[Move]:
    if not known.i_lead:
        allowed = follow(known.mine, known.led, known.rules.must_head) if known.strict else known.mine
        return [Move(Kind.PLAY, card) for card in MEMBERS[allowed]]
    leads = [Move(Kind.MARRIAGE if bonus_of(known, card) else Kind.PLAY, card) for card in MEMBERS[known.mine]]
    winning = [move for move in leads if announced(known.my_need, bonus_of(known, move.card), known.rules) <= 0]
    if winning:
        return winning[:1]
    if known.closed is None and known.stock >= max(1, known.rules.close_min):
        leads += [Move(Kind.CLOSE, move.card) for move in leads]
    return leads


def bonus_of(known: Knowledge, card: int) -> int:
    """What the marriage is worth that this card can be led with. Nobody keeps one back when he leads its card."""
    suit, rank = divmod(card, 5)
    pair = MARRIAGES[suit]
    if known.mine & pair != pair or not (rank == KING or (rank == QUEEN and known.rules.queen_leads)):
        return 0
    return 0 if known.rules.marriage_needs_trick and known.my_need > 500 else BONUS[suit]


def _announces(known: Knowledge, move: Move) -> int:
    """What is announced with it: a plain lead of king or queen keeps the marriage back."""
    return 0 if move.kind is Kind.PLAY else bonus_of(known, move.card)


def _countable(known: Knowledge, effort: Effort) -> bool:
    """Whether every deal that may be is looked at. Then chance decides nothing, and no move is dropped on the way."""
    return known.strict and how_many(known) <= effort.closed_deals


def _worlds(known: Knowledge, effort: Effort, luck: random.Random) -> list[World]:
    if _countable(known, effort):
        worlds = list(every(known))
        luck.shuffle(worlds)
        return worlds
    return sample(known, effort.closed_deals if known.strict else effort.deals, effort.trust, luck)


def _weigh(
    thoughts: list[Thought], judge_of: Judge, worlds: Sequence[World], worth: Worth, until: float | None, drop: bool
) -> None:
    running = thoughts
    for number, world in enumerate(worlds, 1):
        for thought in running:
            thought.results.append(worth[judge_of(thought.move, world, number) + 3])
        if drop and number % FIRST_LOOK == 0 and number < len(worlds):
            running = _drop(running)
            if len(running) == 1:
                return
        if until is not None and perf_counter() > until:
            return


def _drop(running: list[Thought]) -> list[Thought]:
    best = max(running, key=lambda thought: thought.value)
    count = len(best.results)
    for thought in running:
        if thought is best:
            continue
        behind = [a - b for a, b in zip(best.results, thought.results, strict=True)]
        mean = sum(behind) / count
        spread = sum(value * value for value in behind) / count - mean * mean
        thought.dropped = mean > BEHIND * sqrt(max(spread, 0.0) / count) + 1e-9
    return [thought for thought in running if not thought.dropped]


def _open(known: Knowledge, policy: Policy, opponents: tuple[Policy, ...]) -> Judge:
    game, rules = solver(known.rules), known.rules
    rollouts = [rollout_of(game, rules, policy, opponent) for opponent in opponents]
    mine, my_need, his_need, upcard, gone = known.mine, known.my_need, known.his_need, known.upcard, known.gone

    def answer(move: Move, world: World, number: int) -> int:
        theirs, stock = world.theirs, world.stock
        return rollouts[number % len(rollouts)](
            mine, theirs, my_need, his_need, stock, upcard, False, known.led, move.card, gone
        )

    def lead(move: Move, world: World, number: int) -> int:
        card, bonus = move.card, _announces(known, move)
        if move.kind is Kind.CLOSE:
            ending = Ending(mine, world.theirs, my_need, his_need, None, closed(True, his_need))
            return lead_value(game, ending, card, bonus, rules)
        rest, need = mine & ~(1 << card), announced(my_need, bonus, rules)
        return rollouts[number % len(rollouts)](
            rest, world.theirs, need, his_need, world.stock, upcard, True, card, NONE, gone
        )

    return lead if known.i_lead else answer


def _strict(known: Knowledge) -> Judge:
    game, rules = solver(known.rules), known.rules

    def answer(move: Move, world: World, number: int) -> int:
        return after_trick(game, _ending(known, world), move.card, known.led, False)

    def lead(move: Move, world: World, number: int) -> int:
        return lead_value(game, _ending(known, world), move.card, _announces(known, move), rules)

    return lead if known.i_lead else answer


def _ending(known: Knowledge, world: World) -> Ending:
    led = None if known.i_lead else known.led
    return Ending(known.mine, world.theirs, known.my_need, known.his_need, led, known.closed)
