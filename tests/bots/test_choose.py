"""The levels at the table: only legal moves, the same again from the same seed, and nothing thrown away."""

import random

import pytest

from kit.hands import command, deck
from schnapsen_protocol.cards import Card, Preset, Seat, other
from schnapsen_protocol.commands import Claim, CloseStock, Command, DeclareMarriage, ExchangeTrump
from schnapsen_protocol.events import Claimed, HandEnd
from schnapsen_protocol.views import Phase
from schnapsen_server.bots.choose import choose
from schnapsen_server.bots.levels import Level
from schnapsen_server.game.decide import decide
from schnapsen_server.game.moves import legal
from schnapsen_server.game.secret import public
from schnapsen_server.game.view import view

from .brute import DICE, Moment, after, dealt, running, value, words

LEVELS = pytest.mark.parametrize("level", list(Level))
KNOWING = pytest.mark.parametrize("level", [Level.CLUB, Level.STRONG, Level.MASTER])


def says(moment: Moment, seat: Seat, level: Level, seed: int = 1) -> Command | None:
    return choose(view(moment.match, seat), public(moment.log), level, seed)


def played_out(moment: Moment, level: Level, seed: int) -> Moment:
    """Both seats play this level to the end of the hand. Raises Refused if a move is not legal."""
    while moment.match.phase is Phase.PLAYING:
        seat = other(moment.seat)
        move = says(moment, seat, level, seed)  # a claim that is open out of turn
        if move is None:
            seat = moment.seat
            move = says(moment, seat, level, seed)
        assert move is not None
        batch = decide(moment.match, seat, move, DICE, 0)
        moment = moment.after(batch)
    return moment


@pytest.mark.parametrize("preset", list(Preset))
@LEVELS
def test_a_hand_is_played_by_the_rules_and_the_same_again(preset: Preset, level: Level) -> None:
    seed = random.randrange(2**32)
    print("seed", seed)
    cards = list(Card)
    random.Random(seed).shuffle(cards)
    first, again = (played_out(dealt(preset, tuple(cards)), level, seed) for _ in range(2))
    assert first.log == again.log
    assert running(first.match).result is not None


@KNOWING
def test_66_is_claimed_and_never_without(level: Level) -> None:
    for seed in range(6):
        cards = list(Card)
        random.Random(seed).shuffle(cards)
        end = played_out(dealt(Preset.TOURNAMENT, tuple(cards)), level, seed)
        result = running(end.match).result
        assert result is not None
        claims = [event for event in end.log if isinstance(event, Claimed)]
        assert (result.reason is HandEnd.CLAIM) == bool(claims)


@KNOWING
def test_it_exchanges_announces_and_closes_with_a_hand_that_cannot_lose(level: Level) -> None:
    strong = deck("HJ HA HT HK SA | DA DT CK CJ SJ | HQ | ST DK CA CT CQ DJ SK SQ DQ")
    moment = dealt(Preset.SEED, strong)
    assert says(moment, 0, level) == ExchangeTrump()
    moment = moment.then("exchange")
    move = says(moment, 0, level)
    assert move in (CloseStock(), DeclareMarriage(Card.HK))
    end = played_out(moment, level, 1)
    result = running(end.match).result
    assert result is not None
    assert (result.winner, result.game_points) == (0, 3)


@pytest.mark.parametrize("level", [Level.STRONG, Level.MASTER])
def test_the_smallest_budget_is_enough_for_a_move(level: Level) -> None:
    moment = dealt(Preset.SEED, tuple(Card))
    seen, said = view(moment.match, moment.seat), public(moment.log)
    move = choose(seen, said, level, 1, budget_ms=0.001)
    assert move is not None
    decide(moment.match, moment.seat, move, DICE, 0)  # raises Refused if it is not legal


def test_it_has_nothing_to_say_out_of_turn() -> None:
    moment = dealt(Preset.SEED, tuple(Card))
    assert says(moment, other(moment.seat), Level.MASTER) is None


@LEVELS
def test_it_claims_after_its_own_marriage(level: Level) -> None:
    moment = dealt(Preset.TOURNAMENT, deck("SA HA HK HQ CT | DA DT CK CJ SJ | HJ | ST DK CA HT CQ DJ SK SQ DQ"))
    for word in ("play:SA", "play:SJ", "play:HA", "play:CJ"):
        assert says(moment, 0, level) != Claim()
        moment = moment.then(word)
    moment = moment.then("marriage:HK")
    assert moment.seat == 1
    assert says(moment, 0, level) == Claim()


def late(luck: random.Random) -> Moment:
    """The stock is used up, and the other one leads on although he has 66."""
    while True:
        cards = list(Card)
        luck.shuffle(cards)
        moment = dealt(Preset.TOURNAMENT, tuple(cards))
        while moment.match.phase is Phase.PLAYING:
            hand, seat = running(moment.match), moment.seat
            points = hand.sides[other(seat)].points, hand.sides[seat].points
            is_late = hand.table is not None and not hand.stock and points[0] >= 66 > points[1]
            if is_late and len(words(moment.match, seat)) > 1:
                return moment
            moment = moment.then(luck.choice([w for w in legal(moment.match, seat) if w not in ("claim", "close")]))


@pytest.mark.parametrize("level", [Level.STRONG, Level.MASTER])
def test_it_plays_on_against_one_who_forgets_to_claim(level: Level) -> None:
    seed = random.randrange(2**32)
    print("seed", seed)
    luck = random.Random(seed)
    for _ in range(40):
        moment = late(luck)
        seat = moment.seat
        values = {word: value(after(moment.match, seat, word), seat) for word in words(moment.match, seat)}
        move = says(moment, seat, level)
        played = next(word for word in values if command(word) == move)
        assert values[played] == max(values.values()), (moment.moves, played, values)
