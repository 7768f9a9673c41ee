"""Two players against each other over mirrored deals, through the real game: each deal is played from both seats."""

import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from math import log10, sqrt
from time import process_time

from schnapsen_protocol.cards import SEATS, Card, Preset, Seat, Versus, other
from schnapsen_protocol.commands import Command
from schnapsen_protocol.events import Event, StockClosed
from schnapsen_server.game.decide import decide
from schnapsen_server.game.evolve import fold
from schnapsen_server.game.house import OpenMatch, TakeSeat
from schnapsen_server.game.scoring import MATCH_POINTS
from schnapsen_server.game.secret import DeckDealt, public
from schnapsen_server.game.state import Match
from schnapsen_server.game.view import view

from .contestants import Player, player


@dataclass
class Tally:
    """What one player did over all deals."""

    ms: list[float] = field(default_factory=list)
    """Computing time of each move, on one core."""
    closings: int = 0
    closings_won: int = 0


@dataclass(frozen=True)
class Report:
    """Points, wins and moves are those of the first player."""

    a: str
    b: str
    rules: str
    seed: int
    deals: int
    """Each was played twice."""
    points_per_hand: float
    interval: tuple[float, float]
    """95 %."""
    win_rate: float
    match_rate: float
    """How often the first player would win a match to 7 of such hands."""
    rating_gap: int
    """What stands between two players of whom one wins so many matches, on the scale of the players' ratings."""
    ms_mean: float
    ms_p50: float
    ms_p99: float
    ms_max: float
    closings: dict[str, int]
    closings_of_b: dict[str, int]
    ms_mean_of_b: float


class _Deck:
    """The chance of a match that ends with its first hand."""

    def __init__(self, deck: tuple[Card, ...]) -> None:
        self._deck = deck

    def deal(self) -> DeckDealt:
        return DeckDealt(self._deck, "arena")

    def match_id(self) -> str:
        raise AssertionError("there is no second match")

    def seat(self) -> Seat:
        raise AssertionError("there are no lots to draw")


def play_hand(
    players: tuple[Player, Player],
    tallies: tuple[Tally, Tally],
    preset: Preset,
    deck: tuple[Card, ...],
    seed: str,
    budget_ms: float | None,
) -> int:
    """Game points of seat 0, who leads, in the first hand of a match. Each seat has a luck of its own from the seed."""
    lucks = tuple(random.Random(f"{seed} {seat}") for seat in SEATS)
    chance, match, said = _Deck(deck), Match(), list[Event]()

    def happen(by: Seat | None, asked: Command | OpenMatch | TakeSeat) -> None:
        nonlocal match
        batch = decide(match, by, asked, chance, 0)
        match = fold(batch, match)
        for event in public(batch):
            said.append(event)
            if isinstance(event, StockClosed):
                tallies[event.seat].closings += 1

    def ask(seat: Seat) -> bool:
        start = process_time()
        asked = players[seat](view(match, seat), said, lucks[seat], budget_ms)
        tallies[seat].ms.append((process_time() - start) * 1000)
        if asked is not None:
            happen(seat, asked)
        return asked is not None

    for asked in (OpenMatch(preset, Versus.COMPUTER, 1), TakeSeat("a", "A"), TakeSeat("b", "B")):
        happen(None, asked)
    while not match.results:
        hand = match.hand
        assert hand is not None
        assert hand.to_play is not None
        waiting = other(hand.to_play)
        if hand.table is not None and hand.table.marriage and match.rules.claims and ask(waiting):
            continue
        assert ask(hand.to_play), "a player has nothing to say"
    result = match.results[0]
    if result.closer is not None and result.closer == result.winner:
        tallies[result.closer].closings_won += 1
    return result.game_points if result.winner == 0 else -result.game_points


def run(
    a: str, b: str, deals: int, preset: Preset, budget_ms: float | None, seed: int, progress: Callable[[str], None]
) -> Report:
    """Raises LookupError for a player that there is not."""
    first, second = player(a), player(b)
    ours, theirs = Tally(), Tally()
    results: list[float] = []
    hands: list[int] = []
    for number in range(deals):
        chance = f"{seed} {number}"
        deck = list(Card)
        random.Random(chance).shuffle(deck)
        led = play_hand((first, second), (ours, theirs), preset, tuple(deck), chance, budget_ms)
        answered = -play_hand((second, first), (theirs, ours), preset, tuple(deck), chance, budget_ms)
        results.append((led + answered) / 2)
        hands += [led, answered]
        if (number + 1) % max(1, deals // 20) == 0:
            mean, half = estimate(results)
            progress(f"{number + 1} of {deals} deals: {mean:+.3f} ± {half:.3f}")
    mean, half = estimate(results)
    times = sorted(ours.ms)
    match_rate = chance_of_match(hands)
    return Report(
        a=a,
        b=b,
        rules=preset.value,
        seed=seed,
        deals=deals,
        points_per_hand=round(mean, 4),
        interval=(round(mean - half, 4), round(mean + half, 4)),
        win_rate=round(sum(won > 0 for won in hands) / len(hands), 4),
        match_rate=round(match_rate, 4),
        rating_gap=rating_gap(match_rate, len(hands)),
        ms_mean=round(sum(times) / len(times), 2),
        ms_p50=round(times[len(times) // 2], 2),
        ms_p99=round(times[len(times) * 99 // 100], 2),
        ms_max=round(times[-1], 2),
        closings={"made": ours.closings, "won": ours.closings_won},
        closings_of_b={"made": theirs.closings, "won": theirs.closings_won},
        ms_mean_of_b=round(sum(theirs.ms) / len(theirs.ms), 2),
    )


def estimate(results: Sequence[float]) -> tuple[float, float]:
    """The mean and half of its 95 % interval."""
    count = len(results)
    mean = sum(results) / count
    spread = sum((result - mean) ** 2 for result in results) / max(1, count - 1)
    return mean, 1.96 * sqrt(spread / count)


def chance_of_match(hands: Sequence[int]) -> float:
    """The first player's, if each hand of a match brings what one of these brought: points won, below 0 lost."""
    times = Counter(hands)

    @cache
    def chance(missing: int, missing_of_other: int) -> float:
        if missing <= 0 or missing_of_other <= 0:
            return float(missing <= 0)
        return sum(
            often * (chance(missing - won, missing_of_other) if won > 0 else chance(missing, missing_of_other + won))
            for won, often in times.items()
        ) / len(hands)

    return chance(MATCH_POINTS, MATCH_POINTS)


def rating_gap(rate: float, most: int) -> int:
    """The gap at which the better of two wins this share; a share that so few hands cannot tell from all is cut."""
    told = min(max(rate, 0.5 / most), 1 - 0.5 / most)
    return round(400 * log10(told / (1 - told)))


def main(
    a: str, b: str, deals: int, preset: Preset, budget_ms: float | None, seed: int | None, *, as_json: bool
) -> None:
    chosen = random.randrange(2**32) if seed is None else seed
    report = run(a, b, deals, preset, budget_ms, chosen, lambda line: print(line, file=sys.stderr, flush=True))
    if as_json:
        print(json.dumps(asdict(report)))
        return
    for name, value in asdict(report).items():
        print(f"{name:16} {value}")
