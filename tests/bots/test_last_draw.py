"""The last open trick, against plain minimax over it with the endgame's values below."""

import random

import pytest

from schnapsen_protocol.cards import Preset
from schnapsen_server.bots.cards import BEATERS, MEMBERS, VALUE, mask_of
from schnapsen_server.bots.endgame import needed
from schnapsen_server.bots.last_draw import LastDraw
from schnapsen_server.bots.position import Duties, announced, counted, duties, pay, solver


def trick(rules: Duties, hands: tuple[int, int], needs: tuple[int, int], draw: tuple[int, int], led: int) -> int:
    """The least that the leader gets; the led card has left his hand."""
    game, (leader, other), (need, spoil), (card, upcard) = solver(rules), hands, needs, draw
    values = []
    for answer in MEMBERS[other]:
        points, rest = VALUE[led] + VALUE[answer], other ^ 1 << answer
        if BEATERS[led] >> answer & 1:
            left = counted(spoil, points)
            value = -pay(need) if left <= 0 else -game.open(rest | 1 << card, leader | 1 << upcard, left, need)
        else:
            left = counted(need, points)
            value = pay(spoil) if left <= 0 else game.open(leader | 1 << card, rest | 1 << upcard, left, spoil)
        values.append(value)
    return min(values)


@pytest.mark.parametrize("preset", list(Preset))
def test_it_finds_the_best_lead_and_what_each_lead_brings(preset: Preset) -> None:
    seed = random.randrange(2**32)
    print("seed", seed)
    luck, rules = random.Random(seed), duties(preset)
    game = solver(rules)
    last = LastDraw(game, rules)
    for _ in range(40):
        cards = list(range(20))
        luck.shuffle(cards)
        upcard = cards.pop(next(place for place, card in enumerate(cards) if card < 5))
        hands, card, gone = (mask_of(cards[:5]), mask_of(cards[5:10])), cards[10], cards[11:]
        mine = luck.choice((0, 2, 4, 6, 8))
        points = sum(VALUE[card] for card in gone[:mine]), sum(VALUE[card] for card in gone[mine:8])
        marriage = luck.choice((0, 0, 20))
        needs = needed(points[0] + marriage, mine), needed(points[1], 8 - mine)
        if min(needs) <= 0:
            continue
        values = []
        for led, bit, bonus in game.leads[hands[0]]:
            silent = rules.marriage_needs_trick and not mine
            need = needs[0] if silent or not bonus else announced(needs[0], bonus, rules)
            if need <= 0:
                values.append(pay(needs[1]))
                continue
            left = hands[0] ^ bit, hands[1]
            value = trick(rules, left, (need, needs[1]), (card, upcard), led)
            assert last.answer(*left, need, needs[1], card, upcard, led) == value
            values.append(value)
        assert last.lead(*hands, *needs, card, upcard) == max(values)
