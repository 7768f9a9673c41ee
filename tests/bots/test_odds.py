"""The odds looked up by suit are those of the likings, card by card."""

import random
from math import exp

import pytest

from schnapsen_server.bots.cards import MEMBERS, mask_of
from schnapsen_server.bots.odds import TEMPER, habits
from schnapsen_server.bots.policy import SENSIBLE, SHARP, Policy


@pytest.mark.parametrize("policy", [SENSIBLE, SHARP])
def test_a_card_is_as_likely_as_it_is_liked(policy: Policy) -> None:
    luck, odds = random.Random(3), habits(policy)
    for _ in range(200):
        cards = list(range(20))
        luck.shuffle(cards)
        hand, led, gone = mask_of(cards[:5]), cards[5], mask_of(cards[6 : 6 + luck.randrange(8)])
        for on_table in (None, led):
            seen = gone if on_table is None else gone | 1 << led
            likings = policy.likings(hand, on_table, seen)
            total = sum(exp(liking / TEMPER) for liking in likings.values())
            for card in MEMBERS[hand]:
                got = odds.lead(hand, card, seen) if on_table is None else odds.answer(hand, led, card, seen)
                assert got == pytest.approx(exp(likings[card] / TEMPER) / total)
