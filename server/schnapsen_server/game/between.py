"""What happens outside the play of a hand: sitting down, dealing, pausing by consent, giving up, playing again."""

from typing import TypeAlias, assert_never

from schnapsen_protocol.cards import SEATS, Seat, other
from schnapsen_protocol.commands import LONGEST_TEXT, Proposal, Say
from schnapsen_protocol.events import (
    CalledOff,
    Declined,
    HandDealt,
    MatchCalledOff,
    MatchEnd,
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
)
from schnapsen_protocol.refusals import Code, Refused
from schnapsen_protocol.views import Phase

from .chance import Chance
from .house import OpenMatch, TakeSeat
from .secret import Happening
from .state import Match

Batch: TypeAlias = tuple[Happening, ...]

NO_RESULT: dict[Phase, Code] = {
    Phase.WAITING: Code.NOT_STARTED,
    Phase.PLAYING: Code.HAND_RUNNING,
    Phase.PAUSED: Code.MATCH_PAUSED,
    Phase.MATCH_OVER: Code.MATCH_OVER,
}
"""Why there is no finished hand to go on from."""


def open_match(match: Match, command: OpenMatch) -> Batch:
    if match.opened:
        raise Refused(Code.MATCH_RUNNING)
    return (MatchOpened(command.preset, command.versus, command.dealer, terms=command.terms),)


def take_seat(match: Match, command: TakeSeat, chance: Chance) -> Batch:
    if not match.opened:
        raise Refused(Code.NOT_STARTED)
    if match.is_over:
        raise Refused(Code.MATCH_OVER)
    free = [seat for seat in SEATS if match.players[seat] is None]
    if not free or match.seat_of(command.player) is not None:
        raise Refused(Code.SEAT_TAKEN)
    level = command.level
    taken = SeatTaken(free[0], command.player, command.name, level is not None, command.rating, level)
    return (taken,) if len(free) > 1 else (taken, *_deal(match, chance))


def _deal(match: Match, chance: Chance) -> Batch:
    dealt = chance.deal()
    number, dealer = (1, match.dealer) if match.hand is None else (match.hand.number + 1, other(match.hand.dealer))
    return (dealt, HandDealt(number, dealer, upcard=dealt.deck[6]))


def next_hand(match: Match, seat: Seat, chance: Chance) -> Batch:
    """A computer is ready as soon as its opponent is."""
    _need_result(match)
    if match.ready[seat]:
        raise Refused(Code.NOT_YOUR_TURN)  # It is for the other to press.
    opponent = match.players[other(seat)]
    assert opponent is not None
    ready = PlayerReady(seat)
    return (ready, *_deal(match, chance)) if match.ready[other(seat)] or opponent.computer else (ready,)


def stay(match: Match, seat: Seat) -> Batch:
    """Who had pressed Next is no longer ready."""
    _need_result(match)
    if match.stayed[seat]:
        raise Refused(Code.NOT_YOUR_TURN)
    return (PlayerStayed(seat),)


def deal_next(match: Match, chance: Chance) -> Batch:
    _need_result(match)
    if any(match.stayed):
        raise Refused(Code.HAND_OVER)  # And it stays so until Next is pressed.
    return _deal(match, chance)


def _need_result(match: Match) -> None:
    if match.phase is not Phase.HAND_OVER:
        raise Refused(NO_RESULT[match.phase])


def resign(match: Match, seat: Seat) -> Batch:
    _need_begun(match)
    return (MatchResigned(seat), MatchWon(other(seat), MatchEnd.RESIGNED))


def _need_begun(match: Match) -> None:
    match match.phase:
        case Phase.WAITING:
            raise Refused(Code.NOT_STARTED)
        case Phase.MATCH_OVER:
            raise Refused(Code.MATCH_OVER)


def forfeit(match: Match, seat: Seat) -> Batch:
    _need_begun(match)
    if match.phase is Phase.PAUSED:
        raise Refused(Code.MATCH_PAUSED)
    return (MatchWon(other(seat), MatchEnd.LEFT),)


def why_not_abort(match: Match, seat: Seat) -> Code | None:
    """A table at which nobody else sits yet can be called off too."""
    if match.is_over:
        return Code.MATCH_OVER
    return Code.TOO_LATE if match.begun[seat] or match.results else None


def abort(match: Match, seat: Seat) -> Batch:
    if (code := why_not_abort(match, seat)) is not None:
        raise Refused(code)
    return (MatchCalledOff(CalledOff.ABORTED),)


def say(seat: Seat, said: Say) -> Batch:
    """Anybody at the table at any time, also when the match is over."""
    if (said.phrase is None) == (said.text is None):
        raise Refused(Code.BAD_TEXT)
    if said.text is not None and not 0 < len(said.text) <= LONGEST_TEXT:
        raise Refused(Code.BAD_TEXT)
    return (Said(seat, said.phrase, said.text),)


def propose(match: Match, seat: Seat, what: Proposal, chance: Chance) -> Batch:
    """Proposing what the other seat has proposed accepts it."""
    code = _why_not_now(match, what)
    if code is not None:
        raise Refused(code)
    standing = match.proposal
    if standing is None or standing.what is not what:
        return (Proposed(seat, what),)
    if standing.seat == seat:
        raise Refused(Code.NOT_YOUR_TURN)  # It is for the other to answer.
    match what:
        case Proposal.SAVE:
            return (MatchSaved(),)
        case Proposal.RESUME:
            return (MatchResumed(),)
        case Proposal.REMATCH:
            return (RematchStarted(chance.match_id()),)
        case Proposal.STOP:
            return (MatchCalledOff(CalledOff.STOPPED),)
        case _:
            assert_never(what)


def _why_not_now(match: Match, what: Proposal) -> Code | None:
    match match.phase, what:
        case Phase.WAITING, _:
            return Code.NOT_STARTED
        case Phase.MATCH_OVER, Proposal.REMATCH:
            return None if match.rematch is None else Code.MATCH_OVER
        case Phase.MATCH_OVER, _:
            return Code.MATCH_OVER
        case _, Proposal.REMATCH:
            return Code.MATCH_RUNNING
        case Phase.PAUSED, Proposal.SAVE:
            return Code.MATCH_PAUSED
        case Phase.PAUSED, _:
            return None  # STOP too: a saved match may be given up by consent
        case _, Proposal.RESUME:
            return Code.MATCH_NOT_PAUSED
    return None


def decline(match: Match, seat: Seat, what: Proposal) -> Batch:
    """The other's proposal, or one's own."""
    if match.proposal is None or match.proposal.what is not what:
        raise Refused(Code.NOTHING_PROPOSED)
    return (Declined(seat, what),)


def rename(match: Match, seat: Seat, name: str) -> Batch:
    if match.players[seat] is None:
        raise Refused(Code.NOT_STARTED)
    return (PlayerRenamed(seat, name),)
