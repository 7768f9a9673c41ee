"""Our engine as a bot of the VU Amsterdam platform (PyPI `schnapsen`), against that platform's bots, under its rules.

Every hand is played by the platform's own engine: beat-if-possible once the stock is used up, no closing, a marriage
counts with the next trick. It stands outside the product and outside the tests; see vu.md beside it.

    python vu.py rdeep:16,4 --deals 500
"""

import argparse
import json
import random
import sys
from time import process_time
from typing import Any, cast

from schnapsen.bots import RandBot, RdeepBot
from schnapsen.deck import Card as TheirCard
from schnapsen.game import (
    Bot,
    Marriage,
    Move,
    PlayerPerspective,
    RegularMove,
    SchnapsenGamePlayEngine,
    Score,
    TrumpExchange,
)

from schnapsen_protocol.cards import Card, Rank, Seat, Suit, card_of, other
from schnapsen_protocol.events import (
    CardPlayed,
    CardsDrawn,
    Event,
    HandDealt,
    MarriageDeclared,
    TrickWon,
    TrumpExchanged,
)
from schnapsen_server.bench.arena import estimate
from schnapsen_server.bots.knowledge import Knowledge, watch
from schnapsen_server.bots.levels import STRENGTHS, Level, Strength
from schnapsen_server.bots.position import Duties
from schnapsen_server.bots.search import Kind, think
from schnapsen_server.bots.value import POINTS
from schnapsen_server.game.deck import POINTS as CARD_POINTS
from schnapsen_server.game.deck import follower_wins, marriage_points

RULES = Duties(
    must_head=True,
    queen_leads=False,
    marriage_needs_trick=False,
    marriage_ends=False,
    exchange_min=1,
    exchange_needs_trick=False,
    close_min=99,
)
ME: Seat = 0


def ours(card: TheirCard) -> Card:
    return card_of(Suit[card.suit.name], Rank[card.rank.name])


class Told:
    """The hand so far as public events: what our engine would have heard at one of our tables."""

    def __init__(self, perspective: PlayerPerspective, leader_move: Move | None) -> None:
        self.events: list[Event] = []
        history = perspective.get_game_history()
        first = history[0][0]
        upcard = first.get_trump_card()
        assert upcard is not None
        self._upcard = ours(upcard)
        self._trump = self._upcard.suit
        self._stock = 9
        leader = self._leader(first)
        self.events.append(HandDealt(1, other(leader), self._upcard))
        for before, trick in history[:-1]:
            assert trick is not None
            seat = self._leader(before)
            if trick.is_trump_exchange():
                self._exchange(seat)
            else:
                self._trick(seat, cast(Any, trick).leader_move, cast(Any, trick).follower_move)
        if leader_move is not None:
            self._lead(other(ME), leader_move)

    @staticmethod
    def _leader(perspective: PlayerPerspective) -> Seat:
        return ME if perspective.am_i_leader() else other(ME)

    def _exchange(self, seat: Seat) -> None:
        jack = card_of(self._trump, Rank.JACK)
        self.events.append(TrumpExchanged(seat, jack, self._upcard))
        self._upcard = jack

    def _lead(self, seat: Seat, move: Move) -> Card:
        if move.is_marriage():
            king = ours(cast(Marriage, move).king_card)
            points = marriage_points(king.suit, self._trump)
            self.events += [MarriageDeclared(seat, king.suit, points, False), CardPlayed(seat, king)]
            return king
        card = ours(cast(RegularMove, move).card)
        self.events.append(CardPlayed(seat, card))
        return card

    def _trick(self, seat: Seat, led_by: Move, answered: RegularMove) -> None:
        led, answer = self._lead(seat, led_by), ours(answered.card)
        winner = other(seat) if follower_wins(led, answer, self._trump) else seat
        self.events += [
            CardPlayed(other(seat), answer),
            TrickWon(winner, CARD_POINTS[led] + CARD_POINTS[answer]),
        ]
        if self._stock:
            self.events.append(CardsDrawn(winner, self._upcard if self._stock == 1 else None))
            self._stock = max(0, self._stock - 2)


def knowledge_of(perspective: PlayerPerspective, leader_move: Move | None) -> Knowledge:
    told = Told(perspective, leader_move)
    watching = watch(told.events, ME, RULES)
    hand = tuple(ours(card) for card in perspective.get_hand())
    return watching.knowledge(watching.names.mask(hand), (0, 0))


class OurBot(Bot):  # type: ignore[misc]
    """A level that searches. Every game point counts the same here: there is no match."""

    def __init__(self, strength: Strength, luck: random.Random) -> None:
        super().__init__("ours")
        self._strength = strength
        self._luck = luck
        self.ms: list[float] = []

    def get_move(self, perspective: PlayerPerspective, leader_move: Move | None) -> Move:
        start = process_time()
        known = knowledge_of(perspective, leader_move)
        strength = self._strength
        assert strength.effort is not None
        move = think(known, strength.policy, POINTS, strength.effort, self._luck)[0].move
        theirs = {ours(card): card for card in perspective.get_hand()}
        answer: Move
        if move.kind is Kind.EXCHANGE:
            answer = TrumpExchange(theirs[known.names.card[0]])
        elif move.kind is Kind.MARRIAGE:
            king = known.names.card[move.card]
            answer = Marriage(theirs[card_of(king.suit, Rank.QUEEN)], theirs[king])
        else:
            answer = RegularMove(theirs[known.names.card[move.card]])
        self.ms.append((process_time() - start) * 1000)
        return answer


def opponent(name: str, luck: random.Random) -> Bot:
    """`random`, or `rdeep:SAMPLES,DEPTH`."""
    if name == "random":
        return RandBot(luck)
    samples, depth = name.removeprefix("rdeep:").split(",")
    return RdeepBot(int(samples), int(depth), luck)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("opponent", help="random, or rdeep:SAMPLES,DEPTH")
    parser.add_argument("--level", default=Level.MASTER.value, choices=[Level.STRONG.value, Level.MASTER.value])
    parser.add_argument("--deals", type=int, default=500, help="each is played from both seats")
    parser.add_argument("--seed", type=int, default=random.randrange(2**32))
    asked = parser.parse_args()
    engine = SchnapsenGamePlayEngine()
    bot = OurBot(STRENGTHS[Level(asked.level)], random.Random(asked.seed))
    enemy = opponent(asked.opponent, random.Random(asked.seed + 1))
    results: list[float] = []
    their_ms = 0.0
    for number in range(asked.deals):
        pair = 0
        for seats in ((bot, enemy), (enemy, bot)):
            spent, start = sum(bot.ms), process_time()
            winner, points, _ = cast(
                tuple[Bot, int, Score], engine.play_game(*seats, random.Random(f"{asked.seed} {number}"))
            )
            their_ms += (process_time() - start) * 1000 - (sum(bot.ms) - spent)
            pair += points if winner is bot else -points
        results.append(pair / 2)
        if (number + 1) % max(1, asked.deals // 20) == 0:
            mean, half = estimate(results)
            print(f"{number + 1} of {asked.deals} deals: {mean:+.3f} ± {half:.3f}", file=sys.stderr, flush=True)
    mean, half = estimate(results)
    times = sorted(bot.ms)
    report = {
        "opponent": asked.opponent,
        "level": asked.level,
        "seed": asked.seed,
        "deals": asked.deals,
        "points_per_hand": round(mean, 4),
        "interval": [round(mean - half, 4), round(mean + half, 4)],
        "ms_mean": round(sum(times) / len(times), 2),
        "ms_p50": round(times[len(times) // 2], 2),
        "ms_p99": round(times[len(times) * 99 // 100], 2),
        "opponent_ms_mean_about": round(their_ms / len(times), 2),
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main()
