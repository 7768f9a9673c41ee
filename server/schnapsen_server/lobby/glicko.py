"""Glicko-2: how good a player is, how sure we are of it, and how steadily he plays. The method is Mark Glickman's.

His paper rates in periods of many games; here every match is rated as it ends, and the time since the last one is so
many periods, or a fraction of one.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import exp, log, pi, sqrt

SCALE = 173.7178
"""Points of a rating per unit of the method's own scale."""
MEAN = 1500.0
WIDEST, NARROWEST = 350.0, 45.0
"""Bounds of the deviation. The lower one keeps the rating of somebody who plays all day able to move."""
LOWEST, HIGHEST = 100.0, 4000.0
"""Bounds of the value: between ratings further apart than these a game would tell nothing, and divide by zero."""
RESTLESSNESS = 0.5
"""The paper's tau: how fast the volatility itself may change."""
PRECISION = 1e-6


@dataclass(frozen=True, slots=True)
class Rating:
    """In 19 of 20 cases the true strength is within two deviations of `value`. The defaults are a newcomer's."""

    value: float = MEAN
    deviation: float = WIDEST
    volatility: float = 0.06


@dataclass(frozen=True, slots=True)
class Game:
    """One game against somebody rated so: `score` is 1 for a win and 0 for a loss, `weight` how many games it is."""

    value: float
    deviation: float
    score: float
    weight: float = 1.0


def rested(rating: Rating, periods: float) -> Rating:
    """The rating after so many rating periods without a game: as good as before, and less sure."""
    deviation = SCALE * sqrt((rating.deviation / SCALE) ** 2 + rating.volatility**2 * max(0.0, periods))
    return replace(rating, deviation=min(WIDEST, deviation))


def rated(rating: Rating, games: Iterable[Game], periods: float = 1.0) -> Rating:
    """The rating after these games, at least one, which ended `periods` rating periods after the last ones."""
    mu, phi = (rating.value - MEAN) / SCALE, rating.deviation / SCALE
    information = pull = 0.0
    for game in games:
        g = 1 / sqrt(1 + 3 * (game.deviation / SCALE / pi) ** 2)
        expected = 1 / (1 + exp(-g * (mu - (game.value - MEAN) / SCALE)))
        information += game.weight * g**2 * expected * (1 - expected)
        pull += game.weight * g * (game.score - expected)
    volatility = _volatility(rating.volatility, phi, 1 / information, pull / information)
    before = min(WIDEST / SCALE, sqrt(phi**2 + volatility**2 * max(0.0, periods)))
    after = 1 / sqrt(1 / before**2 + information)
    return Rating(
        value=min(HIGHEST, max(LOWEST, MEAN + SCALE * (mu + after**2 * pull))),
        deviation=min(WIDEST, max(NARROWEST, SCALE * after)),
        volatility=volatility,
    )


def _volatility(sigma: float, phi: float, variance: float, surprise: float) -> float:
    """Step 5 of the paper: the root of f by the Illinois algorithm."""
    start = log(sigma**2)

    def f(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (surprise**2 - spread) / (2 * spread**2) - (x - start) / RESTLESSNESS**2

    low = start
    if surprise**2 > phi**2 + variance:
        high = log(surprise**2 - phi**2 - variance)
    else:
        high = start - RESTLESSNESS
        while f(high) < 0:
            high -= RESTLESSNESS
    at_low, at_high = f(low), f(high)
    while abs(high - low) > PRECISION:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
