"""The casual computer: a legal move from what its seat may see, and nothing else."""

import inspect
import random
from collections.abc import Sequence
from typing import get_type_hints

import pytest

from kit.hands import Dice, deal, happenings, opened, play
from schnapsen_protocol.cards import Card, Preset
from schnapsen_protocol.commands import Claim, DeclareMarriage, ExchangeTrump, PlayCard
from schnapsen_protocol.views import Phase, View
from schnapsen_server.bots.casual import choose, count
from schnapsen_server.game.decide import decide
from schnapsen_server.game.evolve import fold
from schnapsen_server.game.house import DealNext
from schnapsen_server.game.secret import Happening, public
from schnapsen_server.game.view import view


def first(words: Sequence[str]) -> str:
    return words[0]


def test_it_is_handed_a_view_a_count_and_a_lot_and_nothing_else() -> None:
    kinds = get_type_hints(choose)
    assert list(inspect.signature(choose).parameters) == ["view", "counted", "pick"]
    assert (kinds["view"], kinds["counted"]) == (View, int)


@pytest.mark.parametrize("preset", list(Preset))
@pytest.mark.parametrize("seed", range(10))
def test_two_of_them_finish_every_match_with_legal_moves(preset: Preset, seed: int) -> None:
    dice, luck, match = Dice(seed), random.Random(seed), opened(preset, Dice(seed))
    log: list[Happening] = []
    while match.phase is not Phase.MATCH_OVER:
        assert match.hand is not None
        seat = match.hand.to_play
        if seat is None:
            batch = decide(match, None, DealNext(), dice, 0)
        else:
            move = choose(view(match, seat), count(public(log), seat), luck.choice)
            assert move is not None
            batch = decide(match, seat, move, dice, 0)  # raises Refused if it is not legal
        log += batch
        match = fold(batch, match)
    assert match.winner is not None


def test_it_has_nothing_to_say_out_of_turn() -> None:
    assert choose(view(deal(), 1), 0, first) is None
    assert choose(view(play(deal(), "concede"), 0), 0, first) is None


def test_it_exchanges_then_announces_then_plays() -> None:
    match = deal()
    assert choose(view(match, 0), 0, first) == ExchangeTrump()
    match = play(match, "exchange")
    assert choose(view(match, 0), 0, first) == DeclareMarriage(Card.SK)


def test_it_takes_a_trick_when_it_can_and_else_gives_the_least() -> None:
    hand = "HJ HA SK SQ CT | CA DT CK CJ SJ | HQ | ST"
    assert choose(view(play(deal(hand), "CT"), 1), 0, first) == PlayCard(Card.CA)
    assert choose(view(play(deal(hand), "SK"), 1), 0, first) == PlayCard(Card.CJ)


def test_it_claims_when_it_has_counted_enough() -> None:
    shown = view(deal(preset=Preset.TOURNAMENT), 0)
    assert choose(shown, 66, first) == Claim()
    assert choose(shown, 65, first) != Claim()


@pytest.mark.parametrize("moves", ["CT CK", "CT CK marriage:SK SJ", "CT CK ST SJ concede", "exchange marriage:SK SJ"])
def test_it_counts_what_the_table_counts(moves: str) -> None:
    told = public(happenings(deal(), moves))
    match = play(deal(), moves)
    assert match.hand is not None
    assert [count(told, 0), count(told, 1)] == [side.points for side in match.hand.sides]
