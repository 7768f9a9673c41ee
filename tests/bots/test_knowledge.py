"""What an attentive player at the table can know."""

from kit.hands import deck
from schnapsen_protocol.cards import Card, Preset, Seat, Suit, other
from schnapsen_server.bots.cards import MEMBERS
from schnapsen_server.bots.knowledge import Knowledge, knowledge
from schnapsen_server.game.secret import public
from schnapsen_server.game.view import view

from .brute import Moment, dealt, running

DEAL = "HJ HA SK SQ CT | DA DT CK CJ SJ | HQ | ST DK CA HK CQ DJ HT SA DQ"


def after(moves: str, preset: Preset = Preset.SEED, deal: str = DEAL) -> Moment:
    moment = dealt(preset, deck(deal))
    for word in moves.split():
        moment = moment.then(word if ":" in word or not word.isupper() else f"play:{word}")
    return moment


def known(moment: Moment, seat: Seat) -> Knowledge:
    return knowledge(view(moment.match, seat), public(moment.log))


def cards(knows: Knowledge, mask: int) -> set[Card]:
    return {knows.names.card[number] for number in MEMBERS[mask]}


def test_at_the_start_all_but_ones_own_cards_and_the_upcard_are_unseen() -> None:
    knows = known(after(""), 0)
    assert cards(knows, knows.mine) == {Card.HJ, Card.HA, Card.SK, Card.SQ, Card.CT}
    assert len(MEMBERS[knows.unseen]) == 14
    assert (knows.his_count, knows.stock, knows.my_need, knows.his_need) == (5, 9, 1066, 1066)
    assert knows.i_lead
    assert knows.led == -1


def test_a_marriage_shows_a_card_until_it_is_played() -> None:
    moment = after("marriage:SK SJ")
    knows = known(moment, 1)
    assert cards(knows, knows.his_known) == {Card.SQ}
    assert knows.his_need == 66 - 20 - 4 - 2
    knows = known(moment.then("play:SQ"), 1)
    assert not knows.his_known


def test_a_marriage_waits_for_a_trick() -> None:
    knows = known(after("marriage:SK"), 1)
    assert knows.his_need == 1000 + 66 - 20
    assert cards(knows, 1 << knows.led) == {Card.SK}


def test_an_exchange_shows_both_cards() -> None:
    knows = known(after("exchange CT"), 1)
    assert cards(knows, knows.his_known) == {Card.HQ}
    assert cards(knows, 1 << knows.upcard) == {Card.HJ}
    assert knows.past[-1].exchanged == knows.names.number[Card.HQ]


def test_who_does_not_follow_has_none_of_the_suit_and_no_trump() -> None:
    knows = known(after("close CT CK HA SJ"), 0)
    barred = cards(knows, knows.barred)
    assert barred == {card for card in Card if card.suit is Suit.HEARTS}


def test_who_has_to_beat_and_does_not_has_nothing_higher() -> None:
    assert Card.CA in cards(*barred_after(Preset.TOURNAMENT))
    assert Card.CA not in cards(*barred_after(Preset.SEED))


def barred_after(preset: Preset) -> tuple[Knowledge, int]:
    knows = known(after("close CT CK", preset), 0)
    return knows, knows.barred


def test_the_last_card_drawn_is_known() -> None:
    moment = after("")
    while running(moment.match).stock:
        moment = moment.then(f"play:{running(moment.match).sides[moment.seat].cards[0]}")
    knows = known(moment, moment.seat)
    assert knows.strict
    assert cards(knows, knows.his_known) == {Card.HQ}
    his = running(moment.match).sides[other(moment.seat)].cards
    assert cards(knows, knows.unseen | knows.his_known) == set(his)
