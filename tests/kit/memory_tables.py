"""What is remembered of a table beside its log, in memory. It is down when the log is."""

from collections import defaultdict
from collections.abc import Collection, Mapping

from schnapsen_protocol.cards import Seat
from schnapsen_server.store.contract import PRESENCE
from schnapsen_server.store.record import Record
from schnapsen_server.store.table_contract import Attendance, Gone, Pulse, Roll, Tables

from .memory_log import MemoryLog


class MemoryDeadlines:
    """Implements Deadlines."""

    def __init__(self, log: MemoryLog) -> None:
        self._log = log
        self.moments: dict[str, int] = {}

    async def put(self, match: str, at: int) -> None:
        await self._log.answer()
        self.moments[match] = at

    async def sooner(self, match: str, at: int) -> None:
        await self._log.answer()
        self.moments[match] = min(at, self.moments.get(match, at))

    async def drop(self, match: str) -> None:
        await self._log.answer()
        self.moments.pop(match, None)

    async def due(self, now: int, limit: int) -> list[str]:
        await self._log.answer()
        return sorted((one for one, at in self.moments.items() if at <= now), key=self.moments.__getitem__)[:limit]


class MemoryPresence:
    """Implements PresenceBook."""

    def __init__(self, log: MemoryLog) -> None:
        self._log = log
        self._rows: defaultdict[str, dict[str, Attendance]] = defaultdict(dict)
        self._gone: defaultdict[str, dict[Seat, Gone]] = defaultdict(dict)

    async def read(self, match: str) -> Roll:
        await self._log.answer()
        gone = self._gone[match]
        return Roll(dict(self._rows[match]), (gone.get(0), gone.get(1)))

    async def share(
        self,
        match: str,
        process: str,
        here: Attendance | None,
        *,
        gone: Mapping[Seat, Gone],
        dead: Collection[str] = (),
    ) -> Roll:
        await self._log.answer()
        rows = self._rows[match]
        for name in (process, *dead):
            rows.pop(name, None)
        if here is not None:
            rows[process] = here
        self._gone[match].update(gone)
        if self._log.wakes:
            self._log.wake(match, PRESENCE)
        return await self.read(match)


class MemoryFleet:
    """Implements FleetBook for processes none of which ever dies."""

    def __init__(self, log: MemoryLog) -> None:
        self._log = log
        self._beats: dict[str, int] = {}

    async def beat(self, process: str, now: int, lapse: int, looks_on_since: int) -> Pulse:
        await self._log.answer()
        self._beats[process] = now
        return Pulse(dict(self._beats), frozenset(self._beats))

    async def leave(self, process: str, now: int, lapse: int) -> None:
        await self._log.answer()
        self._beats.pop(process, None)


class MemoryArchive:
    """Implements Archive, as far as a match that is never put away needs it."""

    def __init__(self, log: MemoryLog) -> None:
        self._log = log
        self.expected: dict[str, int] = {}

    async def expect(self, match: str, at: int) -> None:
        await self._log.answer()
        self.expected.setdefault(match, at)

    async def take_due(self, now: int, until: int, most: int) -> list[str]:
        await self._log.answer()
        return []

    async def look_again(self, match: str, at: int) -> None:
        raise NotImplementedError

    async def done(self, match: str) -> None:
        raise NotImplementedError

    async def is_filed(self, match: str) -> bool:
        await self._log.answer()
        return False

    async def record(self, match: str) -> Record | None:
        await self._log.answer()
        return None

    async def file(self, match: str, record: Record, keep_seconds: int) -> bool:
        raise NotImplementedError

    async def bring_back(self, match: str, record: Record) -> None:
        raise NotImplementedError


def memory_tables(log: MemoryLog) -> Tables:
    return Tables(MemoryDeadlines(log), MemoryPresence(log), MemoryFleet(log), MemoryArchive(log))
