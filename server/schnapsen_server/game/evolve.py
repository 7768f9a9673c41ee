"""What a happening does to a match. Everything was decided before: nothing here refuses."""

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from typing import TypeVar, assert_never

from schnapsen_protocol.cards import Card, Seat, Suit, Versus, other
from schnapsen_protocol.events import (
    CardPlayed,
    CardsDrawn,
    Claimed,
    ClockMoved,
    Declined,
    HandConceded,
    HandDealt,
    HandWon,
    MarriageDeclared,
    MatchCalledOff,
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
    Said,
    SeatTaken,
    StockClosed,
    TrickWon,
    TrumpExchanged,
)
from schnapsen_protocol.views import ProposalView, ResultView, TableCard, TrickView

from .deck import KING, QUEEN, SUIT
from .scoring import verdict
from .secret import DeckDealt, Happening
from .state import Clock, Closing, Hand, Match, Player, Side

T = TypeVar("T")


def fold(happenings: Iterable[Happening], match: Match | None = None) -> Match:
    """The match after all of these, from the blank or from `match`."""
    return reduce(evolve, happenings, Match() if match is None else match)


def evolve(match: Match, happening: Happening) -> Match:
    match happening:
        case CardPlayed(seat, card):
            return replace(match, hand=_play(_hand(match), seat, card), begun=with_seat(match.begun, seat, True))
        case TrickWon(seat, points):
            return replace(match, hand=_take(_hand(match), seat, points))
        case CardsDrawn(first, _):
            return replace(match, hand=_draw(_hand(match), first))
        case MarriageDeclared(seat, suit, points, _):
            return replace(match, hand=_announce(_hand(match), seat, suit, points))
        case TrumpExchanged(seat, jack, upcard):
            return replace(match, hand=_exchange(_hand(match), seat, jack, upcard))
        case StockClosed(seat):
            return replace(match, hand=_close(_hand(match), seat))
        case ClockMoved(left, running, at, lag, held):
            return replace(match, clock=Clock(left, running, at, lag, held))
        case Claimed() | HandConceded() | MatchResigned() | Said():
            return match  # What follows from it, if anything, is told by the next event.
        case HandWon():
            return _end_hand(match, happening)
        case PlayerReady(seat):
            return replace(match, ready=with_seat(match.ready, seat, True), stayed=with_seat(match.stayed, seat, False))
        case PlayerStayed(seat):
            return replace(match, ready=with_seat(match.ready, seat, False), stayed=with_seat(match.stayed, seat, True))
        case DeckDealt(deck, _):
            return replace(match, deck=deck)
        case HandDealt():
            return _deal(match, happening)
        case Proposed(seat, what):
            return replace(match, proposal=ProposalView(seat, what))
        case Declined():
            return replace(match, proposal=None)
        case MatchSaved():
            return replace(match, paused=True, proposal=None)
        case MatchResumed():
            return replace(match, paused=False, proposal=None)
        case RematchStarted(rematch):
            return replace(match, rematch=rematch, proposal=None)
        case MatchWon(seat, reason):
            return replace(match, winner=seat, ended_by=reason, proposal=None)
        case MatchCalledOff(reason):
            return replace(match, called_off=reason, proposal=None)
        case MatchOpened(preset, versus, dealer, _, terms):
            return replace(match, opened=True, preset=preset, versus=versus, dealer=dealer, terms=terms)
        case SeatTaken(seat, player, name, _, rating, level):
            seated = with_seat(match.players, seat, Player(player, name, rating, level))
            return replace(match, players=seated, versus=match.versus if level is None else Versus.COMPUTER)
        case PlayerRenamed(seat, name):
            renamed = match.players[seat]
            assert renamed is not None
            return replace(match, players=with_seat(match.players, seat, replace(renamed, name=name)))
        case _:
            assert_never(happening)


def with_seat(pair: tuple[T, T], seat: Seat, value: T) -> tuple[T, T]:
    """The pair with this seat's value changed."""
    return (value, pair[1]) if seat == 0 else (pair[0], value)


def _hand(match: Match) -> Hand:
    assert match.hand is not None
    return match.hand


def _deal(match: Match, dealt: HandDealt) -> Match:
    deck = match.deck
    assert deck is not None
    first, second = Side(deck[0:3] + deck[7:9]), Side(deck[3:6] + deck[9:11])
    leader = other(dealt.dealer)
    hand = Hand(
        number=dealt.number,
        dealer=dealt.dealer,
        trump=SUIT[dealt.upcard],
        upcard=dealt.upcard,
        stock=deck[11:],
        sides=(first, second) if leader == 0 else (second, first),
        leader=leader,
    )
    return replace(match, hand=hand, deck=None, ready=(False, False), stayed=(False, False))


def _play(hand: Hand, seat: Seat, card: Card) -> Hand:
    side = hand.sides[seat]
    held = replace(side, cards=_without(side.cards, card), known=_without(side.known, card))
    sides = with_seat(hand.sides, seat, held)
    if hand.table is None:
        return replace(hand, sides=sides, table=TableCard(seat, card, hand.announced), announced=0)
    # Who takes the two cards is told by the next event of the same batch.
    trick = TrickView(seat, hand.table, TableCard(seat, card, 0), 0)
    return replace(hand, sides=sides, last_trick=trick)


def _take(hand: Hand, seat: Seat, points: int) -> Hand:
    trick, side = hand.last_trick, hand.sides[seat]
    assert trick is not None
    taken = replace(
        side, won=(*side.won, (trick.led.card, trick.followed.card)), trick_points=side.trick_points + points
    )
    return replace(
        hand,
        sides=with_seat(hand.sides, seat, taken),
        leader=seat,
        table=None,
        last_trick=replace(trick, winner=seat, points=points),
    )


def _draw(hand: Hand, first: Seat) -> Hand:
    winner, loser = hand.sides[first], hand.sides[other(first)]
    winner = replace(winner, cards=(*winner.cards, hand.stock[0]))
    if len(hand.stock) > 1:
        loser = replace(loser, cards=(*loser.cards, hand.stock[1]))
        hand = replace(hand, stock=hand.stock[2:])
    else:
        # The last card to be drawn is the up-card, and everybody has seen it.
        assert hand.upcard is not None
        loser = replace(loser, cards=(*loser.cards, hand.upcard), known=(*loser.known, hand.upcard))
        hand = replace(hand, stock=(), upcard=None)
    return replace(hand, sides=(winner, loser) if first == 0 else (loser, winner))


def _announce(hand: Hand, seat: Seat, suit: Suit, points: int) -> Hand:
    side = hand.sides[seat]
    shown = tuple(card for card in (KING[suit], QUEEN[suit]) if card not in side.known)
    announced = replace(
        side, known=side.known + shown, declared=(*side.declared, suit), marriages=side.marriages + points
    )
    return replace(hand, sides=with_seat(hand.sides, seat, announced), announced=points)


def _exchange(hand: Hand, seat: Seat, jack: Card, upcard: Card) -> Hand:
    side = hand.sides[seat]
    held = replace(side, cards=(*_without(side.cards, jack), upcard), known=(*side.known, upcard))
    return replace(hand, sides=with_seat(hand.sides, seat, held), upcard=jack)


def _close(hand: Hand, seat: Seat) -> Hand:
    opponent = hand.sides[other(seat)]
    return replace(hand, closing=Closing(seat, opponent.points, len(opponent.won)))


def _end_hand(match: Match, won: HandWon) -> Match:
    hand = _hand(match)
    judged = verdict(hand, won.seat, won.reason)
    a, b = hand.sides
    result = ResultView(
        number=hand.number,
        dealer=hand.dealer,
        closer=None if hand.closing is None else hand.closing.by,
        winner=won.seat,
        game_points=won.game_points,
        reason=won.reason,
        at_close=judged.at_close,
        loser_points=judged.points,
        loser_tricks=judged.tricks,
        points=(a.points, b.points),
        marriages=(a.points - a.trick_points, b.points - b.trick_points),
        tricks=(len(a.won), len(b.won)),
        score=won.score,
    )
    hand = replace(hand, result=result)
    return replace(match, hand=hand, score=won.score, results=(*match.results, result))


def _without(cards: tuple[Card, ...], gone: Card) -> tuple[Card, ...]:
    return tuple([card for card in cards if card is not gone])
