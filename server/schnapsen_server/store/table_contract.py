"""What is remembered of a table beside its log: when its time is up, who is there, and whether anybody served it.

All methods raise Unavailable. Times are milliseconds of the server's clock.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from schnapsen_protocol.cards import Seat

from .record import Record


class Deadlines(Protocol):
    """When the time of each clocked match is up, so that any process can say so, also when nobody is connected."""

    async def put(self, match: str, at: int) -> None: ...

    async def sooner(self, match: str, at: int) -> None:
        """Put it unless an earlier one stands."""
        ...

    async def drop(self, match: str) -> None: ...

    async def due(self, now: int, limit: int) -> list[str]:
        """The matches whose deadline has passed, the oldest first."""
        ...


@dataclass(frozen=True, slots=True)
class Attendance:
    """Whom one process has at a table."""

    seats: tuple[bool, bool]
    watchers: int
    names: tuple[str, ...]
    """Of watchers, not all if they are many."""
    at: int
    """When this was written. Later times are not: who wrote it is alive as long as his heartbeats come."""


@dataclass(frozen=True, slots=True)
class Gone:
    """Since when a player has been away, and whether he left on purpose."""

    at: int
    on_purpose: bool


@dataclass(frozen=True, slots=True)
class Roll:
    """Who is at a table, process by process, and since when those who are not have been gone."""

    rows: Mapping[str, Attendance] = field(default_factory=dict)
    gone: tuple[Gone | None, Gone | None] = (None, None)


class PresenceBook(Protocol):
    async def read(self, match: str) -> Roll: ...

    async def share(
        self,
        match: str,
        process: str,
        here: Attendance | None,
        *,
        gone: Mapping[Seat, Gone],
        dead: Collection[str] = (),
    ) -> Roll:
        """Write down whom this process has, and who went; forget dead processes. The other followers hear PRESENCE."""
        ...


@dataclass(frozen=True, slots=True)
class Outage:
    """A time in which no process served anything."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Pulse:
    """The last heartbeats of all processes, dead ones too, and the outages of the last days."""

    beats: Mapping[str, int] = field(default_factory=dict)
    serving: frozenset[str] = frozenset()
    outages: tuple[Outage, ...] = ()


class FleetBook(Protocol):
    async def beat(self, process: str, now: int, lapse: int, looks_on_since: int) -> Pulse:
        """This process lives. It is dead when its heart has not beaten for longer than `lapse`.

        It serves from the moment on in which `serving` names it. It begins when it is known what was served before:
        another was heard of since the given time, or no other may be alive. With 0 it begins at once.
        """
        ...

    async def leave(self, process: str, now: int, lapse: int) -> None:
        """This process serves no more."""
        ...


class Archive(Protocol):
    """The matches that are put away, and a list of those that are to be."""

    async def expect(self, match: str, at: int) -> None:
        """Put the match on the list, to be looked at then; once."""
        ...

    async def take_due(self, now: int, until: int, most: int) -> list[str]:
        """Matches of the list that are due. Nobody else is given them before `until`."""
        ...

    async def look_again(self, match: str, at: int) -> None: ...

    async def done(self, match: str) -> None:
        """The match need not be looked at any more."""
        ...

    async def is_filed(self, match: str) -> bool: ...

    async def record(self, match: str) -> Record | None:
        """Raises Unreadable."""
        ...

    async def file(self, match: str, record: Record, keep_seconds: int) -> bool:
        """In one step the record stands and the log is gone; nothing happens if the log ends elsewhere."""
        ...

    async def bring_back(self, match: str, record: Record) -> None:
        """In one step the log of this record stands again, and the record is gone. Nothing happens if it was gone."""
        ...


@dataclass(frozen=True, slots=True)
class Tables:
    """All of it."""

    deadlines: Deadlines
    presence: PresenceBook
    fleet: FleetBook
    archive: Archive
