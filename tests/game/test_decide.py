"""Which happenings follow from a command: one batch, in the order in which a table shows it."""

from kit.hands import deal, happenings, play, standing
from schnapsen_protocol.cards import Card, Preset, Suit
from schnapsen_protocol.events import (
    CardPlayed,
    CardsDrawn,
    Claimed,
    HandConceded,
    HandEnd,
    HandWon,
    MarriageDeclared,
    StockClosed,
    TrickWon,
    TrumpExchanged,
)


def test_a_trick_is_answered_won_and_drawn_for_in_one_batch() -> None:
    assert happenings(deal(), "CT") == (CardPlayed(0, Card.CT),)
    assert happenings(play(deal(), "CT"), "CK") == (CardPlayed(1, Card.CK), TrickWon(0, 14), CardsDrawn(0))


def test_the_last_draw_names_the_upcard() -> None:
    assert happenings(standing("T08 seed"), "CJ CA")[-1] == CardsDrawn(1, Card.SA)


def test_after_closing_nothing_is_drawn() -> None:
    assert happenings(deal(), "close CT CK")[-1] == TrickWon(0, 14)
    assert happenings(deal(), "close") == (StockClosed(0),)


def test_an_exchange_names_both_cards() -> None:
    assert happenings(deal(), "exchange") == (TrumpExchanged(0, Card.HJ, Card.HQ),)


def test_a_marriage_is_announced_and_led_at_once() -> None:
    first = happenings(deal(), "marriage:SK")
    assert first == (MarriageDeclared(0, Suit.SPADES, 20, pending=True), CardPlayed(0, Card.SK))
    in_trumps = happenings(standing("X14 seed"), "exchange marriage:CK")[1]
    assert in_trumps == MarriageDeclared(0, Suit.CLUBS, 40, pending=False)


def test_a_marriage_that_ends_the_hand_leads_no_card() -> None:
    batch = happenings(standing("M16 seed"), "marriage:SK")
    assert batch == (MarriageDeclared(0, Suit.SPADES, 20, False), HandWon(0, 2, HandEnd.SIXTY_SIX, (2, 0)))


def test_a_trick_that_ends_the_hand_is_not_drawn_for() -> None:
    batch = happenings(standing("S16 seed"), "CA CQ")
    assert batch[2:] == (TrickWon(1, 14), HandWon(1, 3, HandEnd.SIXTY_SIX, (0, 3)))


def test_a_claim_is_told_before_what_it_was_worth() -> None:
    batch = happenings(deal(preset=Preset.SHARP), "claim")
    assert batch == (Claimed(0), HandWon(1, 3, HandEnd.FALSE_CLAIM, (0, 3)))


def test_a_hand_may_be_given_up_out_of_turn() -> None:
    assert happenings(deal(), "1:concede") == (HandConceded(1), HandWon(0, 3, HandEnd.CONCEDED, (3, 0)))
