"""A match around its hands: seats, dealing, the score, pausing by consent, giving up, playing again."""

from dataclasses import replace

import pytest

from kit.hands import OPEN_HAND, Dice, deal, deck, happenings, opened, play, refusal, standing
from schnapsen_protocol.cards import Level, Preset, Seat, Versus, other
from schnapsen_protocol.commands import Decline, NextHand, Proposal, Propose, ResignMatch, Stay
from schnapsen_protocol.events import (
    Declined,
    HandDealt,
    HandWon,
    MatchEnd,
    MatchOpened,
    MatchResigned,
    MatchResumed,
    MatchSaved,
    MatchWon,
    PlayerReady,
    PlayerRenamed,
    PlayerStayed,
    Proposed,
    RematchStarted,
    SeatTaken,
)
from schnapsen_protocol.refusals import Code
from schnapsen_protocol.views import Phase
from schnapsen_server.game.decide import decide
from schnapsen_server.game.evolve import fold
from schnapsen_server.game.house import DealNext, OpenMatch, Rename, TakeSeat, rematch_of
from schnapsen_server.game.secret import DeckDealt, public
from schnapsen_server.game.state import Match, Player
from schnapsen_server.game.view import view

OPEN = OpenMatch(Preset.SEED, Versus.HUMAN, dealer=1)


def conceded(*losers: Seat) -> Match:
    """After hands that each of these gave up before the first card: three game points each."""
    match, dice = opened(), Dice()
    for loser in losers:
        if match.phase is Phase.HAND_OVER:
            match = play(match, "0:next 1:next", dice)
        match = play(match, f"{loser}:concede", dice)
    return match


def proposed(match: Match, seat: Seat, what: Proposal) -> Match:
    return fold(decide(match, seat, Propose(what), Dice(), 0), match)


def paused() -> Match:
    return proposed(proposed(deal(), 0, Proposal.SAVE), 1, Proposal.SAVE)


# Sitting down


def test_the_first_hand_is_dealt_when_the_second_seat_is_taken() -> None:
    match = fold([MatchOpened(Preset.SEED, Versus.HUMAN, 1), SeatTaken(0, "ann", "Ann")])
    assert match.phase is Phase.WAITING
    taken, dealt, hand = decide(match, None, TakeSeat("bob", "Bob"), Dice(decks=[deck(OPEN_HAND)]), 0)
    assert taken == SeatTaken(1, "bob", "Bob")
    assert isinstance(dealt, DeckDealt)
    assert hand == HandDealt(1, 1, dealt.deck[6])
    assert fold((taken, dealt, hand), match).phase is Phase.PLAYING


def test_the_deal_is_no_public_event() -> None:
    batch = decide(
        fold([MatchOpened(Preset.SEED, Versus.HUMAN, 1), SeatTaken(0, "a", "A")]), None, TakeSeat("b", "B"), Dice(), 0
    )
    assert [type(event) for event in public(batch)] == [SeatTaken, HandDealt]


def test_nobody_sits_on_two_seats_and_nobody_on_a_third() -> None:
    alone = fold([MatchOpened(Preset.SEED, Versus.HUMAN, 1), SeatTaken(0, "ann", "Ann")])
    assert refusal(alone, None, TakeSeat("ann", "Ann")) is Code.SEAT_TAKEN
    assert refusal(deal(), None, TakeSeat("cyd", "Cyd")) is Code.SEAT_TAKEN
    assert (deal().seat_of("ann"), deal().seat_of("bob"), deal().seat_of("cyd")) == (0, 1, None)


def test_before_it_is_opened_and_filled_nothing_can_be_done() -> None:
    alone = fold([MatchOpened(Preset.SEED, Versus.HUMAN, 1), SeatTaken(0, "ann", "Ann")])
    assert refusal(Match(), None, TakeSeat("ann", "Ann")) is Code.NOT_STARTED
    assert refusal(deal(), None, OPEN) is Code.MATCH_RUNNING
    for asked in ("CA", "concede", "resign", "next", "stay", Propose(Proposal.SAVE), DealNext()):
        assert refusal(alone, 0, asked) is Code.NOT_STARTED


def test_a_player_may_be_renamed() -> None:
    batch = decide(deal(), 1, Rename("Bea"), Dice(), 0)
    assert batch == (PlayerRenamed(1, "Bea"),)
    assert fold(batch, deal()).players[1] == Player("bob", "Bea")


def test_the_gallery_may_do_nothing() -> None:
    for asked in ("HJ", "concede", "resign", "next", Propose(Proposal.SAVE), Rename("Eve")):
        assert refusal(deal(), None, asked) is Code.NOT_A_PLAYER


# The score


def test_the_deal_alternates_whoever_wins() -> None:
    dealers = [conceded(*losers).hand for losers in ((0,), (0, 1), (0, 1, 0), (0, 0), (1, 0))]
    assert [hand and hand.dealer for hand in dealers] == [1, 0, 1, 0, 0]


def test_who_does_not_deal_leads() -> None:
    second = play(conceded(1), "0:next 1:next")
    assert second.hand is not None
    assert (second.hand.number, second.hand.dealer, second.hand.to_play) == (2, 0, 1)


def test_seven_game_points_win_and_are_not_cut() -> None:
    match = conceded(1, 1, 1)
    assert (match.phase, match.winner, match.ended_by, match.score) == (Phase.MATCH_OVER, 0, MatchEnd.SCORE, (9, 0))
    for asked in ("CA", "close", "concede", "resign", "next", "stay", Propose(Proposal.SAVE), DealNext()):
        assert refusal(match, 0, asked) is Code.MATCH_OVER


def test_six_is_not_enough() -> None:
    match = conceded(1, 0, 1, 0)
    assert (match.phase, match.score) == (Phase.HAND_OVER, (6, 6))
    last = play(match, "0:next 1:next 0:concede")
    assert (last.winner, last.score) == (1, (6, 9))


def test_the_match_is_won_in_the_batch_that_wins_the_hand() -> None:
    match = play(conceded(1, 1), "0:next 1:next")
    assert [type(event) for event in happenings(match, "1:concede")[1:]] == [HandWon, MatchWon]


def test_the_thirteenth_hand_is_the_last() -> None:
    """Hands in which both have 33 points or more are worth one game point, whoever gives up."""
    match, close_hand = opened(), standing("G09 seed").hand
    for number in range(1, 14):
        assert match.hand is not None
        assert close_hand is not None
        match = replace(match, hand=replace(close_hand, number=number, dealer=match.hand.dealer))
        match = play(match, f"{number % 2}:concede")
        if number < 13:
            match = play(match, "0:next 1:next")
    assert (match.phase, match.score, len(match.results)) == (Phase.MATCH_OVER, (7, 6), 13)


# The next hand


def test_the_next_hand_waits_for_both() -> None:
    over = conceded(0)
    assert happenings(over, "1:next") == (PlayerReady(1),)
    assert refusal(play(over, "1:next"), 1, "next") is Code.NOT_YOUR_TURN
    assert [type(event) for event in happenings(over, "1:next 0:next")] == [
        PlayerReady,
        PlayerReady,
        DeckDealt,
        HandDealt,
    ]


def test_a_computer_is_ready_with_its_opponent() -> None:
    match = fold([MatchOpened(Preset.SEED, Versus.COMPUTER, 1), SeatTaken(0, "ann", "Ann")])
    match = fold(decide(match, None, TakeSeat("box", "Box", level=Level.CLUB), Dice(), 0), match)
    over = play(match, "0:concede")
    assert [type(event) for event in happenings(over, "0:next")] == [PlayerReady, DeckDealt, HandDealt]
    assert happenings(over, "1:next") == (PlayerReady(1),)


def test_the_hand_is_dealt_when_the_time_is_up_unless_somebody_stays() -> None:
    over = conceded(0)
    assert [type(event) for event in decide(over, None, DealNext(), Dice(), 0)] == [DeckDealt, HandDealt]
    staying = play(over, "0:stay")
    assert happenings(over, "0:stay") == (PlayerStayed(0),)
    assert refusal(staying, None, DealNext()) is Code.HAND_OVER
    assert refusal(staying, 0, Stay()) is Code.NOT_YOUR_TURN
    assert refusal(play(staying, "0:next"), None, DealNext()) is None


def test_who_stays_is_not_ready_any_more() -> None:
    match = play(conceded(0), "0:next 0:stay")
    assert (match.ready, match.stayed) == ((False, False), (True, False))
    assert happenings(match, "1:next") == (PlayerReady(1),)


def test_while_a_hand_runs_there_is_no_next_one() -> None:
    for asked in (NextHand(), Stay(), DealNext()):
        assert refusal(deal(), 0, asked) is Code.HAND_RUNNING


# Consent


def test_saving_needs_both() -> None:
    assert decide(deal(), 0, Propose(Proposal.SAVE), Dice(), 0) == (Proposed(0, Proposal.SAVE),)
    match = proposed(deal(), 0, Proposal.SAVE)
    assert refusal(match, 0, Propose(Proposal.SAVE)) is Code.NOT_YOUR_TURN
    assert decide(match, 1, Propose(Proposal.SAVE), Dice(), 0) == (MatchSaved(),)


def test_a_standing_proposal_does_not_stop_the_play() -> None:
    match = play(proposed(deal(), 0, Proposal.SAVE), "CT CK")
    assert match.proposal is not None
    assert fold(decide(match, 1, Propose(Proposal.SAVE), Dice(), 0), match).phase is Phase.PAUSED


def test_a_paused_match_refuses_every_move() -> None:
    match = paused()
    assert (match.phase, match.proposal) == (Phase.PAUSED, None)
    for asked in ("HJ", "close", "exchange", "claim", "concede", "next", "stay", DealNext(), Propose(Proposal.SAVE)):
        assert refusal(match, 0, asked) is Code.MATCH_PAUSED
    assert (view(match, 0).legal, view(match, 0).blocked) == ((), {})


def test_a_paused_match_is_taken_up_by_both_where_it_stood() -> None:
    match = proposed(paused(), 1, Proposal.RESUME)
    assert decide(match, 0, Propose(Proposal.RESUME), Dice(), 0) == (MatchResumed(),)
    assert proposed(match, 0, Proposal.RESUME) == deal()


def test_a_result_stays_on_the_table_through_a_pause() -> None:
    match = proposed(proposed(conceded(0), 0, Proposal.SAVE), 1, Proposal.SAVE)
    assert (match.phase, view(match, 0).result is None) == (Phase.PAUSED, False)
    resumed = proposed(proposed(match, 0, Proposal.RESUME), 1, Proposal.RESUME)
    assert resumed.phase is Phase.HAND_OVER


@pytest.mark.parametrize("by", [0, 1])
def test_a_proposal_is_declined_or_withdrawn(by: Seat) -> None:
    match = proposed(deal(), 0, Proposal.SAVE)
    batch = decide(match, by, Decline(Proposal.SAVE), Dice(), 0)
    assert batch == (Declined(by, Proposal.SAVE),)
    assert fold(batch, match) == deal()
    assert refusal(deal(), by, Decline(Proposal.SAVE)) is Code.NOTHING_PROPOSED


def test_what_does_not_fit_the_moment_cannot_be_proposed() -> None:
    assert refusal(deal(), 0, Propose(Proposal.RESUME)) is Code.MATCH_NOT_PAUSED
    assert refusal(deal(), 0, Propose(Proposal.REMATCH)) is Code.MATCH_RUNNING
    assert refusal(paused(), 0, Propose(Proposal.REMATCH)) is Code.MATCH_RUNNING


def test_a_proposal_ends_with_the_match() -> None:
    assert play(proposed(deal(), 0, Proposal.SAVE), "0:resign").proposal is None


# Giving up and playing again


@pytest.mark.parametrize("match", [deal(), paused(), conceded(0)], ids=["playing", "paused", "hand over"])
def test_a_match_can_be_resigned_at_any_time(match: Match) -> None:
    batch = decide(match, 1, ResignMatch(), Dice(), 0)
    assert batch == (MatchResigned(1), MatchWon(0, MatchEnd.RESIGNED))
    over = fold(batch, match)
    assert (over.phase, over.winner, over.score) == (Phase.MATCH_OVER, 0, match.score)
    assert view(over, 0).to_play is None


def test_a_rematch_has_the_other_dealer_and_nothing_of_the_old_match() -> None:
    old = proposed(conceded(1, 1, 1), 1, Proposal.REMATCH)
    batch = decide(old, 0, Propose(Proposal.REMATCH), Dice(), 0)
    assert batch == (RematchStarted("match-1"),)
    assert refusal(fold(batch, old), 0, Propose(Proposal.REMATCH)) is Code.MATCH_OVER
    new = Match()
    for command in rematch_of(old):
        new = fold(decide(new, None, command, Dice(decks=[deck(OPEN_HAND)]), 0), new)
    assert (new.score, new.results, new.players) == ((0, 0), (), old.players)
    assert new.hand is not None
    assert (new.hand.dealer, new.hand.number) == (other(old.dealer), 1)
