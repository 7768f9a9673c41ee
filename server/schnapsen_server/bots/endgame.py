"""The exact solver: both hands known, no card to be drawn any more.

Everything is asked as a yes-or-no question: can one side, the attacker, make its points before the other, the
defender, has made enough to spoil it? Such a question ends at the first good answer, and its positions are few enough
to be remembered. Game points follow from at most three of them.

What a side still needs is one number. A side without a trick has 1000 on top of it: nothing counts for it yet, and its
first trick takes the 1000 away.
"""

from collections.abc import Callable
from typing import Final, TypeAlias

from .cards import BEATERS, BONUS, MARRIAGES, MEMBERS, VALUE, follow

TRICKLESS: Final = 1000
WON: Final = 66
SAFE: Final = 33
LARGEST_MEMORY: Final = 400_000
"""Positions remembered before the memory is emptied: some 60 MB."""

Lead: TypeAlias = tuple[int, int, int]
"""The card, its bit, and what its marriage is worth if it is led with one."""
Answer: TypeAlias = tuple[int, int, bool]
"""Its bit, what the trick is worth, whether it takes the trick."""
Attack: TypeAlias = Callable[[int, int, int, int], bool]
"""The attacker's hand, the defender's, what the attacker needs, what the defender needs to spoil it."""


def needed(points: int, tricks: int, goal: int = WON) -> int:
    """`points` with those of marriages that wait for a trick."""
    return goal - points if tricks else TRICKLESS + goal - points


class _Leads(dict[int, tuple[Lead, ...]]):
    """The leads of a hand, those first that a search should try first. A marriage is announced if it can be."""

    def __init__(self, queen_leads: bool) -> None:
        self._queen_leads = queen_leads

    def __missing__(self, hand: int) -> tuple[Lead, ...]:
        leads: list[Lead] = []
        for card in MEMBERS[hand]:
            suit, rank = divmod(card, 5)
            pair = hand & MARRIAGES[suit] == MARRIAGES[suit]
            announces = pair and (rank == 2 or (rank == 1 and self._queen_leads))
            leads.append((card, 1 << card, BONUS[suit] if announces else 0))
        leads.sort(key=lambda lead: (-lead[2], -(lead[0] % 5) - (lead[0] < 5)))
        found = self[hand] = tuple(leads)
        return found


class _Answers(dict[int, tuple[Answer, ...]]):
    """The answers of a hand to one led card in the strict phase: the winning ones first."""

    def __init__(self, led: int, must_head: bool) -> None:
        self._led = led
        self._must_head = must_head
        self._known: dict[tuple[Answer, ...], tuple[Answer, ...]] = {}

    def __missing__(self, hand: int) -> tuple[Answer, ...]:
        led = self._led
        answers = [
            (1 << card, VALUE[led] + VALUE[card], bool(BEATERS[led] >> card & 1))
            for card in MEMBERS[follow(hand, led, self._must_head)]
        ]
        answers.sort(key=lambda answer: (not answer[2], answer[1]))
        same = tuple(answers)
        found = self[hand] = self._known.setdefault(same, same)
        return found


class Endgame:
    """Solves positions under one set of duties. What it has seen it remembers, so one is best kept for long."""

    def __init__(self, must_head: bool, queen_leads: bool, marriage_needs_trick: bool, marriage_ends: bool) -> None:
        self._marriage_ends = marriage_ends
        self._announce_below = TRICKLESS // 2 if marriage_needs_trick else 2 * TRICKLESS
        self.leads: Final = _Leads(queen_leads)
        self.answers: Final = tuple(_Answers(led, must_head) for led in range(20))
        self._memories: Final[tuple[dict[int, bool], ...]] = ({}, {}, {}, {})
        self._taking = self._search(last_trick=True, lead=self._memories[0], wait=self._memories[1])
        self._making = self._search(last_trick=False, lead=self._memories[2], wait=self._memories[3])

    def _search(self, last_trick: bool, lead: dict[int, bool], wait: dict[int, bool]) -> tuple[Attack, Attack]:
        """The attacker on lead, and the defender on lead. `last_trick`: taking it is enough for the attacker."""
        leads, answers, announce_below = self.leads, self.answers, self._announce_below
        marriage_ends = self._marriage_ends

        def attacker_leads(mine: int, theirs: int, need: int, spoil: int) -> bool:
            key = ((mine << 20 | theirs) << 11 | need) << 11 | spoil
            known = lead.get(key)
            if known is not None:
                return known
            for card, bit, bonus in leads[mine]:
                left = need - bonus if need < announce_below else need
                if left <= 0:
                    if marriage_ends:
                        break
                    left = 1
                rest = mine ^ bit
                for answer, points, taken in answers[card][theirs]:
                    if taken:
                        if not rest:
                            break
                        spoilt = spoil - points
                        if spoilt > 500:
                            spoilt -= 1000
                        if spoilt <= 0 or not defender_leads(rest, theirs ^ answer, left, spoilt):
                            break
                    else:
                        now = left - points
                        if now > 500:
                            now -= 1000
                        if now <= 0:
                            continue
                        if not rest:
                            if last_trick:
                                continue
                            break
                        if not attacker_leads(rest, theirs ^ answer, now, spoil):
                            break
                else:
                    lead[key] = True
                    return True
                continue
            else:
                lead[key] = False
                return False
            lead[key] = True
            return True

        def defender_leads(mine: int, theirs: int, need: int, spoil: int) -> bool:
            key = ((mine << 20 | theirs) << 11 | need) << 11 | spoil
            known = wait.get(key)
            if known is not None:
                return known
            for card, bit, bonus in leads[theirs]:
                left = spoil - bonus if spoil < announce_below else spoil
                if left <= 0:
                    if marriage_ends:
                        break
                    left = 1
                rest = theirs ^ bit
                for answer, points, taken in answers[card][mine]:
                    if taken:
                        now = need - points
                        if now > 500:
                            now -= 1000
                        if now <= 0 or (not rest and last_trick):
                            break
                        if rest and attacker_leads(mine ^ answer, rest, now, left):
                            break
                    else:
                        if not rest:
                            continue
                        spoilt = left - points
                        if spoilt > 500:
                            spoilt -= 1000
                        if spoilt > 0 and defender_leads(mine ^ answer, rest, need, spoilt):
                            break
                else:
                    wait[key] = False
                    return False
                continue
            else:
                wait[key] = True
                return True
            wait[key] = False
            return False

        return attacker_leads, defender_leads

    def forget(self) -> None:
        """Free the memory if it has grown large. Call it between moves."""
        if sum(map(len, self._memories)) > LARGEST_MEMORY:
            for memory in self._memories:
                memory.clear()

    def closed(self, closer: int, other: int, need: int, spoil: int, closer_leads: bool) -> bool:
        """Whether the closer makes 66 after the stock was closed."""
        return self._making[0 if closer_leads else 1](closer, other, need, spoil)

    def open(self, leader: int, other: int, need: int, spoil: int) -> int:
        """Game points of the leader, negative if the other wins, once the stock is used up; the table is empty."""
        if self._taking[0](leader, other, need, spoil):
            best = 1
            if spoil > WON - SAFE and self._making[0](leader, other, need, spoil - (WON - SAFE)):
                best = 2
                if spoil > 500 and self._making[0](leader, other, need, TRICKLESS + 1):
                    best = 3
            return best
        best = -1
        if need > WON - SAFE and self._making[1](other, leader, spoil, need - (WON - SAFE)):
            best = -2
            if need > 500 and self._making[1](other, leader, spoil, TRICKLESS + 1):
                best = -3
        return best

    def reaches(self, leader: int, other: int, need: int, spoil: int, points: int) -> bool:
        """Whether `open` gives the leader so many game points or more."""
        if points > 0:
            if points == 1:
                return self._taking[0](leader, other, need, spoil)
            if points == 2:
                return spoil > WON - SAFE and self._making[0](leader, other, need, spoil - (WON - SAFE))
            return spoil > TRICKLESS // 2 and self._making[0](leader, other, need, TRICKLESS + 1)
        if points == -1:
            return need <= WON - SAFE or not self._making[1](other, leader, spoil, need - (WON - SAFE))
        return need <= TRICKLESS // 2 or not self._making[1](other, leader, spoil, TRICKLESS + 1)
