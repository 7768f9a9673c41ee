"""The plan of pairs: near ratings first, the longest wait first, and nobody against his will."""

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from schnapsen_protocol.cards import Preset
from schnapsen_protocol.terms import ClockRule
from schnapsen_server.lobby.curve import AGAIN_MS, CURVE, range_of
from schnapsen_server.lobby.pairing import plan
from schnapsen_server.lobby.pools import pool_of, terms_of
from schnapsen_server.store.lobby_contract import Ticket

NOW = 1_000_000
PATIENT = CURVE[-1][0]
"""After so long anybody is accepted."""


def ticket(player: str, rating: float = 1500, waited: int = 0, **more: object) -> Ticket:
    return replace(Ticket(player, player, "pool", False, rating, 50, NOW - waited), **more)  # type: ignore[arg-type]


def planned(*tickets: Ticket) -> list[set[str]]:
    return [{one.player, other.player} for one, other in plan(tickets, NOW)]


def test_a_range_never_narrows_with_time() -> None:
    ranges = [range_of(waited, 100) for waited in range(0, PATIENT + 5_000, 100)]
    numbers = [float("inf") if found is None else found for found in ranges]
    assert all(before <= after for before, after in pairwise(numbers))
    assert numbers[-1] == float("inf")


def test_each_takes_the_nearest() -> None:
    found = planned(ticket("a", 1500), ticket("b", 1650), ticket("c", 1520), ticket("d", 1640))
    assert sorted(map(sorted, found)) == [["a", "c"], ["b", "d"]]


def test_whoever_waits_longest_chooses_first_and_the_head_before_him() -> None:
    waiting = [ticket("old", 1500, 3_000), ticket("x", 1510), ticket("young", 1500, 1_000)]
    assert planned(*waiting) == [{"old", "young"}]
    assert planned(ticket("old", 1500, 3_000), ticket("x", 1505), ticket("head", 1506, 10, head=True))[0] == {
        "head",
        "x",
    }


def test_both_must_accept_the_gap() -> None:
    assert planned(ticket("a", 1500, PATIENT), ticket("b", 2400)) == []
    assert planned(ticket("a", 1500, PATIENT), ticket("b", 2400, PATIENT)) == [{"a", "b"}]


def test_doubt_about_a_rating_widens_the_range() -> None:
    apart = ticket("a", 1500), ticket("b", 1800)
    assert planned(*apart) == []
    assert planned(*(replace(one, deviation=350) for one in apart)) == [{"a", "b"}]


def test_only_one_pool_is_paired() -> None:
    assert planned(ticket("a"), ticket("b", pool="other")) == []


def test_those_who_met_lately_are_kept_for_when_nobody_else_will_have_them() -> None:
    ann, bob = ticket("ann", waited=AGAIN_MS, recent=("bob",)), ticket("bob", waited=AGAIN_MS)
    assert planned(ann, bob, ticket("cat", 1600)) == [{"ann", "cat"}]
    assert planned(ann, bob) == [{"ann", "bob"}]
    assert planned(ann, replace(bob, since=NOW)) == []


def test_who_avoids_somebody_never_gets_him() -> None:
    assert planned(ticket("a", waited=PATIENT, avoided=("b",)), ticket("b", waited=PATIENT)) == []


def test_the_same_wish_about_rating_goes_before_a_nearer_one() -> None:
    found = planned(ticket("a", 1500, 10, rated=True), ticket("b", 1500), ticket("c", 1560, rated=True))
    assert found == [{"a", "c"}]


@pytest.mark.parametrize("clock", [None, ClockRule(300_000, 10_000)])
def test_a_pool_says_its_terms(clock: ClockRule | None) -> None:
    assert terms_of(pool_of(Preset.SHARP, clock)) == (Preset.SHARP, clock)


def test_of_many_who_wait_long_enough_all_are_paired_once_and_near() -> None:
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    chance = random.Random(seed)
    tickets = [ticket(f"p{n}", chance.gauss(1500, 250), PATIENT) for n in range(1000)]
    pairs = plan(tickets, NOW)
    assert len({one.player for pair in pairs for one in pair}) == 1000
    gaps = sorted(abs(one.rating - other.rating) for one, other in pairs)
    assert gaps[500 // 2] < 20
