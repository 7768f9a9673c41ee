"""What a command makes happen, or why it is refused. The one judge: what is allowed is asked nowhere else."""

from typing import TypeAlias, assert_never

from schnapsen_protocol.cards import Card, Seat, other
from schnapsen_protocol.commands import (
    AbortMatch,
    CallComputer,
    Claim,
    ClaimWin,
    CloseStock,
    Command,
    ConcedeHand,
    DeclareMarriage,
    Decline,
    ExchangeTrump,
    NextHand,
    PlayCard,
    Propose,
    ResignMatch,
    Say,
    Stay,
)
from schnapsen_protocol.events import (
    CardPlayed,
    CardsDrawn,
    Claimed,
    HandConceded,
    HandEnd,
    HandWon,
    MarriageDeclared,
    MatchEnd,
    MatchWon,
    StockClosed,
    TrickWon,
    TrumpExchanged,
)
from schnapsen_protocol.refusals import Code, Refused
from schnapsen_protocol.views import Phase

from . import between, clock, moves
from .chance import Chance
from .deck import JACK, POINTS, SUIT, follower_wins, marriage_points
from .evolve import evolve, fold, with_seat
from .house import (
    DealNext,
    Forfeit,
    HoldClock,
    HouseCommand,
    OpenMatch,
    Rename,
    StandStill,
    TakeSeat,
    TimeUp,
    computer,
)
from .scoring import MATCH_POINTS, WINNING_POINTS, verdict
from .secret import Happening
from .state import Hand, Match

Batch: TypeAlias = tuple[Happening, ...]

NO_HAND: dict[Phase, Code] = {
    Phase.WAITING: Code.NOT_STARTED,
    Phase.HAND_OVER: Code.HAND_OVER,
    Phase.PAUSED: Code.MATCH_PAUSED,
    Phase.MATCH_OVER: Code.MATCH_OVER,
}


def decide(
    match: Match, by: Seat | None, command: Command | HouseCommand, chance: Chance, now: int, lag: int = 0
) -> Batch:
    """The happenings that follow, at least one. Raises Refused; the match is left as it is in any case.

    `now` is the server's time in ms, `lag` what the line of the player who asks is known to cost. Whoever asks for
    anything but words after a clock has run out ends the match by that.
    """
    match command:
        case TimeUp():
            return clock.time_up(match, now)
        case HoldClock(start, end):
            return clock.hold(match, start, min(end, now))
        case StandStill(ms):
            return clock.hold(match, now, now + ms)
    if by is not None and not isinstance(command, Say | Rename) and clock.is_up(match, by, now, lag):
        return clock.run_out(match, now)
    runs = match.clock is not None and match.clock.running == by
    return clock.kept(match, _decide(match, by, command, chance), now, lag if runs else 0)


def _decide(match: Match, by: Seat | None, command: Command | HouseCommand, chance: Chance) -> Batch:
    match command:
        case OpenMatch():
            return between.open_match(match, command)
        case TakeSeat():
            return between.take_seat(match, command, chance)
        case DealNext():
            return between.deal_next(match, chance)
        case Forfeit(seat):
            return between.forfeit(match, seat)
        case TimeUp() | HoldClock() | StandStill():
            raise AssertionError("these are the clock's own")
    if by is None:
        raise Refused(Code.NOT_A_PLAYER)
    match command:
        case PlayCard(card):
            return _play(match, by, card)
        case DeclareMarriage(card):
            return _declare(match, by, card)
        case CloseStock():
            return _close(match, by)
        case ExchangeTrump():
            return _exchange(match, by)
        case Claim():
            return _claim(match, by)
        case ConcedeHand():
            _running(match)
            return (HandConceded(by), *_hand_won(match, other(by), HandEnd.CONCEDED))
        case ResignMatch():
            return between.resign(match, by)
        case NextHand():
            return between.next_hand(match, by, chance)
        case Stay():
            return between.stay(match, by)
        case Propose(what):
            return between.propose(match, by, what, chance)
        case Decline(what):
            return between.decline(match, by, what)
        case AbortMatch():
            return between.abort(match, by)
        case CallComputer(level):
            return between.take_seat(match, computer(level), chance)
        case ClaimWin():
            raise Refused(Code.NOT_AWAY)  # Who is away the rules do not know: the table grants it by a Forfeit.
        case Say():
            return between.say(by, command)
        case Rename(name):
            return between.rename(match, by, name)
        case _:
            assert_never(command)


def _running(match: Match) -> Hand:
    hand = match.hand
    if hand is None or match.phase is not Phase.PLAYING:
        raise Refused(NO_HAND[match.phase])
    return hand


def _refuse(code: Code | None) -> None:
    if code is not None:
        raise Refused(code)


def _play(match: Match, seat: Seat, card: Card) -> Batch:
    hand = _running(match)
    _refuse(moves.why_not_play(hand, match.rules, seat, card))
    played = CardPlayed(seat, card)
    if hand.table is None:
        return (played,)
    led = hand.table.card
    winner = seat if follower_wins(led, card, hand.trump) else other(seat)
    taken = TrickWon(winner, POINTS[led] + POINTS[card])
    return (played, taken, *_after_trick(fold((played, taken), match), winner))


def _after_trick(match: Match, winner: Seat) -> Batch:
    hand = _running(match)
    side = hand.sides[winner]
    if side.points >= WINNING_POINTS and (not match.rules.claims or not side.cards):
        # Where the players count, the winner of the very last trick has no lead left to claim on: it is done for him.
        return _hand_won(match, winner, HandEnd.SIXTY_SIX)
    if not side.cards:
        if hand.closing is not None:
            return _hand_won(match, other(hand.closing.by), HandEnd.CLOSER_FAILED)
        return _hand_won(match, winner, HandEnd.LAST_TRICK)
    if hand.strict:
        return ()
    # A hand that is won by the trick ends before the draw: what lies in the stock is not drawn any more.
    return (CardsDrawn(winner, hand.upcard if len(hand.stock) == 1 else None),)


def _declare(match: Match, seat: Seat, card: Card) -> Batch:
    hand = _running(match)
    _refuse(moves.why_not_marriage(hand, match.rules, seat, card))
    suit = SUIT[card]
    declared = MarriageDeclared(seat, suit, marriage_points(suit, hand.trump), pending=not hand.sides[seat].won)
    after = evolve(match, declared)
    if not match.rules.claims and _running(after).sides[seat].points >= WINNING_POINTS:
        return (declared, *_hand_won(after, seat, HandEnd.SIXTY_SIX))
    return (declared, CardPlayed(seat, card))


def _close(match: Match, seat: Seat) -> Batch:
    _refuse(moves.why_not_close(_running(match), match.rules, seat))
    return (StockClosed(seat),)


def _exchange(match: Match, seat: Seat) -> Batch:
    hand = _running(match)
    _refuse(moves.why_not_exchange(hand, match.rules, seat))
    assert hand.upcard is not None
    return (TrumpExchanged(seat, JACK[hand.trump], hand.upcard),)


def _claim(match: Match, seat: Seat) -> Batch:
    hand = _running(match)
    _refuse(moves.why_not_claim(hand, match.rules, seat))
    if hand.sides[seat].points >= WINNING_POINTS:
        return (Claimed(seat), *_hand_won(match, seat, HandEnd.CLAIM))
    return (Claimed(seat), *_hand_won(match, other(seat), HandEnd.FALSE_CLAIM))


def _hand_won(match: Match, winner: Seat, reason: HandEnd) -> Batch:
    game_points = verdict(_running(match), winner, reason).game_points
    score = with_seat(match.score, winner, match.score[winner] + game_points)
    won = HandWon(winner, game_points, reason, score)
    return (won, MatchWon(winner, MatchEnd.SCORE)) if score[winner] >= MATCH_POINTS else (won,)
