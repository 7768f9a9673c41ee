"""How likely a player of some taste plays a card: the more he likes it, the likelier."""

from functools import cache
from math import exp
from typing import Final, TypeAlias

from .cards import VALUE
from .policy import Policy

TEMPER: Final = 5.0
"""Card points: a card that is liked by so much less is played e times less often."""

Odds: TypeAlias = tuple[float, tuple[float, ...]]
"""The sum over the held ranks, and of each rank."""

LED: Final = tuple(exp(2 * value / TEMPER) for value in VALUE)
"""What a ruff gains on a card that is thrown away, by the led card."""


class Habits:
    """The odds of one policy with an open stock, looked up by suit."""

    def __init__(self, policy: Policy) -> None:
        taste, suits = policy.taste, policy.suits
        self._lead: Final = tuple(
            _table(
                [
                    [
                        (taste.lead_plain if suit else taste.lead_trump)[rank]
                        + taste.lead_top * (not (31 & ~(index & 31 | index >> 5)) >> rank)
                        - worth[rank]
                        for rank in range(5)
                    ]
                    for index, worth in enumerate(suits[suit].worth)
                ]
            )
            for suit in (0, 1)
        )
        self._throw: Final = tuple(
            _table([[-VALUE[rank] - worth[rank] for rank in range(5)] for worth in suits[suit].worth])
            for suit in (0, 1)
        )
        self._take: Final = tuple(
            _table([[VALUE[rank] + taste.lead - worth[rank] for rank in range(5)] for worth in suits[suit].worth])
            for suit in (0, 1)
        )

    def lead(self, hand: int, card: int, gone: int) -> float:
        """That this card of the hand is led, if no marriage is."""
        total = played = 0.0
        for suit in range(4):
            shift = 5 * suit
            held = hand >> shift & 31
            if held:
                whole, each = self._lead[suit > 0][held | (gone >> shift & 31) << 5]
                total += whole
                if shift <= card < shift + 5:
                    played = each[card - shift]
        return played / total

    def answer(self, hand: int, led: int, card: int, gone: int) -> float:
        """That this card of the hand is the answer."""
        total = played = 0.0
        led_suit, led_rank = divmod(led, 5)
        gain = LED[led]
        for suit in range(4):
            shift = 5 * suit
            held = hand >> shift & 31
            if not held:
                continue
            index = held | (gone >> shift & 31) << 5
            mine = shift <= card < shift + 5
            if suit == led_suit:
                over, under = self._take[suit > 0][index][1], self._throw[suit > 0][index][1]
                for rank in range(5):
                    if held >> rank & 1:
                        odds = over[rank] * gain if rank > led_rank else under[rank]
                        total += odds
                        if mine and rank == card - shift:
                            played = odds
                continue
            whole, each = self._throw[1][index] if suit else self._take[0][index]
            factor = 1.0 if suit else gain
            total += whole * factor
            if mine:
                played = each[card - shift] * factor
        return played / total


def _table(likings: list[list[float]]) -> tuple[Odds, ...]:
    """By the ranks held, plus 32 times the ranks gone."""
    table: list[Odds] = []
    for index, row in enumerate(likings):
        if index & index >> 5:
            table.append((0.0, ()))  # no card is held and gone
            continue
        each = tuple(exp(liking / TEMPER) for liking in row)
        table.append((sum(odds for rank, odds in enumerate(each) if index >> rank & 1), each))
    return tuple(table)


@cache
def habits(policy: Policy) -> Habits:
    return Habits(policy)
