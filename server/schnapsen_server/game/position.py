"""A position of a running hand, written as JSON: how a rules case begins. Impossible positions are refused."""

from collections.abc import Iterable, Mapping
from reprlib import repr as shown
from typing import Final

from schnapsen_protocol.cards import SEATS, Card, Preset, Seat, Suit, other
from schnapsen_protocol.views import TableCard

from .deck import DECK, KING, POINTS, QUEEN, SUIT, marriage_points
from .scoring import MATCH_POINTS, WINNING_POINTS
from .state import Closing, Hand, Match, Player, Side

SEAT_OF: Final[Mapping[object, Seat]] = {"A": 0, "B": 1}
NAME_OF: Final[Mapping[Seat | None, str | None]] = {0: "A", 1: "B", None: None}
FULL_HAND = 5

_CARDS: Mapping[str, Card] = {card.value: card for card in Card}
_SUITS: Mapping[str, Suit] = {suit.value: suit for suit in Suit}
_KEYS = ("trump", "upcard", "stock", "hands", "won", "declared", "closed", "table", "leader", "dealer", "score")


class NotOfTheFormat(ValueError):
    """The sentence says what is wrong, and where."""


def position(preset: Preset, given: object) -> Match:
    """A match with this hand on the table. Raises NotOfTheFormat."""
    parts = read_keys(given, _KEYS, "given")
    trump = _suit(parts["trump"], "trump")
    upcard = None if parts["upcard"] is None else read_card(parts["upcard"], "upcard")
    stock = _cards(parts["stock"], "stock")
    hands = [_cards(cards, "hands") for cards in read_seats(parts["hands"], "hands")]
    won = [tuple(_trick(trick) for trick in read_list(tricks, "won")) for tricks in read_seats(parts["won"], "won")]
    declared = [
        tuple(_suit(suit, "declared") for suit in read_list(suits, "declared"))
        for suits in read_seats(parts["declared"], "declared")
    ]
    table = _table(parts["table"])
    leader = read_seat(parts["leader"], "leader")
    dealer = read_seat(parts["dealer"], "dealer")
    score = read_seats(parts["score"], "score")
    a, b = (
        Side(
            cards=hands[seat],
            known=tuple(card for suit in declared[seat] for card in (KING[suit], QUEEN[suit]) if card in hands[seat]),
            won=won[seat],
            trick_points=sum(POINTS[card] for trick in won[seat] for card in trick),
            declared=declared[seat],
            marriages=sum(marriage_points(suit, trump) for suit in declared[seat]),
        )
        for seat in SEATS
    )
    hand = Hand(
        number=1,
        dealer=dealer,
        trump=trump,
        upcard=upcard,
        stock=stock,
        sides=(a, b),
        leader=leader,
        table=table,
        closing=_closing(parts["closed"]),
    )
    match = Match(
        opened=True,
        preset=preset,
        dealer=dealer,
        players=(Player("A", "A"), Player("B", "B")),
        score=(read_count(score[0], "score"), read_count(score[1], "score")),
        hand=hand,
    )
    _check_cards(hand)
    _check_shape(hand)
    _check_running(match, hand)
    return match


def _check_cards(hand: Hand) -> None:
    seen = [*hand.stock, *(card for side in hand.sides for card in side.cards)]
    seen += [card for side in hand.sides for trick in side.won for card in trick]
    seen += [] if hand.upcard is None else [hand.upcard]
    seen += [] if hand.table is None else [hand.table.card]
    twice = sorted({card for card in seen if seen.count(card) > 1}) if len(set(seen)) < len(seen) else []
    need(not twice, f"given: more than once: {' '.join(twice)}")
    missing = [card for card in DECK if card not in seen]
    need(not missing, f"given: missing: {' '.join(missing)}")


def _check_shape(hand: Hand) -> None:
    need(hand.upcard is None or SUIT[hand.upcard] is hand.trump, "given: the upcard is no trump")
    need((hand.upcard is None) == (not hand.stock), "given: the upcard goes with the last card of the stock")
    need(hand.closing is None or bool(hand.stock), "given: a stock without cards cannot be closed")
    need(hand.table is None or hand.table.seat == hand.leader, "given: the card on the table is not the leader's")
    led, waiting = len(hand.sides[hand.leader].cards), len(hand.sides[other(hand.leader)].cards)
    need(led + (hand.table is not None) == waiting, "given: the hands do not have the same number of cards")
    need(waiting <= FULL_HAND, "given: a hand has more than 5 cards")
    need(hand.strict or waiting == FULL_HAND, "given: with an open stock a hand has 5 cards")
    closing = hand.closing
    if closing is not None:
        now = len(hand.sides[other(closing.by)].won)
        need(closing.opponent_tricks <= now, "given: closed: the opponent has fewer tricks now than at the closing")
    led_before = {card for side in hand.sides for trick in side.won for card in trick}
    suits = [suit for side in hand.sides for suit in side.declared]
    need(len(suits) == len(set(suits)), "given: a marriage is declared twice")
    for suit in suits:
        need(bool(led_before & {KING[suit], QUEEN[suit]}), f"given: declared {suit}, but neither K nor Q was led")


def _check_running(match: Match, hand: Hand) -> None:
    need(max(match.score) < MATCH_POINTS, f"given: the match is over at a score of {MATCH_POINTS}")
    need(any(side.cards for side in hand.sides), "given: the hand is over: no cards are left")
    counted = max(side.points for side in hand.sides)
    need(match.rules.claims or counted < WINNING_POINTS, f"given: the hand is over: a seat has {counted} points")


def _closing(value: object) -> Closing | None:
    if value is None:
        return None
    parts = read_keys(value, ("by", "opponent_points", "opponent_tricks"), "closed")
    return Closing(
        read_seat(parts["by"], "closed"),
        read_count(parts["opponent_points"], "closed"),
        read_count(parts["opponent_tricks"], "closed"),
    )


def _table(value: object) -> TableCard | None:
    lying = read_list(value, "table")
    need(len(lying) < 2, "table: more than one card")
    if not lying:
        return None
    parts = read_keys(lying[0], ("seat", "card"), "table")
    return TableCard(read_seat(parts["seat"], "table"), read_card(parts["card"], "table"), marriage=0)


def _trick(value: object) -> tuple[Card, Card]:
    cards = _cards(value, "won")
    need(len(cards) == 2, "won: a trick has two cards")
    return cards[0], cards[1]


def _cards(value: object, where: str) -> tuple[Card, ...]:
    return tuple([read_card(card, where) for card in read_list(value, where)])


def _suit(value: object, where: str) -> Suit:
    suit = _SUITS.get(value) if isinstance(value, str) else None
    if suit is None:
        raise NotOfTheFormat(f"{where}: {shown(value)} is no suit")
    return suit


def read_card(value: object, where: str) -> Card:
    card = _CARDS.get(value) if isinstance(value, str) else None
    if card is None:
        raise NotOfTheFormat(f"{where}: {shown(value)} is no card")
    return card


def read_seat(value: object, where: str) -> Seat:
    seat = SEAT_OF.get(value) if isinstance(value, str) else None
    if seat is None:
        raise NotOfTheFormat(f"{where}: {shown(value)} is no seat")
    return seat


def read_seats(value: object, where: str) -> tuple[object, object]:
    """What an object holds for A and for B."""
    parts = read_keys(value, ("A", "B"), where)
    return parts["A"], parts["B"]


def read_count(value: object, where: str) -> int:
    if type(value) is not int or value < 0:  # True is an int as well.
        raise NotOfTheFormat(f"{where}: {shown(value)} is no number of points, tricks or cards")
    return value


def read_list(value: object, where: str) -> list[object]:
    if not isinstance(value, list):
        raise NotOfTheFormat(f"{where}: a list is needed, not {shown(value)}")
    return value


def read_keys(value: object, needed: Iterable[str], where: str, optional: Iterable[str] = ()) -> dict[str, object]:
    """An object with all the needed keys, and no others but the optional ones."""
    if not isinstance(value, dict):
        raise NotOfTheFormat(f"{where}: an object is needed, not {shown(value)}")
    needed = frozenset(needed)
    missing = sorted(needed - value.keys())
    need(not missing, f"{where}: the key {missing[0] if missing else ''!r} is missing")
    unknown = sorted(value.keys() - needed - frozenset(optional))
    need(not unknown, f"{where}: the key {unknown[0] if unknown else ''!r} is unknown")
    return value


def need(holds: bool, sentence: str) -> None:
    if not holds:
        raise NotOfTheFormat(sentence)
