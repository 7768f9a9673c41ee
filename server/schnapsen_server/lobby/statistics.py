"""What one match says of its two players, and the sums of it. All of it follows from the match's log alone."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from schnapsen_protocol.cards import SEATS, Seat, other
from schnapsen_protocol.events import CalledOff, MatchEnd
from schnapsen_protocol.ratings import Record, Reliability
from schnapsen_server.game.state import Match, Player
from schnapsen_server.store.contract import Entry
from schnapsen_server.store.happenings import replay

SCHNEIDER_WEIGHT = 1.5
"""What a match counts whose loser made no game point."""
LAST = 20
"""How many matches the reliability looks back."""

Split: TypeAlias = tuple[int, int, int]
"""How many hands for 1, 2 and 3 game points."""


@dataclass(frozen=True, slots=True)
class Against:
    """A rated match: how the opponent was rated when he sat down, and how many matches this one counts."""

    value: int
    deviation: int
    weight: float


@dataclass(frozen=True, slots=True)
class Result:
    """A match that is over, as one of its players has it."""

    match: str
    at: int
    opponent: str
    won: bool | None
    """None: it was called off."""
    finished: bool
    """He did not go away before the end."""
    hands_won: Split = (0, 0, 0)
    hands_lost: Split = (0, 0, 0)
    closings_made: int = 0
    closings_failed: int = 0
    against: Against | None = None
    """None: it was not rated."""

    @property
    def place(self) -> tuple[int, str]:
        """Where it stands among the player's results."""
        return self.at, self.match


@dataclass(frozen=True, slots=True)
class Statistics:
    """The sums over a player's results."""

    matches: int = 0
    wins: int = 0
    hands_won: Split = (0, 0, 0)
    hands_lost: Split = (0, 0, 0)
    closings_made: int = 0
    closings_failed: int = 0
    last: tuple[bool, ...] = field(default=())
    """Of the last matches, the newest last, whether the player finished them."""

    def plus(self, result: Result) -> "Statistics":
        with_last = replace(self, last=(*self.last, result.finished)[-LAST:])
        if result.won is None:
            return with_last
        return replace(
            with_last,
            matches=self.matches + 1,
            wins=self.wins + result.won,
            hands_won=added(self.hands_won, result.hands_won),
            hands_lost=added(self.hands_lost, result.hands_lost),
            closings_made=self.closings_made + result.closings_made,
            closings_failed=self.closings_failed + result.closings_failed,
        )

    @property
    def record(self) -> Record:
        points = sum(
            worth * (won - lost) for worth, won, lost in zip((1, 2, 3), self.hands_won, self.hands_lost, strict=True)
        )
        return Record(
            self.matches,
            self.wins,
            self.hands_won,
            self.hands_lost,
            self.closings_made,
            self.closings_failed,
            points,
        )

    @property
    def reliability(self) -> Reliability:
        return Reliability(sum(self.last), len(self.last))


def results(match_id: str, entries: Iterable[Entry]) -> dict[str, Result] | None:
    """What this log says of each person; against the computer only if it was rated. None while the match is not over.

    Raises Unreadable.
    """
    for entry, match in replay(entries):
        if match.is_over:
            by = match.seat_of(entry.author)
            found = ((seat, _result(match_id, match, seat, entry.at, by)) for seat in SEATS)
            return {_player(match, seat).id: result for seat, result in found if result is not None}
    return None


def _player(match: Match, seat: Seat) -> Player:
    player = match.players[seat]
    assert player is not None
    return player


def _result(match_id: str, match: Match, seat: Seat, at: int, ended_by: Seat | None) -> Result | None:
    own, opponent = match.players[seat], match.players[other(seat)]
    if own is None or opponent is None:
        return None  # a table that nobody came to
    if own.computer or not match.counts:
        return None
    result = Result(match_id, at, opponent.id, won=None, finished=True)
    if match.called_off is not None:
        # Whom the house did not wait for is the one who had to play.
        absent = ended_by if ended_by is not None or match.hand is None else match.hand.to_play
        aborted = match.called_off is CalledOff.ABORTED and absent == seat
        return replace(result, finished=False) if aborted else None
    won = match.winner == seat
    closed = [hand.winner == seat for hand in match.results if hand.closer == seat]
    return replace(
        result,
        won=won,
        finished=won or match.ended_by is not MatchEnd.LEFT,
        hands_won=_split(hand.game_points for hand in match.results if hand.winner == seat),
        hands_lost=_split(hand.game_points for hand in match.results if hand.winner != seat),
        closings_made=sum(closed),
        closings_failed=len(closed) - sum(closed),
        against=_against(match, seat),
    )


def _against(match: Match, seat: Seat) -> Against | None:
    own, opposing = _player(match, seat).rating, _player(match, other(seat)).rating
    if not match.terms.rated or own is None or opposing is None:
        return None
    assert match.winner is not None
    # To give up a match at 0:6 does not save from the Schneider; to give it up at 0:0 is none.
    schneider = match.score[other(match.winner)] == 0 and match.score[match.winner] > 0
    return Against(opposing.value, opposing.deviation, SCHNEIDER_WEIGHT if schneider else 1.0)


def _split(game_points: Iterable[int]) -> Split:
    worth = list(game_points)
    return worth.count(1), worth.count(2), worth.count(3)


def points(hands: Split) -> int:
    return hands[0] + 2 * hands[1] + 3 * hands[2]


def added(one: Split, two: Split) -> Split:
    return one[0] + two[0], one[1] + two[1], one[2] + two[2]
