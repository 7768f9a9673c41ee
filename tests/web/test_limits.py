"""So much at once, so much a second."""

import pytest

from kit.store import match, other_store, store, store_url
from schnapsen_server.store.open import Store
from schnapsen_server.web.limits import Allowance, Allowances, Bucket, Buckets, Here, TooFast

__all__ = ["match", "other_store", "store", "store_url"]


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


async def test_an_address_is_rationed_whatever_players_it_makes_up() -> None:
    allowance = Allowance(Here(burst=2, per_second=1), Here(burst=3, per_second=1))
    for player in ("ann", "ann", "bob"):
        await allowance.take(player, "192.0.2.1")
    with pytest.raises(TooFast) as too_fast:
        await allowance.take("cat", "192.0.2.1")
    assert 0 < too_fast.value.retry_ms <= 1000
    await allowance.take("cat", "192.0.2.2")
    with pytest.raises(TooFast):
        await allowance.take("ann", "192.0.2.2")


async def test_a_table_too_many_is_refused_whichever_process_is_asked(
    store: Store, other_store: Store, match: str
) -> None:
    player, processes = match, [Allowances(store.limits).tables, Allowances(other_store.limits).tables]
    for number in range(20):
        await processes[number % 2].take(player, f"{player} {number}")
    for tables in processes:
        with pytest.raises(TooFast) as too_fast:
            await tables.take(player, "192.0.2.1")
        assert 0 < too_fast.value.retry_ms <= 5000
