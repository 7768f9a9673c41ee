"""A standing is what the results say, one after the other."""

import random
from dataclasses import replace

import pytest

from schnapsen_server.lobby.glicko import Rating
from schnapsen_server.lobby.ratings import COUNTED, STANDING
from schnapsen_server.lobby.standing import Standing, count
from schnapsen_server.lobby.statistics import Against, Result

HOUR, DAY = 3_600_000, 86_400_000
START = 1_700_000_000_000


def rated(number: int, *, won: bool, value: int = 1500, deviation: int = 80, weight: float = 1.0) -> Result:
    return Result(f"m{number}", START + number * HOUR, "opponent", won, True, against=Against(value, deviation, weight))


def some(count: int, chance: random.Random) -> list[Result]:
    return [rated(number, won=chance.random() < 0.5, value=chance.randrange(900, 2200)) for number in range(count)]


def test_a_newcomer_is_1500_give_or_take_350() -> None:
    mark = Standing().mark(START)
    assert (mark.value, mark.deviation, mark.provisional) == (1500, 350, True)


def test_wins_raise_and_losses_lower_the_rating_by_what_the_point_says() -> None:
    standing, (up, down) = count([rated(1, won=True), rated(2, won=False)])
    assert up.point
    assert down.point
    assert up.point.change > 0 > down.point.change
    assert 1500 + up.point.change + down.point.change == down.point.value == round(standing.rating.value)


def test_a_schneider_moves_the_rating_further() -> None:
    known = replace(Standing(), rating=Rating(1500, 80), rated_at=START)
    (plain,), (schneider,) = (count([rated(1, won=True, weight=weight)], known)[1] for weight in (1.0, 1.5))
    assert plain.point
    assert schneider.point
    assert schneider.point.change == pytest.approx(1.5 * plain.point.change, abs=1)


def test_an_unrated_match_is_counted_and_moves_no_rating() -> None:
    standing, (one,) = count([replace(rated(1, won=True), against=None)])
    assert (standing.statistics.matches, standing.rated_matches, standing.rating) == (1, 0, Rating())
    assert one.point is None


def test_a_rating_is_provisional_until_enough_matches_make_it_sure() -> None:
    marks = [count([rated(n, won=n % 2 == 0) for n in range(many)])[0].mark(START) for many in range(15)]
    assert [mark.provisional for mark in marks] == [True] * 10 + [False] * 5


def test_who_does_not_play_for_years_is_provisional_again_and_as_good_as_before() -> None:
    standing, _ = count([rated(n, won=n % 2 == 0) for n in range(30)])
    soon, late = (standing.mark(standing.rated_at + days * DAY) for days in (1, 2000))
    assert (soon.provisional, late.provisional) == (False, True)
    assert soon.value == late.value


def test_it_does_not_matter_in_how_many_steps_results_are_counted(chance: random.Random) -> None:
    results = some(60, chance)
    whole = count(results)
    standing, steps = Standing(), []
    for result in results:
        kept = STANDING.validate_json(STANDING.dump_json(standing))
        standing, counted = count([result], kept)
        steps += counted
    assert (standing, steps) == whole
    assert [COUNTED.validate_json(COUNTED.dump_json(one)) for one in steps] == steps
