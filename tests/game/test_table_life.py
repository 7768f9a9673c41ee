"""What happens at a table besides the cards: terms, words, and ends without a winner or by going away."""

import pytest

from kit.hands import Dice, deal, opened, play, refusal
from schnapsen_protocol.cards import Preset, Seat, Versus, other
from schnapsen_protocol.codec import write
from schnapsen_protocol.commands import AbortMatch, ClaimWin, Phrase, Proposal, Propose, Say
from schnapsen_protocol.events import CalledOff, MatchCalledOff, MatchEnd, MatchOpened, MatchWon, Said
from schnapsen_protocol.refusals import Code
from schnapsen_protocol.terms import UNSETTLED, ClockRule, Gallery, Terms
from schnapsen_protocol.views import Phase
from schnapsen_server.game.decide import decide
from schnapsen_server.game.evolve import fold
from schnapsen_server.game.house import Forfeit, OpenMatch, TakeSeat, rematch_of
from schnapsen_server.game.state import Match
from schnapsen_server.game.view import view
from schnapsen_server.store.happenings import HAPPENINGS

TERMS = Terms(ClockRule(60_000, 0), rated=True, gallery=Gallery.CLOSED, listed=True)

OLD_LOG = (
    b'[{"preset":"seed","versus":"human","dealer":1,"log":1,"t":"match_opened"},'
    b'{"seat":0,"player":"ann","name":"Ann","computer":false,"t":"seat_taken"},'
    b'{"seat":1,"player":"bob","name":"Bob","computer":false,"t":"seat_taken"},'
    b'{"deck":["HJ","HA","SK","DA","DT","CK","HQ","SQ","CT","CJ","SJ","ST","DK","CA","HK","CQ","DJ","HT","SA","DQ"],'
    b'"secret":"s","t":"deck_dealt"},'
    b'{"number":1,"dealer":1,"upcard":"HQ","t":"hand_dealt"},'
    b'{"seat":0,"card":"CT","t":"card_played"}]'
)
"""As it was written before there were terms."""


def after(match: Match, by: Seat | None, asked: object) -> Match:
    return fold(decide(match, by, asked, Dice(), 0), match)  # type: ignore[arg-type]


def test_the_terms_are_known_to_everybody_and_go_with_a_rematch() -> None:
    match = deal(terms=TERMS)
    assert [view(match, viewer).terms for viewer in (0, 1, None)] == [TERMS] * 3
    first = rematch_of(match)[0]
    assert isinstance(first, OpenMatch)
    assert first.terms == TERMS


def test_a_log_from_before_there_were_terms_is_still_read() -> None:
    match = fold(HAPPENINGS.decode(OLD_LOG))
    assert (match.terms, match.clock, match.begun) == (UNSETTLED, None, (True, False))
    assert write(view(match, 1)) == write(view(play(deal(), "CT"), 1))
    assert play(match, "CK").acting == 0


@pytest.mark.parametrize("by", [0, 1])
def test_a_match_is_called_off_before_ones_own_first_card_only(by: Seat) -> None:
    match = deal()
    assert view(match, by).may_abort
    assert decide(match, by, AbortMatch(), Dice(), 0) == (MatchCalledOff(CalledOff.ABORTED),)
    led = play(match, "CT")
    assert [refusal(led, seat, AbortMatch()) for seat in (0, 1)] == [Code.TOO_LATE, None]
    answered = play(led, "CK")
    assert refusal(answered, by, AbortMatch()) is Code.TOO_LATE
    assert not view(answered, by).may_abort


def test_a_hand_given_up_without_a_card_is_a_beginning() -> None:
    assert refusal(play(deal(), "0:concede"), 1, AbortMatch()) is Code.TOO_LATE


def test_who_waits_alone_may_close_the_table() -> None:
    match = fold((MatchOpened(Preset.SEED, Versus.HUMAN, 0),))
    alone = after(match, None, TakeSeat("ann", "Ann"))
    closed = after(alone, 0, AbortMatch())
    assert (closed.phase, closed.called_off) == (Phase.MATCH_OVER, CalledOff.ABORTED)
    assert refusal(closed, 0, AbortMatch()) is Code.MATCH_OVER


def test_nobody_sits_down_at_a_table_that_is_closed() -> None:
    match = fold((MatchOpened(Preset.SEED, Versus.HUMAN, 0),))
    closed = after(after(match, None, TakeSeat("ann", "Ann")), 0, AbortMatch())
    assert refusal(closed, None, TakeSeat("bob", "Bob")) is Code.MATCH_OVER


@pytest.mark.parametrize("match", [deal(), play(deal(), "concede")], ids=["playing", "hand over"])
def test_both_may_stop_without_a_result(match: Match) -> None:
    asked = after(match, 0, Propose(Proposal.STOP))
    batch = decide(asked, 1, Propose(Proposal.STOP), Dice(), 0)
    assert batch == (MatchCalledOff(CalledOff.STOPPED),)
    over = fold(batch, asked)
    shown = view(over, 0)
    assert (shown.phase, shown.winner, shown.called_off, shown.to_play) == ("match_over", None, "stopped", None)
    assert (shown.legal, shown.proposal, over.score) == ((), None, match.score)


def test_a_saved_match_may_be_stopped_and_a_stopped_one_played_again() -> None:
    match = deal()
    for what in (Proposal.SAVE, Proposal.STOP):
        match = after(after(match, 0, Propose(what)), 1, Propose(what))
    assert match.called_off is CalledOff.STOPPED
    assert refusal(match, 0, Propose(Proposal.STOP)) is Code.MATCH_OVER
    again = after(after(match, 1, Propose(Proposal.REMATCH)), 0, Propose(Proposal.REMATCH))
    assert again.rematch is not None


def test_the_rules_alone_grant_no_claim_that_somebody_left() -> None:
    assert refusal(deal(), 1, ClaimWin()) is Code.NOT_AWAY


@pytest.mark.parametrize("seat", [0, 1])
def test_who_is_away_for_too_long_loses_what_is_being_played(seat: Seat) -> None:
    match = play(deal(), "CT")
    batch = decide(match, None, Forfeit(seat), Dice(), 0)
    assert batch == (MatchWon(other(seat), MatchEnd.LEFT),)
    saved = after(after(match, 0, Propose(Proposal.SAVE)), 1, Propose(Proposal.SAVE))
    assert refusal(saved, None, Forfeit(seat)) is Code.MATCH_PAUSED
    assert refusal(fold(batch, match), None, Forfeit(seat)) is Code.MATCH_OVER


def test_words_change_nothing_at_the_table() -> None:
    match = deal()
    for said in (Say(phrase=Phrase.HELLO), Say(text="נו? ¡Vamos! <3")):
        batch = decide(match, 1, said, Dice(), 0)
        assert batch == (Said(1, said.phrase, said.text),)
        assert fold(batch, match) == match
    assert refusal(play(match, "0:resign"), 0, Say(phrase=Phrase.GOOD_GAME)) is None


@pytest.mark.parametrize("said", [Say(), Say(Phrase.HELLO, "hello"), Say(text=""), Say(text="x" * 201)])
def test_what_is_no_phrase_and_no_short_text_is_not_said(said: Say) -> None:
    assert refusal(deal(), 0, said) is Code.BAD_TEXT


def test_a_watcher_says_nothing() -> None:
    assert refusal(opened(), None, Say(phrase=Phrase.HELLO)) is Code.NOT_A_PLAYER
