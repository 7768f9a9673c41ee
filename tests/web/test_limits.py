"""So much at once, so much a second."""

import pytest

from schnapsen_server.web.limits import Allowance, Bucket, Buckets, TooFast


class Hands:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.at = 0.0

    def __call__(self) -> float:
        return self.at


def test_a_burst_is_allowed_and_then_the_rate() -> None:
    now = Hands()
    bucket = Bucket(3, 2, now)
    assert [bucket.take() for _ in range(5)] == [0, 0, 0, 500, 500]
    now.at = 0.5
    assert [bucket.take() for _ in range(2)] == [0, 500]


def test_a_long_silence_allows_one_burst_and_no_more() -> None:
    now = Hands()
    bucket = Bucket(2, 1, now)
    now.at = 1000
    assert [bucket.take() > 0 for _ in range(3)] == [False, False, True]


def test_the_answer_says_how_long_to_wait() -> None:
    now = Hands()
    bucket = Bucket(1, 0.5, now)
    bucket.take()
    now.at = bucket.take() / 1000
    assert bucket.take() == 0


def test_each_key_has_an_allowance_of_its_own_and_the_oldest_are_forgotten() -> None:
    buckets = Buckets(burst=1, per_second=0.001, most=2)
    assert buckets.take("a") == 0
    assert buckets.take("a") > 0
    assert buckets.take("b") == 0
    assert buckets.take("a") > 0
    assert buckets.take("c") == 0  # b, unused for longest, is forgotten
    assert buckets.take("a") > 0
    assert buckets.take("b") == 0


def test_an_address_is_rationed_whatever_players_it_makes_up() -> None:
    allowance = Allowance(Buckets(burst=2, per_second=1), Buckets(burst=3, per_second=1))
    for player in ("ann", "ann", "bob"):
        allowance.take(player, "192.0.2.1")
    with pytest.raises(TooFast) as too_fast:
        allowance.take("cat", "192.0.2.1")
    assert 0 < too_fast.value.retry_ms <= 1000
    allowance.take("cat", "192.0.2.2")
    with pytest.raises(TooFast):
        allowance.take("ann", "192.0.2.2")
