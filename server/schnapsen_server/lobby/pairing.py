"""Who should play whom, of those who wait. Pure: what becomes of the plan is for the queue's script to say."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from schnapsen_server.store.lobby_contract import Ticket

from .curve import AGAIN_MS, UNRATED_COST, accepts

LOOK = 12
"""How many neighbours in rating are looked at on each side. The nearest ones nearly always fit."""
Pair = tuple[Ticket, Ticket]


def plan(tickets: Iterable[Ticket], now: int) -> list[Pair]:
    """Pairs of tickets, each ticket in one at most, that both accept each other by now.

    Whoever has waited longest chooses first, the nearest rating of his pool. Those who met lately are left for each
    other only if nobody else will have them.
    """
    pairs: list[Pair] = []
    for _, pool in groupby(sorted(tickets, key=lambda ticket: ticket.pool), key=lambda ticket: ticket.pool):
        waiting = list(pool)
        fresh = choose(waiting, now, again=False)
        taken = {ticket.player for pair in fresh for ticket in pair}
        pairs += fresh
        pairs += choose([ticket for ticket in waiting if ticket.player not in taken], now, again=True)
    return pairs


def choose(waiting: list[Ticket], now: int, *, again: bool) -> list[Pair]:
    by_rating = Neighbours(sorted(waiting, key=lambda ticket: ticket.rating))
    pairs = []
    for ticket in sorted(waiting, key=lambda ticket: (not ticket.head, ticket.since)):
        if by_rating.has(ticket):
            candidates = [one for one in by_rating.near(ticket) if suits(ticket, one, now, again=again)]
            best = min(candidates, key=lambda one: distance(ticket, one), default=None)
            if best is not None:
                by_rating.remove(ticket)
                by_rating.remove(best)
                pairs.append((ticket, best))
    return pairs


def suits(one: Ticket, other: Ticket, now: int, *, again: bool) -> bool:
    """Both accept each other."""
    gap = abs(one.rating - other.rating)
    if not all(accepts(now - ticket.since, ticket.deviation, gap) for ticket in (one, other)):
        return False
    if other.player in one.avoided or one.player in other.avoided:
        return False
    met = other.player in one.recent or one.player in other.recent
    return not met or (again and all(now - ticket.since >= AGAIN_MS for ticket in (one, other)))


def distance(one: Ticket, other: Ticket) -> float:
    return abs(one.rating - other.rating) + (UNRATED_COST if one.rated != other.rated else 0)


class Neighbours:
    """A line of tickets in which each finds those next to it, also after others have left."""

    def __init__(self, line: list[Ticket]) -> None:
        self._line = line
        self._at = {ticket.player: place for place, ticket in enumerate(line)}
        self._before = list(range(-1, len(line) - 1))
        self._behind = list(range(1, len(line) + 1))

    def has(self, ticket: Ticket) -> bool:
        return ticket.player in self._at

    def remove(self, ticket: Ticket) -> None:
        place = self._at.pop(ticket.player)
        before, behind = self._before[place], self._behind[place]
        if before >= 0:
            self._behind[before] = behind
        if behind < len(self._line):
            self._before[behind] = before

    def near(self, ticket: Ticket) -> Iterator[Ticket]:
        """Up to LOOK tickets on each side."""
        place = self._at[ticket.player]
        before, behind = self._before[place], self._behind[place]
        for _ in range(LOOK):
            if before >= 0:
                yield self._line[before]
                before = self._before[before]
            if behind < len(self._line):
                yield self._line[behind]
                behind = self._behind[behind]
