"""What a match's log says of its players."""

from dataclasses import replace

import pytest

from kit.hands import OPEN_HAND, Dice, deck
from kit.played import NEWCOMER, Played, opened
from schnapsen_protocol.cards import Level, Preset, Versus
from schnapsen_protocol.commands import AbortMatch, CloseStock, ConcedeHand, Proposal, Propose, ResignMatch
from schnapsen_protocol.ratings import RatingMark, Record, Reliability
from schnapsen_protocol.terms import USUAL_CLOCK, Terms
from schnapsen_server.game.house import Forfeit, OpenMatch, TakeSeat, computer
from schnapsen_server.game.levels import DEVIATION, RATINGS
from schnapsen_server.lobby.statistics import Against, Result, Statistics, results

GOOD = RatingMark(1712, 64, provisional=False)


def told(played: Played) -> tuple[Result, Result]:
    found = results("m", played.entries)
    assert found is not None
    return found["ann"], found["bob"]


def test_a_running_match_says_nothing_yet() -> None:
    assert results("m", []) is None
    assert results("m", opened("ann", "bob").concede(0, 1).entries) is None


def test_a_finished_match_says_who_won_what_against_whom() -> None:
    played = opened("ann", "bob", marks=(NEWCOMER, GOOD)).concede(0, 1, 1, 1)
    ann, bob = told(played)
    assert ann == Result(
        "m", played.entries[-1].at, "bob", True, True, (0, 0, 3), (0, 0, 1), against=Against(1712, 64, 1.0)
    )
    assert bob == Result(
        "m", played.entries[-1].at, "ann", False, True, (0, 0, 1), (0, 0, 3), against=Against(1500, 350, 1.0)
    )


def test_what_is_said_after_the_end_changes_no_result() -> None:
    played = opened("ann", "bob").concede(0, 0, 0)
    before = results("m", played.entries)
    played.do(Propose(Proposal.REMATCH), 0)
    played.do(Propose(Proposal.REMATCH), 1)
    assert results("m", played.entries) == before


def test_a_loser_without_a_game_point_makes_it_count_one_and_a_half() -> None:
    for played in (opened("ann", "bob").concede(1, 1, 1), opened("ann", "bob").concede(1, 1)):
        if not played.match.is_over:
            played.do(ResignMatch(), 1)
        assert [one.against and one.against.weight for one in told(played)] == [1.5, 1.5]


def test_a_match_given_up_before_anybody_has_a_point_is_no_schneider() -> None:
    played = opened("ann", "bob")
    played.do(ResignMatch(), 0)
    assert [one.against and one.against.weight for one in told(played)] == [1.0, 1.0]


def test_only_matches_that_are_rated_between_named_players_move_a_rating() -> None:
    for played in (
        opened("ann", "bob", rated=False),
        opened("ann", "bob", marks=(NEWCOMER, None)),
        opened("ann", "bob", marks=(None, NEWCOMER)),
    ):
        assert [one.against for one in told(played.concede(0, 0, 0))] == [None, None]


@pytest.mark.parametrize("terms", [Terms(), Terms(clock=USUAL_CLOCK), Terms(rated=True)])
def test_matches_against_the_computer_say_nothing_of_anybody(terms: Terms) -> None:
    """Unless they are rated; and without a clock, who is losing could leave them without an end."""
    assert against_the_computer(terms) == {}


def test_a_rated_match_against_the_computer_counts_for_the_person_alone() -> None:
    told = against_the_computer(Terms(clock=USUAL_CLOCK, rated=True))
    assert told.keys() == {"ann"}
    assert (told["ann"].won, told["ann"].against) == (False, Against(RATINGS[Level.MASTER], DEVIATION, 1.5))


def against_the_computer(terms: Terms) -> dict[str, Result]:
    played = Played()
    played.do(OpenMatch(Preset.SEED, Versus.COMPUTER, 1, terms))
    played.do(TakeSeat("ann", "Ann", rating=NEWCOMER))
    played.do(computer(Level.MASTER))
    found = results("m", played.concede(0, 0, 0).entries)
    assert found is not None
    return found


def test_closings_are_made_by_whoever_wins_the_hand_after_them() -> None:
    played = opened("ann", "bob", dice=Dice(decks=[deck(OPEN_HAND)] * 2))
    played.do(CloseStock(), 0)
    played.concede(1, 1)
    played.concede(0)
    played.do(ResignMatch(), 0)
    ann, bob = told(played)
    assert ((ann.closings_made, ann.closings_failed), (bob.closings_made, bob.closings_failed)) == ((1, 0), (0, 0))

    played = opened("ann", "bob", dice=Dice(decks=[deck(OPEN_HAND)] * 2))
    played.do(CloseStock(), 0)
    played.do(ConcedeHand(), 0)
    played.do(ResignMatch(), 1)
    ann, bob = told(played)
    assert ((ann.closings_made, ann.closings_failed), (bob.closings_made, bob.closings_failed)) == ((0, 1), (0, 0))


def test_who_left_did_not_finish_and_who_lost_otherwise_did() -> None:
    left, resigned = opened("ann", "bob"), opened("ann", "bob")
    left.do(Forfeit(1))
    resigned.do(ResignMatch(), 1)
    assert [one.finished for one in told(left)] == [True, False]
    assert [one.finished for one in told(resigned)] == [True, True]


def test_a_match_called_off_says_only_who_did_not_want_to_begin() -> None:
    aborted, stopped = opened("ann", "bob"), opened("ann", "bob")
    aborted.do(AbortMatch(), 1)
    assert results("m", aborted.entries) == {"bob": Result("m", aborted.entries[-1].at, "ann", None, finished=False)}
    for seat in (0, 1):
        stopped.do(Propose(Proposal.STOP), 1 if seat else 0)
    assert results("m", stopped.entries) == {}


def test_an_abort_by_the_house_is_his_who_should_have_played() -> None:
    aborted = opened("ann", "bob")
    aborted.do(AbortMatch(), 1)
    by_house = [*aborted.entries[:-1], replace(aborted.entries[-1], author="house")]
    assert (results("m", by_house) or {}).keys() == {"ann"}


def test_a_table_that_nobody_came_to_says_nothing_of_its_host() -> None:
    alone = opened("ann", marks=(NEWCOMER,))
    alone.do(AbortMatch(), 0)
    assert results("m", alone.entries) == {}


def test_the_sums_of_results() -> None:
    won = Result("a", 1, "bob", True, True, (1, 2, 0), (1, 0, 0), 1, 0)
    left = Result("b", 2, "bob", False, False, (0, 0, 1), (0, 0, 2), 0, 2)
    off = Result("c", 3, "bob", None, False)
    sums = Statistics().plus(won).plus(left).plus(off)
    assert sums.record == Record(2, 1, (1, 2, 1), (1, 0, 2), 1, 2, points=8 - 7)
    assert sums.reliability == Reliability(finished=1, begun=3)


def test_the_reliability_forgets_what_is_long_ago() -> None:
    sums = Statistics()
    for number in range(30):
        sums = sums.plus(Result(f"{number}", number, "bob", True, finished=number >= 15))
    assert sums.reliability == Reliability(finished=15, begun=20)
