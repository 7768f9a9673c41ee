"""What is remembered of a table beside its log, in memory. It is down when the log is."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from schnapsen_protocol.cards import Seat
from schnapsen_server.store.contract import PRESENCE
from schnapsen_server.store.record import Record
from schnapsen_server.store.table_contract import Attendance, Gone, Outage, Pulse, Roll, Tables

from .memory_log import MemoryLog


class MemoryDeadlines:
    """Implements Deadlines."""

    def __init__(self, log: MemoryLog) -> None:
        self._log = log
        self.moments: dict[str, int] = {}

    async def put(self, match: str, at: int) -> None:
        await self._log.ask("put", lambda: self.moments.__setitem__(match, at))

    async def sooner(self, match: str, at: int) -> None:
        def bring_forward() -> None:
            self.moments[match] = min(at, self.moments.get(match, at))

        await self._log.ask("sooner", bring_forward)

    async def drop(self, match: str) -> None:
        await self._log.ask("drop", lambda: self.moments.pop(match, None))

    async def due(self, now: int, limit: int) -> list[str]:
        def oldest_first() -> list[str]:
            return sorted((one for one, at in self.moments.items() if at <= now), key=self.moments.__getitem__)[:limit]

        return await self._log.ask("due", oldest_first)


class MemoryPresence:
    """Implements PresenceBook."""

    def __init__(self, log: MemoryLog) -> None:
        self._log = log
        self._rows: defaultdict[str, dict[str, Attendance]] = defaultdict(dict)
        self._gone: defaultdict[str, dict[Seat, Gone]] = defaultdict(dict)

    async def read(self, match: str) -> Roll:
        return await self._log.ask("roll", lambda: self._roll(match))

    async def share(
        self,
        match: str,
        process: str,
        here: Attendance | None,
        *,
        gone: Mapping[Seat, Gone],
        dead: Collection[str] = (),
    ) -> Roll:
        def write_down() -> Roll:
            rows = self._rows[match]
            for name in dead if here is not None else (process, *dead):
                rows.pop(name, None)
            if here is not None:
                rows[process] = here
            self._gone[match].update(gone)
            if self._log.wakes:
                self._log.wake(match, PRESENCE)
            return self._roll(match)

        return await self._log.ask("share", write_down)

    def _roll(self, match: str) -> Roll:
        gone = self._gone[match]
        return Roll(dict(self._rows[match]), (gone.get(0), gone.get(1)))


@dataclass
class Serving:
    """A process that has begun to serve and is not yet counted out."""

    name: str
    begun: int
    last: int
    ended: bool


class MemoryFleet:
    """Implements FleetBook, as `fleet.lua` does."""

    def __init__(self, log: MemoryLog) -> None:
        self._log = log
        self._beats: dict[str, int] = {}
        self._begun: dict[str, int] = {}
        self._goodbyes: dict[str, None] = {}
        self._outages: list[Outage] = []
        self._certain: int | None = None

    async def beat(self, process: str, now: int, lapse: int, looks_on_since: int) -> Pulse:
        return await self._log.ask("beat", lambda: self._beat(process, now, lapse, looks_on_since))

    async def leave(self, process: str, now: int, lapse: int) -> None:
        await self._log.ask("leave", lambda: self._beat(process, now, lapse, now, is_last=True))

    def _beat(self, process: str, now: int, lapse: int, since: int, *, is_last: bool = False) -> Pulse:
        if self._certain is None:
            self._certain = max(self._beats.values(), default=None)
        there = sorted((self._open(name, process, now, lapse) for name in self._begun), key=lambda one: one.last)
        while there and (there[0].ended or now - there[0].last > lapse):
            gone = there.pop(0)
            del self._begun[gone.name]
            self._goodbyes.pop(gone.name, None)
            self._certain = max(gone.last, self._certain or gone.last)
            self._note_outage()
        serving = [one.name for one in there if not one.ended]
        heard = [one.last for one in there if not one.ended]
        if process not in serving and (not there or (heard and heard[-1] >= since)):
            serving.append(process)
            self._begun[process] = now
            self._note_outage()
        if process in serving:
            self._beats[process] = now
            if is_last:
                self._goodbyes[process] = None
        return Pulse(dict(self._beats), frozenset(serving), tuple(self._outages))

    def _open(self, name: str, process: str, now: int, lapse: int) -> Serving:
        begun, ended = self._begun[name], name in self._goodbyes
        last = self._beats.get(name, begun)
        if name == process and now - last <= lapse and not ended:
            last = now
        return Serving(name, begun, last, ended)

    def _note_outage(self) -> None:
        first = min(self._begun.values(), default=None)
        if self._certain is not None and first is not None and first > self._certain:
            self._outages.append(Outage(self._certain, first))
            self._certain = first


class MemoryArchive:
    """Implements Archive, as far as a match that is never put away needs it."""

    def __init__(self, log: MemoryLog) -> None:
        self._log = log
        self.expected: dict[str, int] = {}

    async def expect(self, match: str, at: int) -> None:
        await self._log.ask("expect", lambda: self.expected.setdefault(match, at))

    async def take_due(self, now: int, until: int, most: int) -> list[str]:
        return await self._log.ask("put away", list)

    async def look_again(self, match: str, at: int) -> None:
        raise NotImplementedError

    async def done(self, match: str) -> None:
        raise NotImplementedError

    async def is_filed(self, match: str) -> bool:
        return await self._log.ask("is filed", lambda: False)

    async def record(self, match: str) -> Record | None:
        return await self._log.ask("record", lambda: None)

    async def file(self, match: str, record: Record, keep_seconds: int) -> bool:
        raise NotImplementedError

    async def bring_back(self, match: str, record: Record) -> None:
        raise NotImplementedError


def memory_tables(log: MemoryLog) -> Tables:
    return Tables(MemoryDeadlines(log), MemoryPresence(log), MemoryFleet(log), MemoryArchive(log))
