"""The company at one table: its visitors here, who is with other processes, and the telling of both."""

import asyncio
import logging
from collections.abc import Callable

from schnapsen_protocol.cards import Seat
from schnapsen_protocol.frames import Presence
from schnapsen_server.game.state import Match
from schnapsen_server.store.contract import Unavailable
from schnapsen_server.store.table_contract import Attendance, Gone, PresenceBook

from .audience import Audience, Visitor
from .clocks import Clock, Timer
from .fleet import Fleet
from .presence import MOST_NAMES, Attendees

logger = logging.getLogger(__name__)

PRESENCE_DELAY_MS = 250
"""Comings and goings within this time are told together."""


class Company:
    """Keeps the visitors of a room. `situation` says how the match stands and since when the table waits."""

    def __init__(
        self,
        match_id: str,
        book: PresenceBook,
        fleet: Fleet,
        clock: Clock,
        situation: Callable[[], tuple[Match, int]],
    ) -> None:
        self.audience = Audience()
        self._match_id = match_id
        self._book, self._clock, self._situation = book, clock, situation
        self._attendees = Attendees(fleet, clock.now_ms())
        self._told: Presence | None = None
        self._timer: Timer | None = None
        self._sharing: asyncio.Task[None] | None = None
        self._to_share = False
        self._closed = False

    async def read(self) -> None:
        """Learn who is with the others, and what is still said of this process. Raises Unavailable."""
        await self._attendees.read(self._book, self._match_id)

    async def close(self) -> None:
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        if self._sharing is not None:
            self._sharing.cancel()
            await asyncio.gather(self._sharing, return_exceptions=True)

    async def settled(self) -> None:
        """Returns when nothing is under way to the others."""
        while self._sharing is not None and not self._sharing.done():
            await asyncio.wait([self._sharing])

    @property
    def is_known(self) -> bool:
        """Whether the others have been told who came and went here."""
        return self._attendees.is_known

    def came(self, visitor: Visitor) -> None:
        self.audience.add(visitor)
        if visitor.seat is not None:
            self._attendees.gone.pop(visitor.seat, None)
        self._changed()

    def went(self, visitor: Visitor, *, on_purpose: bool) -> None:
        self.audience.remove(visitor)
        if visitor.seat is not None and not self.audience.has(visitor.seat):
            self._attendees.gone[visitor.seat] = Gone(self._clock.now_ms(), on_purpose)
        self._changed()

    def seat_those_who_sat_down(self) -> None:
        match, _ = self._situation()
        for visitor in self.audience.gallery():
            seat = match.seat_of(visitor.player)
            if seat is not None and not visitor.glances:
                self.audience.move(visitor, seat)
                self._changed()

    def seat_anew(self) -> list[Visitor]:
        """Put everybody where the match has him now."""
        match, _ = self._situation()
        visitors = list(self.audience)
        for visitor in visitors:
            self.audience.move(visitor, match.seat_of(visitor.player))
        self._changed()
        return visitors

    def presence(self) -> Presence:
        match, turn_at = self._situation()
        return self._attendees.told(match, turn_at, self._clock.now_ms())

    async def has_given_up_on(self, seat: Seat) -> bool:
        """Whether nobody needs to wait for this player any longer. Raises Unavailable."""
        await self.read()
        presence = self.presence()
        return presence.burning == seat and presence.grace[seat] == 0

    def not_served(self) -> tuple[int, int] | None:
        """The time from the end of those who had this match's players until we had it; None if there was none."""
        served_until = self._attendees.served_until()
        return None if served_until is None else (served_until, self._attendees.awake_since)

    def fleet_changed(self) -> None:
        self.tell()
        if self._attendees.dead():
            self.share()

    def tell(self) -> None:
        """Tell who is here, if the table was told otherwise."""
        presence = self.presence()
        if self._told is None or news(presence) != news(self._told):
            self._told = presence
            self.audience.tell_presence(presence)

    def share(self) -> None:
        """Let the other processes know, and learn what they know."""
        self._to_share = True
        if not self._closed and (self._sharing is None or self._sharing.done()):
            self._sharing = asyncio.create_task(self._keep_sharing(), name=f"presence {self._match_id}")

    async def _keep_sharing(self) -> None:
        try:
            while self._to_share:
                self._to_share = False
                await self._attendees.share(self._book, self._match_id)
                self.tell()
        except Unavailable as down:  # the next heartbeat tries again
            logger.warning("match %s: who is here is left for later: %s", self._match_id, down)

    def _changed(self) -> None:
        watchers = self.audience.watchers()
        names = tuple(sorted(watchers.values())[:MOST_NAMES])
        seats = (self.audience.has(0), self.audience.has(1))
        here = Attendance(seats, len(watchers), names, self._clock.now_ms())
        self._attendees.here = here if self.audience.anybody_counts() else None
        if self._timer is None and not self._closed:
            self._timer = self._clock.call_later(PRESENCE_DELAY_MS, self._settle)

    def _settle(self) -> None:
        self._timer = None
        self.tell()
        self.share()


def news(presence: Presence) -> tuple[object, ...]:
    """All of it but how much grace is left, which each client counts for itself."""
    return (presence.seats, presence.watchers, presence.names, presence.burning)
