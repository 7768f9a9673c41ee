"""What the house itself asks of a match. No frame can carry these."""

from dataclasses import dataclass
from typing import TypeAlias

from schnapsen_protocol.cards import Level, Preset, Seat, Versus, other
from schnapsen_protocol.ratings import RatingMark
from schnapsen_protocol.terms import UNSETTLED, Terms

from .levels import mark
from .state import Match, Player


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """`dealer` deals the first hand."""

    preset: Preset
    versus: Versus
    dealer: Seat
    terms: Terms = UNSETTLED


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Sit down on the lowest free seat. The first hand is dealt when the second seat is taken."""

    player: str
    name: str
    rating: RatingMark | None = None
    """None for a person who has not chosen a name."""
    level: Level | None = None
    """None for a person."""


def computer(level: Level) -> TakeSeat:
    return TakeSeat("computer", "Computer", rating=mark(level), level=level)


@dataclass(frozen=True, slots=True)
class Rename:
    """The player at the seat that asks has another name now."""

    name: str


@dataclass(frozen=True, slots=True)
class DealNext:
    """The time for looking at the result is up."""


@dataclass(frozen=True, slots=True)
class TimeUp:
    """End the match if a clock has run out, or call it off if a first card is overdue. Refused while there is time."""


@dataclass(frozen=True, slots=True)
class HoldClock:
    """Between these moments no server kept the clock: what it lost meanwhile is given back, once."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class StandStill:
    """The player who is to act is sent to another server: his clock goes on when he can be there, in so many ms."""

    ms: int


@dataclass(frozen=True, slots=True)
class Forfeit:
    """The player at `seat` has been away for too long: the other, who asked for it, wins."""

    seat: Seat


HouseCommand: TypeAlias = OpenMatch | TakeSeat | Rename | DealNext | TimeUp | HoldClock | StandStill | Forfeit


def rematch_of(match: Match) -> tuple[HouseCommand, ...]:
    """Opens the next match of the same two on the same seats; the other player deals first."""
    seats = tuple(_again(player) for player in match.players if player is not None)
    return (OpenMatch(match.preset, match.versus, other(match.dealer), match.terms), *seats)


def _again(player: Player) -> TakeSeat:
    return TakeSeat(player.id, player.name) if player.level is None else computer(player.level)
