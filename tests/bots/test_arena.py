"""The arena: mirrored deals through the real game, the same again from the same seed."""

import json
import random
from collections.abc import Sequence
from math import comb

import pytest
from click.testing import CliRunner

from schnapsen_protocol.cards import Preset
from schnapsen_protocol.commands import CloseStock, Command
from schnapsen_protocol.events import Event
from schnapsen_protocol.views import View
from schnapsen_server.bench.arena import Report, chance_of_match, estimate, rating_gap, run
from schnapsen_server.bench.contestants import simple
from schnapsen_server.cli import main


def closes_at_once(view: View, said: Sequence[Event], luck: random.Random, budget_ms: float | None) -> Command | None:
    return CloseStock() if "close" in view.legal else simple(view, said, luck, budget_ms)


def fought(a: str, b: str, deals: int, preset: Preset = Preset.SEED, seed: int = 1) -> Report:
    return run(a, b, deals, preset, None, seed, lambda line: None)


@pytest.mark.parametrize("preset", list(Preset))
def test_a_player_is_as_good_as_itself(preset: Preset) -> None:
    report = fought("club", "club", 10, preset)
    assert report.points_per_hand == 0
    assert report.win_rate == 0.5
    assert report.closings == report.closings_of_b


def test_a_club_player_beats_one_who_takes_what_he_can() -> None:
    report = fought("club", "simple", 60)
    low, high = report.interval
    assert 0 < low < report.points_per_hand < high
    assert report.win_rate > 0.5


def test_the_sides_change_with_the_players() -> None:
    there, back = fought("club", "simple", 20), fought("simple", "club", 20)
    assert there.points_per_hand == -back.points_per_hand
    assert there.closings == back.closings_of_b


def test_closings_are_counted() -> None:
    report = fought(f"{__name__}:closes_at_once", "simple", 10)
    assert report.closings["made"] >= 10  # on the lead of each deal at least
    assert 0 <= report.closings["won"] < report.closings["made"]
    assert report.closings_of_b == {"made": 0, "won": 0}


def test_an_estimate_has_its_interval() -> None:
    mean, half = estimate([1, -1, 1, -1])
    assert mean == 0
    assert half == pytest.approx(1.96 * (4 / 3 / 4) ** 0.5)


def test_the_command_tells_it_as_json() -> None:
    asked = ["arena", "simple", "random", "--deals", "3", "--rules", "tournament", "--seed", "5", "--json"]
    first, again = (CliRunner().invoke(main, asked) for _ in range(2))
    told, retold = json.loads(first.stdout), json.loads(again.stdout)
    keys = {"deals", "points_per_hand", "interval", "win_rate", "ms_p50", "ms_p99", "closings"}
    assert keys <= told.keys()
    assert (told["points_per_hand"], told["win_rate"]) == (retold["points_per_hand"], retold["win_rate"])
    assert "3 of 3 deals" in first.stderr


def test_an_unknown_player_is_refused_in_a_sentence() -> None:
    told = CliRunner().invoke(main, ["arena", "grandmaster", "club"])
    assert told.exit_code == 2
    assert "grandmaster is none of beginner, club, strong, master" in told.stderr


def test_hands_say_what_matches_would_say() -> None:
    assert chance_of_match([1, -1]) == 0.5
    assert chance_of_match([3, -3, 1, -1]) == pytest.approx(0.5)
    assert chance_of_match([2, 2, 2]) == 1
    # Of points that come one by one, the first to 7 of at most 13.
    sure = sum(comb(13, won) * 0.75**won * 0.25 ** (13 - won) for won in range(7, 14))
    assert chance_of_match([1, 1, 1, -1]) == pytest.approx(sure)


def test_a_gap_in_rating_follows_from_the_share_of_matches_won() -> None:
    assert rating_gap(0.5, 100) == 0
    assert rating_gap(10 / 11, 1000) == 400
    assert rating_gap(1 / 11, 1000) == -400
    assert rating_gap(1.0, 100) == rating_gap(0.995, 100)  # no hundred hands tell it from 0.995
