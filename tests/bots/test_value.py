"""What game points are worth for the match."""

import pytest

from schnapsen_server.bots.value import chance, worth

SCORES = [(mine, his) for mine in range(7) for his in range(7)]


@pytest.mark.parametrize(("mine", "his"), SCORES)
def test_the_chances_of_both_make_one(mine: int, his: int) -> None:
    assert chance(mine, his) + chance(his, mine) == pytest.approx(1)


@pytest.mark.parametrize(("mine", "his"), SCORES)
def test_more_points_are_never_worth_less(mine: int, his: int) -> None:
    values = worth(mine, his)
    assert list(values) == sorted(values)


def test_who_needs_one_point_gains_nothing_by_three() -> None:
    assert worth(6, 5)[4] == worth(6, 5)[6] == 1
    assert worth(0, 0)[4] < worth(0, 0)[5] < worth(0, 0)[6]


def test_who_cannot_afford_to_lose_loses_as_much_by_one_as_by_three() -> None:
    assert worth(3, 6)[0] == worth(3, 6)[2] == 0
