"""The exact solver against plain minimax over the real rules. `POSITIONS=10000` tries more, and longer endings."""

import os
import random

import pytest

from schnapsen_protocol.cards import Preset
from schnapsen_server.bots.cards import NAMES
from schnapsen_server.bots.position import answer_values, duties, judge, lead_value, solver

from .brute import after, compact, ending, running, value, words

ASKED = os.environ.get("POSITIONS")
COUNT, LONGEST = (int(ASKED), 5) if ASKED else (300, 4)


@pytest.mark.timeout(0 if ASKED else 120)
@pytest.mark.parametrize("preset", list(Preset))
def test_it_finds_the_value_of_random_endings(preset: Preset) -> None:
    seed = random.randrange(2**32)
    print("seed", seed)
    luck = random.Random(seed)
    rules = duties(preset)
    game = solver(rules)
    for _ in range(COUNT // len(Preset)):
        match = ending(preset, luck, LONGEST)
        seat = running(match).to_play
        assert seat is not None
        at = compact(match, seat)
        expected = value(match, seat)
        if at.led is None:
            assert judge(game, at, True) == expected, at
        else:
            assert max(answer_values(game, at, rules.must_head).values()) == expected, at


@pytest.mark.parametrize("preset", list(Preset))
def test_it_finds_the_value_of_each_lead(preset: Preset) -> None:
    seed = random.randrange(2**32)
    print("seed", seed)
    luck = random.Random(seed)
    rules = duties(preset)
    game = solver(rules)
    leads = 0
    while leads < 40:
        match = ending(preset, luck, 3)
        hand = running(match)
        if hand.table is not None:
            continue
        seat = hand.leader
        at = compact(match, seat)
        for card, _, bonus in game.leads[at.mine]:
            name = NAMES[hand.trump].card[card]
            word = f"marriage:{name}" if bonus else f"play:{name}"
            if word not in words(match, seat):
                continue
            leads += 1
            assert lead_value(game, at, card, bonus, rules) == value(after(match, seat, word), seat), at
