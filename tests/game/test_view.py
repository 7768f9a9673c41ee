"""Who may know what: the view of each seat and of the gallery."""

import random
import re
from dataclasses import replace

import pytest

from kit import golden, played
from kit.hands import OPEN_HAND, cards, deal, opened, play, refusal, standing
from schnapsen_protocol.cards import SEATS, Card, Preset, Seat
from schnapsen_protocol.codec import write
from schnapsen_protocol.refusals import Code
from schnapsen_protocol.terms import Gallery, Terms
from schnapsen_protocol.views import SeatView, View
from schnapsen_server.game.state import Match
from schnapsen_server.game.view import view

PENDING_HAND = "SK SQ HJ CT DJ | SA HA CK DA CJ | HQ | ST DK CA HK CQ HT DT SJ DQ"


def seat_of(shown: View, seat: Seat) -> SeatView:
    sat = shown.seats[seat]
    assert sat is not None
    return sat


def named(shown: View) -> set[str]:
    """Every card that stands anywhere in the bytes of a view."""
    return {word.decode() for word in re.findall(rb'(?<=[":])[CDHS][ATKQJ](?=")', write(shown))}


def three_eyes(match: Match) -> tuple[View, View, View]:
    return view(match, 0), view(match, 1), view(match, None)


def test_a_seat_sees_its_own_cards_and_the_upcard() -> None:
    shown = view(deal(), 0)
    assert named(shown) == {"HJ", "HA", "SK", "SQ", "CT", "HQ"}
    assert (seat_of(shown, 1).cards, seat_of(shown, 1).hand, shown.stock) == (5, None, 9)


def test_the_gallery_sees_the_upcard_only() -> None:
    shown = view(deal(), None)
    assert named(shown) == {"HQ"}
    assert (shown.legal, shown.blocked, shown.concede_cost) == ((), {}, None)


def test_a_marriage_shows_the_card_that_stays_in_the_hand() -> None:
    match = play(deal(), "marriage:SK")
    assert [seat_of(shown, 0).known for shown in three_eyes(match)] == [(Card.SQ,)] * 3
    assert seat_of(view(play(match, "SJ SQ"), 1), 0).known == ()


def test_the_exchanged_upcard_is_known() -> None:
    for shown in three_eyes(play(deal(), "exchange")):
        assert (seat_of(shown, 0).known, shown.upcard) == ((Card.HQ,), Card.HJ)


def test_a_drawn_card_is_seen_by_its_own_seat_alone() -> None:
    own, opponents, gallery = (named(shown) for shown in three_eyes(play(deal(), "CT CK")))
    assert ("ST" in own, "DK" in own) == (True, False)
    assert ("ST" in opponents, "DK" in opponents) == (False, True)
    assert gallery == {"HQ", "CT", "CK"}


def test_the_upcard_is_known_in_the_hand_that_draws_it_last() -> None:
    match = play(standing("T08 seed"), "CJ CA")
    own, opponents, gallery = three_eyes(match)
    assert [seat_of(shown, 0).known for shown in (own, opponents, gallery)] == [(Card.SA,)] * 3
    assert ("CT" in named(opponents), "CT" in named(own), "CT" in named(gallery)) == (True, False, False)


def test_a_closed_stock_keeps_the_name_of_its_trump() -> None:
    shown = view(play(deal(), "close"), None)
    assert (shown.upcard, shown.stock, shown.closed_by) == (Card.HQ, 9, 0)


def test_points_of_a_marriage_are_pending_until_the_first_trick() -> None:
    shown = seat_of(view(play(deal(PENDING_HAND), "marriage:SK SA"), 1), 0)
    assert (shown.points, shown.pending) == (0, 20)


@pytest.mark.parametrize(("gallery", "eyes"), [(Gallery.OPEN, (0, 1, None)), (Gallery.PUBLIC, (0, 1))])
def test_after_the_hand_everything_lies_open(gallery: Gallery, eyes: tuple[Seat | None, ...]) -> None:
    match = play(deal(terms=Terms(gallery=gallery)), "CT CK concede")
    for shown in (view(match, viewer) for viewer in eyes):
        assert seat_of(shown, 0).hand == cards("HJ HA SK SQ ST")
        assert seat_of(shown, 1).hand == cards("DA DT CJ SJ DK")
        assert shown.rest == cards("CA HK CQ DJ HT SA DQ")
    assert view(play(match, "0:next 1:next"), 0).rest is None


@pytest.mark.parametrize("gallery", [Gallery.PUBLIC, Gallery.CLOSED])
def test_watchers_never_see_a_hand_unless_the_players_open_them(gallery: Gallery) -> None:
    match = play(deal(terms=Terms(gallery=gallery)), "CT CK concede")
    for over in (match, play(match, "0:resign")):
        shown = view(over, None)
        assert named(shown) == {"HQ", "CT", "CK"}
        assert (seat_of(shown, 0).hand, seat_of(shown, 1).hand, shown.rest) == (None, None, None)


def test_only_the_seat_to_play_has_legal_moves() -> None:
    own, opponents, gallery = three_eyes(deal())
    assert own.legal == (
        "close",
        "exchange",
        "marriage:SK",
        *(f"play:{card}" for card in sorted(cards(OPEN_HAND[:14]))),
    )
    assert opponents.legal == gallery.legal == ()
    assert set(opponents.blocked.values()) == {Code.NOT_YOUR_TURN}


def test_a_view_says_why_a_card_is_blocked() -> None:
    shown = view(play(deal(), "close CT"), 1)
    assert shown.legal == ("play:CJ", "play:CK")
    assert shown.blocked["play:DA"] is Code.MUST_FOLLOW
    assert shown.blocked["marriage"] is shown.blocked["close"] is shown.blocked["exchange"] is Code.NOT_ON_LEAD


def test_the_announcer_may_claim_until_the_answer() -> None:
    match = play(deal(preset=Preset.TOURNAMENT), "marriage:SK")
    shown = view(match, 0)
    assert shown.legal == ("claim",)
    assert "claim" not in shown.blocked
    assert refusal(match, 0, "claim") is None
    assert view(match, 1).blocked["claim"] is Code.NOT_ON_LEAD


def test_where_nobody_claims_there_is_no_word_of_it() -> None:
    assert "claim" not in view(deal(), 0).blocked
    assert refusal(deal(), 0, "claim") is Code.NO_CLAIMS


@pytest.mark.parametrize(
    ("preset", "seen"),
    [
        (Preset.SEED, [(14, 0), (14, 0), (14, 0)]),
        (Preset.TOURNAMENT, [(14, None), (None, 0), (None, None)]),
        (Preset.SHARP, [(None, None)] * 3),
    ],
)
def test_a_preset_says_whose_points_are_shown(preset: Preset, seen: list[tuple[int | None, int | None]]) -> None:
    match = play(deal(preset=preset), "CT CK")
    assert [(seat_of(shown, 0).points, seat_of(shown, 1).points) for shown in three_eyes(match)] == seen
    over = play(match, "concede")
    assert [(seat_of(shown, 0).points, seat_of(shown, 1).points) for shown in three_eyes(over)] == [(14, 0)] * 3


@pytest.mark.parametrize("preset", Preset)
def test_a_table_may_hide_the_points_of_the_other(preset: Preset) -> None:
    match = play(deal(preset=preset, terms=Terms(hide_points=True)), "CT CK")
    own = None if preset is Preset.SHARP else 14
    assert [seat_of(shown, 0).points for shown in three_eyes(match)] == [own, None, None]
    over = play(match, "concede")
    assert [seat_of(shown, 0).points for shown in three_eyes(over)] == [14] * 3


@pytest.mark.parametrize(
    ("preset", "last", "own"),
    [
        (Preset.SEED, [True, True, True], 1),
        (Preset.TOURNAMENT, [True, False, False], 2),
        (Preset.SHARP, [False] * 3, 0),
    ],
)
def test_a_preset_says_which_tricks_may_be_looked_at(preset: Preset, last: list[bool], own: int) -> None:
    match = play(deal(preset=preset), "CT CK ST SJ")
    assert all(shown.last_trick is not None for shown in three_eyes(match))
    led = play(match, "HA")
    assert [shown.last_trick is not None for shown in three_eyes(led)] == last
    assert len(seat_of(view(led, 0), 0).won) == own
    assert seat_of(view(led, 1), 0).won == ()


def test_conceding_has_a_price_before_it_is_done() -> None:
    match = play(deal(), "CT CK")
    assert (view(match, 0).concede_cost, view(match, 1).concede_cost) == (2, 3)
    result = view(play(match, "1:concede"), None).result
    assert result is not None
    assert (result.winner, result.game_points, result.loser_tricks) == (0, 3, 0)


def test_an_empty_table_can_be_looked_at() -> None:
    shown = view(Match(), None)
    assert (shown.phase, shown.seats, shown.hand_number, shown.trump) == ("waiting", (None, None), 0, None)


def test_who_deals_second_leads_nothing() -> None:
    assert [view(opened(dealer=dealer), None).to_play for dealer in SEATS] == [1, 0]


@pytest.mark.parametrize("seed", range(5))
def test_the_view_of_the_longest_match_stays_small(seed: int) -> None:
    whole = played.at_random(played.opened("ann", "bob", names=["ש" * 20, "ß" * 20]), random.Random(seed))
    late = [match for match in golden.matches(whole.entries) if match.results]
    assert late
    for match in late:
        longest = replace(match, results=match.results[-1:] * 13)  # 6 : 6, each hand worth one point, and the last
        assert all(len(write(shown)) < 4096 for shown in three_eyes(longest))
