"""Deals that agree with all that is known, the likely ones more often.

A deal is likely if the other one's choices in it are those of a sensible player: he did not close with what one closes
with, did not keep back a marriage, did not leave a trick that he would have taken.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Final

from .cards import MARRIAGES, MEMBERS, mask_of
from .knowledge import Knowledge, Past
from .odds import habits
from .policy import Policy

NOT_ANNOUNCED: Final = 0.05
NOT_EXCHANGED: Final = 0.1
NOT_CLOSED: Final = 0.3
CLOSED_WEAK: Final = 0.1
TRIES: Final = 4
"""Deals drawn for each that is kept."""


@dataclass(frozen=True, slots=True)
class World:
    theirs: int
    stock: tuple[int, ...]
    """Face-down cards, the next one first; in no order when the stock is closed."""


def choices(known: Knowledge) -> tuple[tuple[int, ...], int]:
    """The cards that may be in his hand beside the known ones, and how many of them are."""
    count = known.his_count - known.his_known.bit_count()
    open_to_him = MEMBERS[known.unseen & ~known.barred]
    if len(open_to_him) < count:
        return MEMBERS[known.unseen], count
    return open_to_him, count


def how_many(known: Knowledge) -> int:
    cards, count = choices(known)
    return comb(len(cards), count)


def every(known: Knowledge) -> Iterator[World]:
    """Each hand that he may hold, the stock in some order: for a stock that is not drawn from any more."""
    cards, count = choices(known)
    for held in combinations(cards, count):
        mask = mask_of(held)
        yield World(known.his_known | mask, MEMBERS[known.unseen & ~mask])


def dealer(known: Knowledge, luck: random.Random) -> Callable[[], World]:
    """Deals, each that agrees with what is known equally likely."""
    cards, count = choices(known)
    pool, size, chance = list(cards), len(cards), luck.random
    barred = MEMBERS[known.unseen & ~mask_of(cards)]

    def deal() -> World:
        for place in range(size - 1):
            other = place + int(chance() * (size - place))
            pool[place], pool[other] = pool[other], pool[place]
        return World(known.his_known | mask_of(pool[:count]), (*pool[count:], *barred))

    return deal


def sample(known: Knowledge, count: int, policy: Policy | None, luck: random.Random) -> list[World]:
    """So many deals, in random order; weighed by what they make of his choices if there is a policy to judge them."""
    deal = dealer(known, luck)
    if policy is None or not known.past:
        return [deal() for _ in range(count)]
    drawn = [deal() for _ in range(count * TRIES)]
    weights = [likelihood(known, world.theirs, policy, luck) for world in drawn]
    # Systematic: each deal stands there as often as its weight says, give or take one.
    step = sum(weights) / count
    point, total = luck.random() * step, 0.0
    kept: list[World] = []
    for world, weight in zip(drawn, weights, strict=True):
        total += weight
        while point < total and len(kept) < count:
            kept.append(world)
            point += step
    kept += drawn[: count - len(kept)]
    luck.shuffle(kept)
    return kept


def likelihood(known: Knowledge, theirs: int, policy: Policy, luck: random.Random) -> float:
    """How likely his choices of this hand are if he holds these cards now. What he drew when is drawn by lot."""
    hand, weight = theirs, 1.0
    held_before = _held_before(known.past)
    for past, fixed in zip(reversed(known.past), reversed(held_before), strict=True):
        if past.drew:
            hand ^= 1 << _drawn(hand, fixed, past, known, luck)
        hand |= 1 << past.card
        weight *= _chance(past, hand, policy)
        if past.exchanged >= 0:
            hand = hand & ~(1 << past.exchanged) | 1
    return weight


def _held_before(pasts: tuple[Past, ...]) -> list[int]:
    """For each choice the cards that he is known to have held by then: he cannot have drawn them later."""
    fixed, found = 0, []
    for past in pasts:
        if past.announced:
            fixed |= MARRIAGES[past.card // 5]
        if past.exchanged >= 0:
            fixed |= 1 << past.exchanged
        found.append(fixed)
    return found


def _drawn(hand: int, fixed: int, past: Past, known: Knowledge, luck: random.Random) -> int:
    if past.drew_upcard and hand >> past.upcard & 1:
        return past.upcard
    possible = MEMBERS[hand & ~fixed] or MEMBERS[hand]
    return possible[int(luck.random() * len(possible))]


def _chance(past: Past, hand: int, policy: Policy) -> float:
    weight = 1.0
    if past.may_exchange and past.exchanged < 0 and hand & 1:
        weight *= NOT_EXCHANGED
    if past.may_close:
        strong = policy.closes(hand, past.gone | 1 << past.upcard, past.his_need)
        if past.closed:
            weight *= 1.0 if strong else CLOSED_WEAK
        elif strong:
            weight *= NOT_CLOSED
    if past.strict or past.announced:
        return weight
    if past.led >= 0:
        return weight * habits(policy).answer(hand, past.led, past.card, past.gone)
    if any(hand & pair == pair for pair in MARRIAGES):
        weight *= NOT_ANNOUNCED
    return weight * habits(policy).lead(hand, past.card, past.gone)
