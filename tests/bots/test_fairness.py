"""A computer opponent plays by what its seat may know: other cards where it cannot see them change nothing.

`POSITIONS=2000` tries more.
"""

import os
import random

import pytest

from schnapsen_protocol.cards import Preset
from schnapsen_protocol.codec import Encoded, write
from schnapsen_protocol.commands import Command
from schnapsen_server.bots.asking import position, question, read_question
from schnapsen_server.bots.cards import MEMBERS
from schnapsen_server.bots.choose import choose
from schnapsen_server.bots.knowledge import knowledge
from schnapsen_server.bots.levels import Level
from schnapsen_server.bots.policy import SENSIBLE
from schnapsen_server.bots.sampling import sample
from schnapsen_server.game.secret import public
from schnapsen_server.game.view import view

from .brute import Moment, random_hand

COUNT = int(os.environ.get("POSITIONS", 100))


def move(moment: Moment, level: Level, seed: int) -> Command | None:
    return choose(view(moment.match, moment.seat), public(moment.log), level, seed)


def otherwise(moment: Moment, luck: random.Random) -> Moment | None:
    """The same moment with the hidden cards shuffled: another hand opposite, another stock."""
    his, stock = moment.hidden()
    cards = his + stock
    while not stock or set(cards[: len(his)]) == set(his):
        if not stock or not his:
            return None
        luck.shuffle(cards)
    return moment.with_hidden(cards[: len(his)], cards[len(his) :])


@pytest.mark.timeout(0 if "POSITIONS" in os.environ else 120)
def test_hidden_cards_do_not_change_its_move() -> None:
    seed = random.randrange(2**32)
    print("seed", seed)
    luck, tried = random.Random(seed), 0
    while tried < COUNT:
        moments = list(random_hand(luck.choice(list(Preset)), luck))
        moment = luck.choice(moments)
        changed = otherwise(moment, luck)
        if changed is None:
            continue
        tried += 1
        level, chance = luck.choice((Level.STRONG, Level.MASTER, Level.MASTER)), luck.getrandbits(32)
        assert move(moment, level, chance) == move(changed, level, chance), moment


def test_hidden_cards_change_no_byte_of_the_question() -> None:
    """What goes to the process that thinks is what the seat sees."""
    seed = random.randrange(2**32)
    print("seed", seed)
    luck, tried = random.Random(seed), 0
    while tried < COUNT:
        moment = luck.choice(list(random_hand(luck.choice(list(Preset)), luck)))
        changed = otherwise(moment, luck)
        if changed is None:
            continue
        tried += 1
        assert changed.match != moment.match
        assert asked(moment) == asked(changed), moment
        at = read_question(question(asked(moment), 100)).position
        assert (at.view, at.said) == (view(moment.match, moment.seat), public(moment.log)[3:]), moment


def asked(moment: Moment) -> bytes:
    return position(Encoded(write(view(moment.match, moment.seat))), public(moment.log), Level.MASTER, 1)


def test_the_deals_it_imagines_are_those_that_may_be() -> None:
    """Each keeps every card in a place where it can lie, and the moves made so far allowed."""
    seed = random.randrange(2**32)
    print("seed", seed)
    luck, policy = random.Random(seed), SENSIBLE
    for _ in range(40):
        moment = luck.choice(list(random_hand(luck.choice(list(Preset)), luck, closing=0.5)))
        known = knowledge(view(moment.match, moment.seat), public(moment.log))
        for world in sample(known, 5, policy, luck):
            his = [known.names.card[number] for number in MEMBERS[world.theirs & ~known.his_known]]
            stock = [known.names.card[number] for number in world.stock]
            assert moment.with_hidden(his, stock) is not None, moment
