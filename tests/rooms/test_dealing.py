"""The shuffle: fair, and the same for the same secret."""

from collections import Counter
from itertools import pairwise, repeat

import pytest

from schnapsen_protocol.cards import Card
from schnapsen_server.rooms.dealing import FairChance, below, shuffled, stream

SHUFFLES = 4000


def secret(number: int) -> bytes:
    return number.to_bytes(32, "big")


def test_a_secret_makes_one_deck() -> None:
    assert shuffled(secret(1)) == shuffled(secret(1))
    assert shuffled(secret(1)) != shuffled(secret(2))
    assert " ".join(shuffled(secret(0))) == "DJ HQ CJ SJ DQ DK HT CA CQ SQ SA HK HJ DT CT CK ST HA DA SK"


def test_a_deck_has_every_card_once() -> None:
    assert sorted(shuffled(secret(1))) == sorted(Card)


def test_every_card_comes_to_every_place_equally_often() -> None:
    """The 400 counts of 4000 shuffles: chi-square with 361 degrees of freedom stays below 450 in 99.9 % of samples."""
    decks = [shuffled(secret(number)) for number in range(SHUFFLES)]
    expected = SHUFFLES / 20
    counts = Counter((place, card) for deck in decks for place, card in enumerate(deck))
    chi_square = sum((counts[place, card] - expected) ** 2 / expected for place in range(20) for card in Card)
    assert 361 - 90 < chi_square < 361 + 90


def test_every_card_follows_every_other_equally_often() -> None:
    """The 380 ordered pairs of neighbours: 379 degrees of freedom."""
    decks = [shuffled(secret(number)) for number in range(SHUFFLES)]
    expected = SHUFFLES * 19 / 380
    counts = Counter(pair for deck in decks for pair in pairwise(deck))
    assert len(counts) == 380
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 379 + 90


@pytest.mark.parametrize("limit", range(1, 21))
def test_every_number_below_the_limit_is_equally_likely(limit: int) -> None:
    """Each of the 256 bytes once: what is not thrown away falls on every number the same number of times."""
    numbers = iter(range(256))
    drawn: list[int] = []
    while True:
        try:
            drawn.append(below(limit, numbers))
        except StopIteration:
            break
    assert set(Counter(drawn).values()) == {256 // limit}
    assert set(drawn) == set(range(limit))


def test_the_stream_never_ends_and_does_not_repeat() -> None:
    numbers = stream(secret(1))
    blocks = [bytes(next(numbers) for _ in range(32)) for _ in range(1000)]
    assert len(set(blocks)) == 1000


def test_a_deal_carries_the_secret_that_made_it() -> None:
    dealt = FairChance(lambda count: bytes(range(count))).deal()
    assert dealt.deck == shuffled(bytes.fromhex(dealt.secret))
    assert len(bytes.fromhex(dealt.secret)) == 32


def test_lots_and_ids_come_from_the_random_bytes() -> None:
    bits = iter(b"\x00\x01\xfe\xff")
    chance = FairChance(lambda count: bytes(next(bits) for _ in range(count)))
    assert [chance.seat() for _ in range(4)] == [0, 1, 0, 1]
    filled = FairChance(lambda count: bytes(repeat(0xFF, count)))
    assert filled.match_id() == "_" * 16
