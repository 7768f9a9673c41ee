"""What a move costs, against plain minimax; and the reason for the best one."""

import random

import pytest

from kit.hands import deck
from schnapsen_protocol.advice import Advice, Why
from schnapsen_protocol.cards import Card, Preset, Rank, Suit
from schnapsen_protocol.views import View
from schnapsen_server.bots.advice import advise, counting, judge
from schnapsen_server.game.secret import public
from schnapsen_server.game.view import view

from .brute import Moment, after, dealt, random_hand, running, value, words


def advice(moment: Moment) -> Advice:
    return advise(view(moment.match, moment.seat), public(moment.log), 1)


CERTAIN: list[tuple[str, str, tuple[str, Why, int | None]]] = [
    (
        "ST SJ DA HK HJ | DK CT HQ DT CQ | HA | DQ CJ HT SA SQ CA DJ SK CK",
        "",
        ("exchange", Why.EXCHANGE, None),
    ),
    (
        "HK HQ DJ DT HA | DQ DA HT CA ST | SQ | SK CT CQ HJ CJ CK SJ DK SA",
        "close play:DT play:DQ play:HA",
        ("play:HT", Why.ONLY, None),
    ),
    (
        "DA HJ DQ HK CJ | SA CA CT DJ SJ | HQ | HA HT CQ SK DK DT ST CK SQ",
        "play:CJ play:SA play:HA play:CA exchange",
        ("marriage:HK", Why.ANNOUNCE_66, 40),
    ),
    ("HA HT HK HQ CA | DA DT CK CJ SJ | HJ | ST DK SA CQ DJ CT SK SQ DQ", "close", ("marriage:HK", Why.ANNOUNCE, 40)),
]


@pytest.mark.parametrize(("hand", "moves", "expected"), CERTAIN)
def test_what_nobody_doubts(hand: str, moves: str, expected: tuple[str, Why, int | None]) -> None:
    moment = dealt(Preset.SEED, deck(hand))
    for move in moves.split():
        moment = moment.then(move)
    found = advice(moment)
    assert (found.move, found.why, found.points) == expected


def beats(card: Card, led: Card, trump: Suit) -> bool:
    order = list(Rank)
    if card.suit == led.suit:
        return order.index(card.rank) < order.index(led.rank)
    return card.suit == trump


def fits(found: Advice, seen: View) -> bool:
    """Whether the reason is true of the move, as far as the view shows it."""
    kind, _, played = found.move.partition(":")
    me = seen.seats[0 if seen.viewer == 0 else 1]
    assert me is not None
    assert me.hand is not None
    assert seen.trump is not None
    plays = [Card(word[5:]) for word in seen.legal if word.startswith("play:")]
    if found.why in (Why.CLOSE, Why.EXCHANGE, Why.CLAIM):
        return kind == found.why
    if found.why in (Why.ANNOUNCE, Why.ANNOUNCE_66):
        return kind == "marriage" and found.points == (40 if played[0] == seen.trump else 20)
    if found.why is Why.ONLY:
        return plays == [Card(played)]
    card = Card(played)
    if not seen.table:
        return kind == "play" and found.why in (Why.SURE, Why.TRUMPS, Why.LOW, Why.BEST)
    led = seen.table[0].card
    taking = [held for held in plays if beats(held, led, seen.trump)]
    match found.why:
        case Why.TAKE | Why.TAKE_66:
            return card in taking
        case Why.KEEP:
            return card not in taking and found.card in taking
        case Why.THROW:
            return not taking and card.rank not in (Rank.ACE, Rank.TEN)
        case Why.BEST:
            return not taking and card.rank in (Rank.ACE, Rank.TEN)
    return False


def test_every_reason_is_true_of_its_move() -> None:
    seed = random.randrange(2**32)
    print("seed", seed)
    luck = random.Random(seed)
    for _ in range(25):
        moment = luck.choice(list(random_hand(luck.choice(list(Preset)), luck)))
        seen, found = view(moment.match, moment.seat), advice(moment)
        assert found.move in seen.legal
        assert fits(found, seen), (found, moment)
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
