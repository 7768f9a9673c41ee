"""The first entry of a match's log."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Protocol

from schnapsen_protocol.ratings import RatingMark
from schnapsen_server.game.chance import Chance
from schnapsen_server.game.clock import due
from schnapsen_server.game.decide import decide
from schnapsen_server.game.evolve import fold
from schnapsen_server.game.house import HouseCommand, TakeSeat
from schnapsen_server.game.secret import Happening
from schnapsen_server.game.state import Match
from schnapsen_server.store.contract import Conflict, Entry, Filed, Log
from schnapsen_server.store.happenings import HAPPENINGS
from schnapsen_server.store.table_contract import Tables

from .clocks import Clock

HOUSE = "house"
"""Who the log names for what the house itself does."""
FIRST_LOOK_MS = 3600 * 1000
"""When it is looked at whether the match can be put away: by then most are over."""


class Rater(Protocol):
    """What a table wants from whoever keeps the players' ratings. Both raise Unavailable."""

    async def mark(self, player: str) -> RatingMark | None:
        """How the player is rated now. None if he has not chosen a name."""
        ...

    async def expect(self, match_id: str) -> None:
        """See to it that this match is counted when it is over."""
        ...


async def open_table(
    log: Log,
    rater: Rater,
    chance: Chance,
    clock: Clock,
    match_id: str,
    commands: Iterable[HouseCommand],
    *,
    tables: Tables,
) -> None:
    """Write all that these commands bring about as version 1. Does nothing if the match is open already.

    Raises Unavailable.
    """
    marked = [await _with_rating(command, rater) for command in commands]
    now = clock.now_ms()
    match = Match()
    batch: tuple[Happening, ...] = ()
    for command in marked:
        more = decide(match, None, command, chance, now)
        match = fold(more, match)
        batch += more
    if match.counts:
        await rater.expect(match_id)  # before there is a log: so no match can be over and forgotten
    await tables.archive.expect(match_id, now + FIRST_LOOK_MS)  # likewise: so no log can stay for ever
    if (moment := due(match)) is not None:
        await tables.deadlines.put(match_id, moment)  # also before: nobody may ever come to this table
    try:
        await log.append(match_id, 0, Entry(1, now, HOUSE, "open", HAPPENINGS.encode(batch)))
    except (Conflict, Filed):
        return


async def _with_rating(command: HouseCommand, rater: Rater) -> HouseCommand:
    if isinstance(command, TakeSeat) and command.level is None:
        return replace(command, rating=await rater.mark(command.player))
    return command
