"""The rating method does what its paper says, and stays sane far outside of it."""

import random

import pytest

from kit.store import chance
from schnapsen_server.lobby.glicko import HIGHEST, LOWEST, NARROWEST, WIDEST, Game, Rating, rated, rested

__all__ = ["chance"]

# The example that Glickman works through: one player, three opponents, in one period.
PLAYER = Rating(1500, 200, 0.06)
GAMES = [Game(1400, 30, 1), Game(1550, 100, 0), Game(1700, 300, 0)]


def test_the_worked_example_of_the_paper_comes_out() -> None:
    after = rated(PLAYER, GAMES)
    assert after.value == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_rest_makes_less_sure_and_no_worse() -> None:
    after = rested(PLAYER, 1)
    assert after.value == 1500
    assert after.deviation == pytest.approx(200.2714, abs=0.001)
    assert rested(PLAYER, 1e9).deviation == WIDEST
    assert rested(PLAYER, -1) == PLAYER


def test_a_game_that_weighs_two_counts_as_two() -> None:
    twice = rated(PLAYER, [Game(1400, 30, 1), Game(1400, 30, 1)])
    assert rated(PLAYER, [Game(1400, 30, 1, weight=2)]) == twice
    once, more = rated(PLAYER, [Game(1400, 30, 1)]), rated(PLAYER, [Game(1400, 30, 1, weight=1.5)])
    assert once.value < more.value < twice.value


def test_a_win_against_the_unknown_moves_less_than_one_against_the_known() -> None:
    known, unknown = rated(PLAYER, [Game(1500, 45, 1)]), rated(PLAYER, [Game(1500, 350, 1)])
    assert PLAYER.value < unknown.value < known.value


def test_nobody_leaves_the_bounds(chance: random.Random) -> None:
    strong, weak = Rating(), Rating()
    for _ in range(3000):
        periods = chance.choice((0, 0.01, 5, 1000))
        strong, weak = (
            rated(strong, [Game(weak.value, weak.deviation, 1, 1.5)], periods),
            rated(weak, [Game(strong.value, strong.deviation, 0, 1.5)], periods),
        )
        for one in (strong, weak):
            assert LOWEST <= one.value <= HIGHEST
            assert NARROWEST <= one.deviation <= WIDEST
    assert strong.value > 2000 > 1000 > weak.value


def test_players_of_known_strength_are_put_in_order(chance: random.Random) -> None:
    strengths = [1200 + 60 * n for n in range(11)]
    ratings = [Rating() for _ in strengths]
    for _ in range(1500):
        a, b = chance.sample(range(len(strengths)), 2)
        won = chance.random() < 1 / (1 + 10 ** ((strengths[b] - strengths[a]) / 400))
        before = ratings[a], ratings[b]
        ratings[a] = rated(before[0], [Game(before[1].value, before[1].deviation, won)], 0)
        ratings[b] = rated(before[1], [Game(before[0].value, before[0].deviation, 1 - won)], 0)
    wrong = sum(ratings[a].value > ratings[b].value for b in range(11) for a in range(b - 2))
    assert wrong <= 2
