"""What the search makes of a closed stock against minimax over every deal that may be. `POSITIONS=500` tries more."""

import os
import random
from itertools import combinations
from math import comb
from statistics import mean

import pytest

from schnapsen_protocol.cards import Preset
from schnapsen_protocol.commands import Command, DeclareMarriage, PlayCard
from schnapsen_server.bots.choose import command
from schnapsen_server.bots.knowledge import knowledge
from schnapsen_server.bots.policy import SENSIBLE
from schnapsen_server.bots.search import Effort, think
from schnapsen_server.bots.value import POINTS
from schnapsen_server.game.moves import MARRIAGE, PLAY, legal
from schnapsen_server.game.secret import public
from schnapsen_server.game.view import view

from .brute import Moment, after, random_hand, running, value

ASKED = os.environ.get("POSITIONS")
COUNT, MOST_DEALS = (int(ASKED) if ASKED else 12), 60


def closed_moment(luck: random.Random) -> Moment:
    """Of a closed hand with few cards left, so that all deals can be played out."""
    while True:
        for moment in random_hand(luck.choice(list(Preset)), luck, closing=0.7):
            hand = running(moment.match)
            his, stock = moment.hidden()
            few = len(hand.sides[moment.seat].cards) <= 3 and comb(len(his) + len(stock), len(his)) <= MOST_DEALS
            if hand.closing is not None and few and not (hand.table and hand.table.marriage):
                return moment


def every_deal(moment: Moment) -> list[Moment]:
    his, stock = moment.hidden()
    cards = his + stock
    deals = []
    for held in combinations(cards, len(his)):
        changed = moment.with_hidden(held, [card for card in cards if card not in held])
        if changed is not None:
            deals.append(changed)
    return deals


@pytest.mark.timeout(0 if ASKED else 120)
def test_its_move_is_the_best_over_all_deals() -> None:
    seed = random.randrange(2**32)
    print("seed", seed)
    luck = random.Random(seed)
    policy, effort = SENSIBLE, Effort(deals=1, closed_deals=1000)
    for _ in range(COUNT):
        moment = closed_moment(luck)
        seat, deals = moment.seat, every_deal(moment)
        known = knowledge(view(moment.match, seat), public(moment.log))
        best = think(known, policy, POINTS, effort, luck)[0]
        worth = {word: mean(value(after(deal.match, seat, word), seat) for deal in deals) for word in plays(moment)}
        chosen = word_of(command(best.move, known))
        assert worth[chosen] == pytest.approx(max(worth.values())), moment
        if best.results:  # with a single move there is nothing to think about
            assert best.value == pytest.approx(worth[chosen]), moment


def plays(moment: Moment) -> list[str]:
    return [word for word in legal(moment.match, moment.seat) if word != "claim"]


def word_of(asked: Command) -> str:
    assert isinstance(asked, PlayCard | DeclareMarriage)
    return (PLAY if isinstance(asked, PlayCard) else MARRIAGE)[asked.card]
