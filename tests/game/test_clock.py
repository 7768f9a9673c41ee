"""The clock: whose time runs, what is given back, and what happens when it is up. Every time is said by the test."""

import pytest

from kit.hands import Dice, command, deal, refusal
from schnapsen_protocol.cards import SEATS, Seat
from schnapsen_protocol.commands import Command, Proposal, Propose, Say
from schnapsen_protocol.events import CalledOff, CardPlayed, ClockMoved, MatchCalledOff, MatchEnd, MatchWon, Said
from schnapsen_protocol.refusals import Code, Refused
from schnapsen_protocol.terms import ClockRule, Terms
from schnapsen_protocol.views import ClockView, Phase
from schnapsen_server.game.clock import LAG_AT_FIRST, LAG_PER_CARD, LAG_PER_MOVE, due
from schnapsen_server.game.decide import decide
from schnapsen_server.game.evolve import fold
from schnapsen_server.game.house import HoldClock, HouseCommand, StandStill, TimeUp
from schnapsen_server.game.secret import Happening
from schnapsen_server.game.view import view

MINUTE, SECOND = 60_000, 1_000
TIMED = Terms(clock=ClockRule(MINUTE, 5 * SECOND))


class Timed:
    """A match with a clock, dealt at 0, and the time at its table."""

    def __init__(self) -> None:
        self.match = deal(terms=TIMED)
        self.now = 0

    def ask(
        self, asked: Command | HouseCommand | str, after: int = 0, by: Seat | None = None, lag: int = 0
    ) -> tuple[Happening, ...]:
        """Of whose turn it is, unless another seat is named."""
        self.now += after
        seat = self.match.acting if by is None else by
        batch = decide(self.match, seat, command(asked) if isinstance(asked, str) else asked, Dice(), self.now, lag)
        self.match = fold(batch, self.match)
        return batch

    def play(self, text: str, after: int = 0) -> "Timed":
        for word in text.split():
            self.ask(word, after)
        return self

    @property
    def left(self) -> tuple[int, int]:
        assert self.match.clock is not None
        return self.match.clock.left

    @property
    def running(self) -> Seat | None:
        assert self.match.clock is not None
        return self.match.clock.running

    def due(self) -> int:
        moment = due(self.match)
        assert moment is not None
        return moment

    def refuses(self, asked: HouseCommand, now: int) -> bool:
        try:
            decide(self.match, None, asked, Dice(), now)
        except Refused as refused:
            return refused.code is Code.TIME_LEFT
        return False


def begun() -> Timed:
    """Both have played a card, and seat 0 is to lead: its clock runs."""
    return Timed().play("CT CK")


def test_a_match_without_a_clock_says_nothing_of_time() -> None:
    assert (deal().clock, view(deal(), 0).clock, due(deal())) == (None, None, None)
    assert refusal(deal(), None, TimeUp()) is Code.TIME_LEFT


def test_nobodys_time_runs_before_his_second_card() -> None:
    timed = Timed()
    assert (timed.left, timed.running) == ((MINUTE, MINUTE), None)
    assert timed.ask("CT", after=20 * SECOND)[-1] == ClockMoved(
        (65 * SECOND, MINUTE), None, 20 * SECOND, (LAG_AT_FIRST, LAG_AT_FIRST)
    )
    timed.ask("CK", after=20 * SECOND)
    assert (timed.left, timed.running) == ((65 * SECOND, 65 * SECOND), 0)


def test_a_card_costs_its_time_and_earns_the_increment() -> None:
    timed = begun()
    timed.ask("HA", after=7 * SECOND)
    assert (timed.left, timed.running) == ((63 * SECOND, 65 * SECOND), 1)
    timed.ask("DT", after=11 * SECOND)
    assert (timed.left, timed.running) == ((63 * SECOND, 59 * SECOND), 0)


def test_what_is_no_card_lets_the_clock_run() -> None:
    timed = begun()
    for asked in ("close", Propose(Proposal.SAVE), Say(text="hm")):
        assert not any(isinstance(event, ClockMoved) for event in timed.ask(asked, after=SECOND))
    timed.ask("HA", after=SECOND)
    assert timed.left[0] == 65 * SECOND - 4 * SECOND + 5 * SECOND


def test_a_result_stops_the_clock_until_the_next_hand() -> None:
    timed = begun()
    timed.ask("concede", after=10 * SECOND)
    assert (timed.left, timed.running) == ((55 * SECOND, 65 * SECOND), None)
    timed.ask("next", after=MINUTE, by=0)
    timed.ask("next", after=MINUTE, by=1)
    assert (timed.match.phase, timed.left, timed.running) == (Phase.PLAYING, (55 * SECOND, 65 * SECOND), 1)


def test_a_pause_keeps_the_clocks_as_they_are() -> None:
    timed = begun()
    timed.ask(Propose(Proposal.SAVE), by=0)
    timed.ask(Propose(Proposal.SAVE), after=10 * SECOND, by=1)
    assert (timed.left, timed.running) == ((55 * SECOND, 65 * SECOND), None)
    timed.ask(Propose(Proposal.RESUME), after=60 * MINUTE, by=0)
    timed.ask(Propose(Proposal.RESUME), after=60 * MINUTE, by=1)
    assert (timed.left, timed.running) == ((55 * SECOND, 65 * SECOND), 0)


# Out of time


def test_the_time_is_up_when_it_is_up_and_not_before() -> None:
    timed = begun()
    assert timed.due() == 65 * SECOND + LAG_PER_MOVE + 1
    assert timed.refuses(TimeUp(), timed.due() - 1)
    timed.now = timed.due()
    won, stood = timed.ask(TimeUp())
    assert won == MatchWon(1, MatchEnd.TIME)
    assert stood == ClockMoved((0, 65 * SECOND), None, timed.now, (LAG_AT_FIRST, LAG_AT_FIRST))
    assert (timed.match.winner, timed.match.ended_by) == (1, MatchEnd.TIME)
    assert timed.refuses(TimeUp(), timed.now + MINUTE)


def test_a_card_in_the_last_moment_counts_and_one_after_it_loses() -> None:
    assert isinstance(begun().ask("HA", after=65 * SECOND)[0], CardPlayed)
    assert begun().ask("HA", after=65 * SECOND + 1)[0] == MatchWon(1, MatchEnd.TIME)


@pytest.mark.parametrize("asked", ["concede", "resign", "close", Propose(Proposal.SAVE)])
def test_nothing_saves_who_is_out_of_time(asked: str | Propose) -> None:
    assert begun().ask(asked, after=2 * MINUTE)[0] == MatchWon(1, MatchEnd.TIME)


def test_whoever_acts_after_the_others_time_has_won_by_it() -> None:
    timed = begun()
    assert timed.ask("resign", after=timed.due(), by=1)[0] == MatchWon(1, MatchEnd.TIME)


def test_words_may_be_said_when_the_time_is_up() -> None:
    assert begun().ask(Say(text="one moment"), after=2 * MINUTE) == (Said(0, None, "one moment"),)


# The first card


@pytest.mark.parametrize("text", ["", "CT"])
def test_a_first_card_that_does_not_come_calls_the_match_off(text: str) -> None:
    timed = Timed().play(text)
    limit = timed.match.terms.first_move_ms
    shown = view(timed.match, None).clock
    assert shown == ClockView(timed.left, None, 0, limit)
    assert timed.refuses(TimeUp(), limit)
    assert timed.ask(TimeUp(), after=limit + 1) == (MatchCalledOff(CalledOff.ABORTED),)
    assert (timed.match.phase, timed.match.winner, timed.match.called_off) == (Phase.MATCH_OVER, None, "aborted")


def test_a_first_card_after_its_limit_still_counts_if_nobody_has_called_it_off() -> None:
    assert isinstance(Timed().ask("CT", after=2 * MINUTE)[0], CardPlayed)


# What a slow line costs


def test_the_lag_of_a_move_is_given_back_up_to_a_limit() -> None:
    for lag, credit in ((0, 0), (300, 300), (5_000, LAG_PER_MOVE)):
        timed = begun()
        timed.ask("HA", after=10 * SECOND, lag=lag)
        assert timed.left[0] == 60 * SECOND + credit
        assert timed.match.clock is not None
        assert timed.match.clock.lag[0] == min(LAG_AT_FIRST, LAG_AT_FIRST - credit + LAG_PER_CARD)


def test_no_more_is_given_back_than_was_used() -> None:
    timed = begun()
    timed.ask("HA", after=100, lag=400)
    assert timed.left[0] == 70 * SECOND


def test_the_store_of_lag_is_used_up() -> None:
    timed = begun()
    assert timed.match.clock is not None
    given_back = []
    for _ in range(40):
        seat, before = timed.match.acting, timed.left
        if seat is None:
            for by in SEATS:
                timed.ask("next", by=by)
            continue
        words = view(timed.match, seat).legal
        timed.ask(next(word for word in words if word.startswith("play")), after=SECOND, lag=LAG_PER_MOVE)
        if seat == 0 and not timed.match.is_over:
            given_back.append(timed.left[0] - before[0] - 4 * SECOND)
        if timed.match.is_over:
            break
    assert given_back[0] == LAG_PER_MOVE
    assert given_back[-1] == LAG_PER_CARD
    assert sum(given_back) <= LAG_AT_FIRST + len(given_back) * LAG_PER_CARD


def test_a_move_under_way_when_the_time_ran_out_counts_if_the_line_was_to_blame() -> None:
    assert isinstance(begun().ask("HA", after=65 * SECOND + 200, lag=200)[0], CardPlayed)
    assert begun().ask("HA", after=65 * SECOND + 201, lag=200)[0] == MatchWon(1, MatchEnd.TIME)


# Time that no server kept


def test_time_that_nobody_served_is_given_back_once() -> None:
    timed = begun()
    timed.ask(HoldClock(10 * SECOND, 40 * SECOND), after=50 * SECOND)
    assert timed.refuses(HoldClock(10 * SECOND, 40 * SECOND), timed.now)
    assert timed.refuses(HoldClock(5 * SECOND, 35 * SECOND), timed.now)
    timed.ask("HA", after=0)
    assert timed.left[0] == 65 * SECOND - 20 * SECOND + 5 * SECOND
    assert timed.refuses(HoldClock(10 * SECOND, 40 * SECOND), timed.now)


def test_only_the_part_that_ran_is_given_back() -> None:
    timed = begun().play("HA DT", after=10 * SECOND)
    timed.ask(HoldClock(0, 10**9), after=10 * SECOND)
    timed.ask("HJ", after=SECOND)
    assert timed.left[0] == 65 * SECOND - 10 * SECOND + 5 * SECOND - SECOND + 5 * SECOND


def test_a_first_card_has_its_limit_again_after_nobody_served() -> None:
    timed = Timed()
    timed.ask(HoldClock(0, MINUTE), after=MINUTE)
    assert timed.refuses(TimeUp(), MINUTE + timed.match.terms.first_move_ms)


def test_a_clock_that_stands_loses_nothing() -> None:
    timed = begun()
    timed.ask("concede")
    assert timed.refuses(HoldClock(0, MINUTE), MINUTE)
    assert due(timed.match) is None


def test_who_is_sent_to_another_server_has_the_time_for_it() -> None:
    timed = begun()
    timed.ask(StandStill(3 * SECOND), after=10 * SECOND)
    assert timed.due() == 65 * SECOND + 3 * SECOND + LAG_PER_MOVE + 1
    timed.ask("HA", after=3 * SECOND)
    assert timed.left[0] == 65 * SECOND - 10 * SECOND + 5 * SECOND


def test_whoever_comes_back_sooner_may_move_at_once() -> None:
    timed = begun()
    timed.ask(StandStill(3 * SECOND))
    timed.ask("HA", after=SECOND)
    assert timed.left[0] == 65 * SECOND + 5 * SECOND


def test_what_a_clock_stood_already_is_not_given_back_again() -> None:
    timed = begun()
    timed.ask(StandStill(3 * SECOND))
    assert timed.refuses(HoldClock(0, 2 * SECOND), 2 * SECOND)
    timed.ask(HoldClock(0, 10 * SECOND), after=10 * SECOND)
    timed.ask("HA")
    assert timed.left[0] == 65 * SECOND + 5 * SECOND
