"""What one viewer may know of a match. The only way from a match to anybody's eyes."""

from dataclasses import replace

from schnapsen_protocol.cards import Card, Seat, other
from schnapsen_protocol.events import HandEnd
from schnapsen_protocol.refusals import Code
from schnapsen_protocol.terms import Gallery
from schnapsen_protocol.views import ClockView, HandScore, Phase, SeatView, TrickView, View

from .between import why_not_abort
from .clock import first_move_by
from .moves import answers
from .presets import Review
from .scoring import verdict
from .state import Hand, Match, Side

NOTHING = Side(cards=())
"""What a seat has before the first deal."""


def view(match: Match, viewer: Seat | None) -> View:
    """The whole table as a seat sees it, or the gallery (`None`)."""
    hand, phase = match.hand, match.phase
    legal: tuple[str, ...] = ()
    blocked: dict[str, Code] = {}
    cost: int | None = None
    if hand is not None and viewer is not None and phase is Phase.PLAYING:
        found = answers(hand, match.rules, viewer)
        legal, blocked = found.legal, found.blocked
        cost = verdict(hand, other(viewer), HandEnd.CONCEDED).game_points
    return View(
        viewer=viewer,
        phase=phase,
        preset=match.preset,
        versus=match.versus,
        terms=match.terms,
        seats=(_seat(match, 0, viewer), _seat(match, 1, viewer)),
        hand_number=0 if hand is None else hand.number,
        dealer=match.dealer if hand is None else hand.dealer,
        leader=None if hand is None else hand.leader,
        to_play=hand.to_play if hand is not None and not match.is_over else None,
        trump=None if hand is None else hand.trump,
        upcard=None if hand is None else hand.upcard,
        stock=0 if hand is None else len(hand.stock),
        closed_by=None if hand is None or hand.closing is None else hand.closing.by,
        table=() if hand is None or hand.table is None else (hand.table,),
        last_trick=None if hand is None else _last_trick(match, hand, viewer),
        legal=legal,
        blocked=blocked,
        concede_cost=cost,
        result=None if hand is None else hand.result,
        results=tuple(HandScore(hand.number, hand.winner, hand.game_points, hand.reason) for hand in match.results),
        rest=hand.stock if hand is not None and _open(match) and _opened_to(match, viewer) else None,
        clock=_clock(match),
        proposal=match.proposal,
        may_abort=viewer is not None and why_not_abort(match, viewer) is None,
        winner=match.winner,
        ended_by=match.ended_by,
        called_off=match.called_off,
        rematch=match.rematch,
    )


def laid_open(match: Match) -> View:
    """The table with both hands open and all points counted: for looking back at a hand that is over by now."""
    return replace(
        view(match, None),
        seats=(_seat(match, 0, None, laid_open=True), _seat(match, 1, None, laid_open=True)),
        last_trick=None if match.hand is None else match.hand.last_trick,
        rest=match.hand.stock if match.hand is not None and _open(match) else None,
    )


def _open(match: Match) -> bool:
    """Whether the cards lie open: the hand is over, or it will never be played on."""
    return match.is_over or (match.hand is not None and match.hand.result is not None)


def _opened_to(match: Match, viewer: Seat | None) -> bool:
    """Whether this viewer may look at hands that lie open."""
    return viewer is not None or match.terms.gallery is Gallery.OPEN


def _clock(match: Match) -> ClockView | None:
    clock = match.clock
    return None if clock is None else ClockView(clock.left, clock.running, clock.at, first_move_by(match))


def _seat(match: Match, seat: Seat, viewer: Seat | None, *, laid_open: bool = False) -> SeatView | None:
    player = match.players[seat]
    if player is None:
        return None
    side = NOTHING if match.hand is None else match.hand.sides[seat]
    shown = laid_open or _open(match)
    counted = shown or match.rules.shows_points_of(seat, viewer)
    return SeatView(
        player=player.id,
        name=player.name,
        rating=player.rating,
        computer=player.computer,
        level=player.level,
        score=match.score[seat],
        points=side.points if counted else None,
        pending=side.pending if counted else None,
        tricks=len(side.won),
        cards=len(side.cards),
        hand=side.cards
        if match.hand is not None and (laid_open or seat == viewer or (shown and _opened_to(match, viewer)))
        else None,
        known=side.known,
        won=side.won if shown else _reviewable(match, seat, viewer, side),
        declared=side.declared,
        ready=match.ready[seat],
        stayed=match.stayed[seat],
    )


def _reviewable(match: Match, seat: Seat, viewer: Seat | None, side: Side) -> tuple[tuple[Card, Card], ...]:
    if seat != viewer:
        return ()
    match match.rules.trick_review:
        case Review.LAST:
            return side.won[-1:]
        case Review.OWN:
            return side.won
        case Review.NONE:
            return ()


def _last_trick(match: Match, hand: Hand, viewer: Seat | None) -> TrickView | None:
    """Until the next lead everybody may look at it, as at a real table."""
    trick = hand.last_trick
    if trick is None or hand.table is None or _open(match):
        return trick
    match match.rules.trick_review:
        case Review.LAST:
            return trick
        case Review.OWN:
            return trick if trick.winner == viewer else None
        case Review.NONE:
            return None
