"""The last trick before the stock is used up, solved with the endgame that follows: both hands and the draw known.

Any card may be answered here, so it is the widest trick of all. It is solved by the same yes-or-no questions.
"""

from collections.abc import Callable
from typing import Final

from .cards import BEATERS, MEMBERS, VALUE
from .endgame import TRICKLESS, Endgame
from .position import Duties, announced, counted, pay

ABOVE: Final = {-3: -2, -2: -1, -1: 1, 1: 2, 2: 3}
"""The next better result of a hand."""


class LastDraw:
    """Solves with one endgame."""

    def __init__(self, game: Endgame, rules: Duties) -> None:
        self._game: Final = game
        self._rules: Final = rules

    def lead(self, leader: int, other: int, need: int, spoil: int, card: int, upcard: int) -> int:
        """Game points of the leader. `card` is the face-down one, which the winner of the trick draws."""
        return _most(lambda points: self._leads(leader, other, need, spoil, card, upcard, points))

    def answer(self, leader: int, other: int, need: int, spoil: int, card: int, upcard: int, led: int) -> int:
        """The same when this card has been led, which is no longer in the leader's hand."""
        return _most(lambda points: self._stands(leader, other, need, spoil, card, upcard, led, points))

    def _leads(self, leader: int, other: int, need: int, spoil: int, card: int, upcard: int, points: int) -> bool:
        """Whether there is a lead that brings so many game points or more."""
        rules = self._rules
        silent = rules.marriage_needs_trick and need > TRICKLESS // 2
        for led, bit, bonus in self._game.leads[leader]:
            left = need if silent or not bonus else announced(need, bonus, rules)
            if left <= 0:
                return pay(spoil) >= points
            if self._stands(leader ^ bit, other, left, spoil, card, upcard, led, points):
                return True
        return False

    def _stands(
        self, leader: int, other: int, need: int, spoil: int, card: int, upcard: int, led: int, points: int
    ) -> bool:
        """Whether the led card brings so many game points or more whatever is answered."""
        reaches = self._game.reaches
        takes = other & BEATERS[led]
        for answer in (*MEMBERS[takes], *MEMBERS[other ^ takes]):
            trick, rest = VALUE[led] + VALUE[answer], other ^ 1 << answer
            if takes >> answer & 1:
                spoilt = counted(spoil, trick)
                if spoilt <= 0:
                    if -pay(need) < points:
                        return False
                elif points == 3 or (
                    points > -3 and reaches(rest | 1 << card, leader | 1 << upcard, spoilt, need, ABOVE[-points])
                ):
                    return False
            else:
                left = counted(need, trick)
                if left <= 0:
                    if pay(spoil) < points:
                        return False
                elif not reaches(leader | 1 << card, rest | 1 << upcard, left, spoil, points):
                    return False
        return True


def _most(reached: Callable[[int], bool]) -> int:
    """The best result for which the question is answered with yes."""
    if reached(1):
        return 1 if not reached(2) else 3 if reached(3) else 2
    return -1 if reached(-1) else -2 if reached(-2) else -3
