"""Where a player stands: a fold over all results of his own, in the order in which the matches ended.

A result needs nothing but its match's log, for that tells how the opponent was rated when he sat down. So a standing
depends on what was played and not on when, where or how often somebody reckoned it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from schnapsen_protocol.ratings import RatingMark, RatingPoint

from .glicko import Game, Rating, rated, rested
from .statistics import Result, Statistics

PERIOD_MS = 5 * 24 * 3600 * 1000
"""A rating period: after a year without a match a well known player is about as uncertain as a provisional one."""
MATCHES_TO_SETTLE = 10
SETTLED_DEVIATION = 110.0


@dataclass(frozen=True, slots=True)
class Standing:
    """The defaults are those of somebody who has finished no match yet."""

    rating: Rating = field(default_factory=Rating)
    rated_matches: int = 0
    rated_at: int = 0
    """When the last rated match ended."""
    statistics: Statistics = field(default_factory=Statistics)
    results: int = 0
    """How many results are in it."""
    latest: tuple[int, str] = (0, "")
    """The place of the last one."""

    def plus(self, result: Result) -> "Standing":
        """With the next result. Its place must be behind the latest."""
        assert result.place > self.latest, "results are counted in the order of their places"
        counted = replace(
            self,
            statistics=self.statistics.plus(result),
            results=self.results + 1,
            latest=result.place,
        )
        against = result.against
        if against is None or result.won is None:
            return counted
        game = Game(against.value, against.deviation, float(result.won), against.weight)
        return replace(
            counted,
            rating=rated(self.rating, [game], self._periods(result.at)),
            rated_matches=self.rated_matches + 1,
            rated_at=result.at,
        )

    def mark(self, now: int) -> RatingMark:
        """The rating as it is shown at this time. Who has not played for long is less sure to be as good as he was."""
        rating = rested(self.rating, self._periods(now))
        provisional = self.rated_matches < MATCHES_TO_SETTLE or rating.deviation > SETTLED_DEVIATION
        return RatingMark(round(rating.value), round(rating.deviation), provisional)

    def _periods(self, now: int) -> float:
        return max(0, now - self.rated_at) / PERIOD_MS if self.rated_at else 0.0


@dataclass(frozen=True, slots=True)
class Counted:
    """A result, and the point that it put on the curve of the rating (None: it was not rated)."""

    result: Result
    point: RatingPoint | None


def count(results: Iterable[Result], standing: Standing | None = None) -> tuple[Standing, list[Counted]]:
    """The standing with these results, given in order, and each of them as it was counted."""
    after = Standing() if standing is None else standing
    counted = []
    for result in results:
        before, after = after, after.plus(result)
        counted.append(Counted(result, _point(result, before.rating, after.rating)))
    return after, counted


def _point(result: Result, before: Rating, after: Rating) -> RatingPoint | None:
    if result.against is None:
        return None
    change = round(after.value) - round(before.value)
    return RatingPoint(result.match, result.at, round(after.value), round(after.deviation), change)
