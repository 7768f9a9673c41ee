"""Plays a known deal out: sensibly at first, without a fault from the trick for the last cards of the stock on."""

from collections.abc import Callable
from typing import Final, TypeAlias

from .cards import BEATERS, VALUE
from .endgame import Endgame
from .last_draw import LastDraw
from .policy import Policy, marriage
from .position import Duties, pay

Rollout: TypeAlias = Callable[[int, int, int, int, tuple[int, ...], int, bool, int, int, int], int]
"""My hand, the other's, my need, his, the stock, the up-card, whether I lead, the led card and the answer to it (-1:
to be chosen), the cards gone. Gives my game points."""

NONE: Final = -1
LATE: Final = 3
"""Face-down cards."""


def rollout_of(game: Endgame, rules: Duties, mine_by: Policy, theirs_by: Policy) -> Rollout:
    """The two policies are mine and the other's. The led card is no longer in its hand; its marriage is counted."""
    exchange_min, exchange_free = rules.exchange_min, not rules.exchange_needs_trick
    close_min, announce_free = rules.close_min, not rules.marriage_needs_trick
    ends = rules.marriage_ends
    last_draw = LastDraw(game, rules)
    open_value, closed_value = game.open, game.closed

    def rollout(
        mine: int,
        theirs: int,
        my_need: int,
        their_need: int,
        stock: tuple[int, ...],
        upcard: int,
        i_lead: bool,
        led: int,
        answer: int,
        gone: int,
    ) -> int:
        size, drawn = len(stock), 0
        # Leader and follower change places, and so do the two sides here.
        if i_lead:
            a, b, a_need, b_need, a_by, b_by = mine, theirs, my_need, their_need, mine_by, theirs_by
        else:
            a, b, a_need, b_need, a_by, b_by = theirs, mine, their_need, my_need, theirs_by, mine_by
        sign = 1 if i_lead else -1
        while True:
            if size - drawn <= LATE:
                a_by, b_by = a_by.late, b_by.late
            if led < 0:
                left = size - drawn
                if a & 1 and left >= exchange_min and (exchange_free or a_need < 500):
                    a ^= 1 | 1 << upcard
                    upcard = 0
                pair = marriage(a) if announce_free or a_need < 500 else None
                if pair is not None and ends and a_need - pair[1] <= 0:
                    return sign * pay(b_need)
                if left >= close_min and a_by.closes(a, gone | 1 << upcard, a_need):
                    made = closed_value(a, b, a_need, b_need, True)
                    return sign * (pay(b_need) if made else -3 if b_need > 500 else -2)
                if left == 1:
                    return sign * last_draw.lead(a, b, a_need, b_need, stock[drawn], upcard)
                if pair is None:
                    led = a_by.lead(a, gone)
                else:
                    led = pair[0]
                    a_need -= pair[1]
                    if a_need <= 0:
                        a_need = 1
                a ^= 1 << led
            if answer < 0:
                if drawn + 1 == size:
                    return sign * last_draw.answer(a, b, a_need, b_need, stock[drawn], upcard, led)
                answer = b_by.answer(b, led, gone, b_need, a_need)
            b ^= 1 << answer
            gone |= 1 << led | 1 << answer
            points = VALUE[led] + VALUE[answer]
            if BEATERS[led] >> answer & 1:
                a, b, a_need, b_need, a_by, b_by, sign = b, a, b_need, a_need, b_by, a_by, -sign
            led = answer = NONE
            a_need -= points
            if a_need > 500:
                a_need -= 1000
            if a_need <= 0:
                return sign * pay(b_need)
            a |= 1 << stock[drawn]
            if drawn + 1 < size:
                b |= 1 << stock[drawn + 1]
                drawn += 2
                continue
            b |= 1 << upcard
            return sign * open_value(a, b, a_need, b_need)

    return rollout
