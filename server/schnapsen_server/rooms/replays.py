"""Looking back: the hands of a match that are over, and what one has seen so far of the one being played.

All of it is made from the log when it is asked for, and what is put away changes no more: a few of those are kept.
"""

from collections import OrderedDict
from typing import Final

from schnapsen_protocol.cards import Seat
from schnapsen_protocol.refusals import Code, Refused
from schnapsen_protocol.replays import Eyes, Replay, Step
from schnapsen_server.game.past import SEATED, Moment, Past, eyes_of, past, seen
from schnapsen_server.store.contract import Log
from schnapsen_server.store.happenings import HAPPENINGS, replay
from schnapsen_server.store.table_contract import Archive

MOST_KEPT: Final = 64
"""Matches, of some hundred kB each."""


class Replays:
    """One for each process."""

    def __init__(self, log: Log, archive: Archive) -> None:
        self._log, self._archive = log, archive
        self._kept: OrderedDict[str, Past] = OrderedDict()

    async def replay(self, match_id: str, player: str, hand: int | None, eyes: Eyes | None) -> Replay:
        """A hand that is over, the first one if none is named; of one that is not, the last one that is.

        Whoever may not look through these eyes looks through those that he may. Never shows a hand that is still played
        or will be. Raises Refused(UNKNOWN_MATCH, NO_WATCHERS), Unavailable, Unreadable.
        """
        told = await self.read(match_id)
        seat = told.match.seat_of(player)
        may = eyes_of(told.match, seat)
        number = min(1 if hand is None else hand, told.over)
        return _shown(match_id, told, seat, number, eyes if eyes in may else may[0], may)

    async def so_far(self, match_id: str, player: str) -> Replay:
        """The newest hand, played or over, as the asker's own seat has seen it, or the gallery: nothing that he was not
        told. Raises as `replay`."""
        told = await self.read(match_id)
        seat = told.match.seat_of(player)
        if seat is None:
            eyes_of(told.match, None)
        own = Eyes.GALLERY if seat is None else next(eyes for eyes, one in SEATED.items() if one == seat)
        return _shown(match_id, told, seat, len(told.hands), own, (own,))

    async def read(self, match_id: str) -> Past:
        """What nobody may see as it is. Raises Refused(UNKNOWN_MATCH), Unavailable, Unreadable."""
        kept = self._kept.get(match_id)
        if kept is not None:
            self._kept.move_to_end(match_id)
            return kept
        entries = await self._log.read(match_id)
        if not entries:
            raise Refused(Code.UNKNOWN_MATCH)
        told = past((one.version, one.at, match, HAPPENINGS.decode(one.events)) for one, match in replay(entries))
        # What is over but not put away may still turn out to be another one, should the store lose its end.
        if told.match.is_over and await self._archive.is_filed(match_id):
            self._kept[match_id] = told
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return told


def _shown(match_id: str, told: Past, seat: Seat | None, number: int, eyes: Eyes, may: tuple[Eyes, ...]) -> Replay:
    moments: tuple[Moment, ...] = told.hands[number - 1] if number else ()
    steps = tuple(Step(one.v, one.at, one.events, seen(one, eyes)) for one in moments)
    return Replay(match_id, told.match.is_over, seat, eyes, may, told.over, number, steps)
