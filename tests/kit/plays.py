"""Chosen hands for tests, and players who play them: by clicks, drags and keys."""

import itertools
from collections.abc import Iterator, Sequence

from .client import Table, command_of
from .table_page import TablePage, Way

SHORT = "HJ HK HA HT SA | DA DT CK CJ SJ | HQ | ST DK CA CQ DJ CT SK SQ DQ"
"""The leader may exchange, close, announce 40, and wins three game points by trumps alone."""
LONG = "DJ CA SA SQ HK | CK CQ HJ DA SJ | DT | CT HA HT ST HQ SK DQ DK CJ"
"""Played by `choose` it uses the stock up, has an exchange and a marriage, and ends 73 to 40 for the leader."""


def choose(legal: Sequence[str], *, closing: bool = False) -> str:
    """What a test that wants to see everything plays."""
    for kind in ("exchange", *(("close",) if closing else ()), "marriage"):
        for move in legal:
            if move.startswith(kind):
                return move
    return min(move for move in legal if move.startswith("play:"))


async def play_hand(page: TablePage, opposite: Table) -> None:
    """The hand that is dealt, to its end: the page by touch, the other by frames."""
    hand = opposite.view["hand_number"]
    while opposite.view["phase"] == "playing" and opposite.view["hand_number"] == hand:
        if opposite.view["to_play"] == opposite.view["viewer"]:
            move = command_of(choose(opposite.view["legal"]))
            answer = await opposite.submit(move.pop("t"), **move)
            await page.reach(answer["v"])
        else:
            await page.act(choose((await page.view())["legal"]))
        await opposite.reach(await page.seq())


class Hands:
    """A person's habit: each kind of move is made in another way each time. Notes what was done how."""

    def __init__(self, table: TablePage, *ways: Way) -> None:
        self.table = table
        self.done: set[tuple[str, Way]] = set()
        self._ways = ways
        self._turns: dict[str, Iterator[Way]] = {}

    async def move(self, move: str) -> None:
        kind = move.split(":")[0]
        way = next(self._turns.setdefault(kind, itertools.cycle(self._ways)))
        await self.table.act(move, way)
        self.done.add((kind, way))
