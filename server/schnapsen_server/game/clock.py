"""The clock of a match: whose runs, how much is left, and when it is up. The time itself is always an argument.

A clock runs while its seat must play a card, from the seat's second card of the match on: the first move has a limit
of its own. What a slow line costs is given back, up to a little a move and from a store that is soon used up.
"""

from dataclasses import replace

from schnapsen_protocol.cards import Seat, other
from schnapsen_protocol.events import CalledOff, CardPlayed, ClockMoved, MatchCalledOff, MatchEnd, MatchWon
from schnapsen_protocol.refusals import Code, Refused

from .evolve import fold, with_seat
from .secret import Happening
from .state import Clock, Match

LAG_PER_MOVE = 500
LAG_AT_FIRST = 3_000
"""The most that the store holds, too."""
LAG_PER_CARD = 100
"""What each card played puts back into the store."""


def kept(match: Match, batch: tuple[Happening, ...], now: int, lag: int) -> tuple[Happening, ...]:
    """The batch, and where it changes who must act, how the clocks stand after it."""
    rule = match.terms.clock
    if rule is None:
        return batch
    after = fold(batch, match)
    played = next((event.seat for event in batch if isinstance(event, CardPlayed)), None)
    if played is None and match.acting == after.acting:
        return batch
    clock = match.clock or Clock((rule.bank_ms, rule.bank_ms), None, now, (LAG_AT_FIRST, LAG_AT_FIRST), 0)
    clock = _charged(clock, now, lag)
    if played is not None:
        store = min(LAG_AT_FIRST, clock.lag[played] + LAG_PER_CARD)
        clock = replace(
            clock,
            left=with_seat(clock.left, played, clock.left[played] + rule.increment_ms),
            lag=with_seat(clock.lag, played, store),
        )
    acting = after.acting
    running = acting if acting is not None and after.begun[acting] else None
    return (*batch, ClockMoved(clock.left, running, now, clock.lag, clock.held))


def _charged(clock: Clock, now: int, lag: int) -> Clock:
    """What the running clock has used up is taken off, and the lag given back from the store."""
    seat = clock.running
    if seat is None:
        return clock
    used = max(0, now - clock.at)
    credit = min(lag, _allowance(clock, seat), used)
    return replace(
        clock,
        left=with_seat(clock.left, seat, max(0, clock.left[seat] - used + credit)),
        lag=with_seat(clock.lag, seat, clock.lag[seat] - credit),
    )


def _allowance(clock: Clock, seat: Seat) -> int:
    return min(LAG_PER_MOVE, clock.lag[seat])


def first_move_by(match: Match) -> int | None:
    """Until when the seat to play must play its first card; None if it has, or need not."""
    seat = match.acting
    if match.clock is None or seat is None or match.begun[seat]:
        return None
    return match.clock.at + match.terms.first_move_ms


def due(match: Match) -> int | None:
    """From when on `TimeUp` is accepted, if nothing happens before; None while nothing runs out."""
    clock = match.clock
    if clock is None or match.acting is None:
        return None
    if clock.running is not None:
        return clock.at + clock.left[clock.running] + _allowance(clock, clock.running) + 1
    by = first_move_by(match)
    return None if by is None else by + 1


def is_up(match: Match, by: Seat, now: int, lag: int) -> bool:
    """Whether what a player asks for comes too late: the running clock, his own or the other's, has run out."""
    clock = match.clock
    if clock is None or clock.running is None or match.acting is None:
        return False
    credit = _allowance(clock, clock.running)
    if clock.running == by:
        credit = min(credit, lag)
    return now - clock.at - credit > clock.left[clock.running]


def time_up(match: Match, now: int) -> tuple[Happening, ...]:
    """Raises Refused(TIME_LEFT) when it is not up."""
    moment = due(match)
    if moment is None or now < moment:
        raise Refused(Code.TIME_LEFT)
    return run_out(match, now)


def run_out(match: Match, now: int) -> tuple[Happening, ...]:
    """The end of a match whose time is up."""
    clock = match.clock
    assert clock is not None
    if clock.running is None:
        return (MatchCalledOff(CalledOff.ABORTED),)
    left = with_seat(clock.left, clock.running, 0)
    return (MatchWon(other(clock.running), MatchEnd.TIME), ClockMoved(left, None, now, clock.lag, clock.held))


def hold(match: Match, start: int, end: int) -> tuple[Happening, ...]:
    """The clock runs from later on. Raises Refused if it loses nothing then, or was given it back already."""
    clock = match.clock
    if clock is None or due(match) is None:
        raise Refused(Code.TIME_LEFT)
    lost = end - max(start, clock.at, clock.held)
    if lost <= 0:
        raise Refused(Code.TIME_LEFT)
    return (ClockMoved(clock.left, clock.running, clock.at + lost, clock.lag, end),)
