"""The first entry of a match's log."""

from collections.abc import Iterable

from schnapsen_server.game.chance import Chance
from schnapsen_server.game.decide import decide
from schnapsen_server.game.evolve import fold
from schnapsen_server.game.house import HouseCommand
from schnapsen_server.game.secret import Happening
from schnapsen_server.game.state import Match
from schnapsen_server.store.contract import Conflict, Entry, Log
from schnapsen_server.store.happenings import HAPPENINGS

from .clocks import Clock

HOUSE = "house"
"""Who the log names for what the house itself does."""


async def open_table(log: Log, chance: Chance, clock: Clock, match_id: str, commands: Iterable[HouseCommand]) -> None:
    """Write all that these commands bring about as version 1. Does nothing if the match is open already.

    Raises Unavailable.
    """
    now = clock.now_ms()
    match = Match()
    batch: tuple[Happening, ...] = ()
    for command in commands:
        more = decide(match, None, command, chance, now)
        match = fold(more, match)
        batch += more
    try:
        await log.append(match_id, 0, Entry(1, now, HOUSE, "open", HAPPENINGS.encode(batch)))
    except Conflict:
        return
