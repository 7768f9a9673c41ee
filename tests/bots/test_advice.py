"""What a move costs, against plain minimax; and the reason for the best one."""

import random

import pytest

from kit.hands import deck
from schnapsen_protocol.advice import Advice, Why
from schnapsen_protocol.cards import Preset
from schnapsen_server.bots.advice import advise, counting, judge
from schnapsen_server.game.secret import public
from schnapsen_server.game.view import view

from .brute import Moment, after, dealt, random_hand, running, value, words


def advice(moment: Moment) -> Advice:
    return advise(view(moment.match, moment.seat), public(moment.log), 1)


EXCHANGED = "ST SJ DA HK HJ | DK CT HQ DT CQ | HA | DQ CJ HT SA SQ CA DJ SK CK"
REASONS: list[tuple[str, str, tuple[str, Why, int | None, str | None]]] = [
    (EXCHANGED, "", ("exchange", Why.EXCHANGE, None, None)),
    (EXCHANGED, "exchange", ("play:HA", Why.SURE, None, None)),
    (EXCHANGED, "exchange play:HK", ("play:CQ", Why.THROW, None, None)),
    (EXCHANGED, "exchange play:HK play:DK play:SJ play:CQ", ("close", Why.CLOSE, None, None)),
    (
        "SK SJ HA HT CJ | HJ DA SQ DQ DT | ST | CA HQ CT CK SA HK CQ DJ DK",
        "play:HA",
        ("play:SQ", Why.TAKE, 14, None),
    ),
    (
        "SK SJ HA HT CJ | HJ DA SQ DQ DT | ST | CA HQ CT CK SA HK CQ DJ DK",
        "play:HA play:DA play:CJ",
        ("play:HQ", Why.KEEP, None, "SQ"),
    ),
    (
        "HK HQ DJ DT HA | DQ DA HT CA ST | SQ | SK CT CQ HJ CJ CK SJ DK SA",
        "close play:DT play:DQ play:HA",
        ("play:HT", Why.ONLY, None, None),
    ),
    (
        "DA HJ DQ HK CJ | SA CA CT DJ SJ | HQ | HA HT CQ SK DK DT ST CK SQ",
        "play:CJ play:SA play:HA play:CA exchange",
        ("marriage:HK", Why.ANNOUNCE_66, 40, None),
    ),
]


@pytest.mark.parametrize(("hand", "moves", "expected"), REASONS)
def test_the_best_move_has_its_reason(hand: str, moves: str, expected: tuple[str, Why, int | None, str | None]) -> None:
    moment = dealt(Preset.SEED, deck(hand))
    for move in moves.split():
        moment = moment.then(move)
    found = advice(moment)
    assert (found.move, found.why, found.points, found.card) == expected
    assert found.percent is None or 0 <= found.percent <= 100


def test_with_all_cards_known_a_move_costs_what_minimax_says() -> None:
    seed = random.randrange(2**32)
    print("seed", seed)
    luck, judged = random.Random(seed), 0
    while judged < 60:
        moments = random_hand(luck.choice(list(Preset)), luck, closing=0)
        for moment in moments:
            hand = running(moment.match)
            if hand.stock or (hand.table is not None and hand.table.marriage) or len(hand.sides[moment.seat].cards) > 4:
                continue
            seen, options = view(moment.match, moment.seat), words(moment.match, moment.seat)
            values = {word: value(after(moment.match, moment.seat, word), moment.seat) for word in options}
            for word in options:
                found = judge(seen, public(moment.log), word, 0, 1)
                if found is None:
                    assert len(options) == 1
                    continue
                assert values[found.better.move] == max(values.values()), (moment, found)
                assert found.lost == max(values.values()) - values[word], (moment, word, found, values)
                judged += 1


def test_game_points_count_as_far_as_the_match_needs_them() -> None:
    assert counting(0, 0) == (-3, -2, -1, 0, 1, 2, 3)
    assert counting(6, 5) == (-2, -2, -1, 0, 1, 1, 1)


def test_giving_up_costs_what_the_other_gets_and_what_was_in_sight() -> None:
    moment = dealt(Preset.SEED, deck("HA HT HK HQ CA | DA DT CK CJ SJ | HJ | ST DK SA CQ DJ CT SK SQ DQ"))
    found = judge(view(moment.match, 0), public(moment.log), "concede", 3, 1)
    assert found is not None
    assert found.lost == 6
    assert found.better.percent == 100


def test_a_false_claim_is_a_mistake_and_a_right_one_the_best_move() -> None:
    moment = dealt(Preset.TOURNAMENT, deck("HA HT HK HQ CA | DA DT CK CJ SJ | HJ | ST DK SA CQ DJ CT SK SQ DQ"))
    wrong = judge(view(moment.match, 0), public(moment.log), "claim", 3, 1)
    assert wrong is not None
    assert wrong.lost > 3
    for move in ("close", "play:HA", "play:SJ", "marriage:HK", "play:CJ", "play:HT", "play:CK"):
        moment = moment.then(move)
    assert advice(moment) == Advice("claim", Why.CLAIM, 100)
    seen = view(moment.match, 0)
    late = judge(seen, public(moment.log), next(word for word in seen.legal if word != "claim"), 3, 1)
    assert late is not None
    assert late.better.move == "claim"
