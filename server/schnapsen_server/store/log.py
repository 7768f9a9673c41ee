"""The event log on Redis: a stream per match, in which version 17 is the entry with the id 17-0."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

from .archive import RedisArchive, record_key
from .contract import CHECK, Conflict, Entry, Filed, Renewed, Subscription, Unavailable
from .follow import Wakes
from .line import Line
from .script import Script

APPEND, RENEW = (Path(__file__).with_name(f"{name}.lua").read_text(encoding="utf-8") for name in ("append", "renew"))
KEYS_AT_ONCE = 1000


class RedisLog:
    """Implements Log. The match id is the hash tag of all keys of a match: in a cluster they live together."""

    def __init__(
        self, line: Line, commit: Line, wakes: Wakes, new_epoch: Callable[[], str], archive: RedisArchive
    ) -> None:
        self._line = line
        self._append = Script(commit, APPEND)
        self._wakes = wakes
        self._new_epoch = new_epoch
        self._archive = archive
        self._renew = Script(line, RENEW)

    async def append(self, match: str, expected: int, entry: Entry, follows: int | None = None) -> None:
        assert entry.version == expected + 1, f"version {entry.version} cannot follow {expected}"
        epoch = self._new_epoch() if expected == 0 else ""
        keys = (log_key(match), epoch_key(match), record_key(match))
        told = (entry.version, entry.at, entry.author, entry.command_id, entry.events)
        known = "" if follows is None else follows
        stands, last = await self._append(keys, expected, *told, epoch, channel(match), known)
        if stands < 0:
            raise Filed
        if not stands:
            raise Conflict(expected, last)

    async def read(self, match: str, after: int = 0) -> list[Entry]:
        found = await self._line.ask("XRANGE", log_key(match), f"{after + 1}-0", "+")
        entries = [entry(entry_id, fields) for entry_id, fields in found]
        if not entries and (record := await self._archive.record(match)) is not None:
            return list(record.entries[after:])
        for version, one in enumerate(entries, after + 1):
            if one.version != version:
                raise Unavailable(f"the log of {match} lacks version {version}")
        return entries

    async def epoch(self, match: str) -> str | None:
        found: bytes | None = await self._line.ask("GET", epoch_key(match))
        if found is not None:
            return found.decode()
        record = await self._archive.record(match)
        return None if record is None else record.epoch

    async def renew(self, match: str, epoch: str) -> Renewed | None:
        keys = (log_key(match), epoch_key(match))
        found: list[bytes] | None = await self._renew(keys, epoch, self._new_epoch(), channel(match), CHECK)
        return None if found is None else Renewed(found[0].decode(), is_first=found[1] == b"first")

    async def matches(self) -> AsyncIterator[str]:
        seen: set[str] = set()
        # In this order, and one after the other: so none is missed that is put away meanwhile.
        for name in (log_key, record_key):
            async for match in self._named(name):
                if match not in seen:
                    seen.add(match)
                    yield match

    async def _named(self, name: Callable[[str], str]) -> AsyncIterator[str]:
        before, after = map(len, name("*").split("*"))
        async for key in self._line.keys(name("*"), KEYS_AT_ONCE):
            yield key.decode()[before:-after]

    async def follow(self, match: str, on_version: Callable[[int], None]) -> Subscription:
        return await self._wakes.follow(channel(match), on_version)


def entry(entry_id: bytes, fields: dict[bytes, bytes]) -> Entry:
    return Entry(
        version=int(entry_id.partition(b"-")[0]),
        at=int(fields[b"at"]),
        author=fields[b"author"].decode(),
        command_id=fields[b"command"].decode(),
        events=fields[b"events"],
    )


def log_key(match: str) -> str:
    return f"{{{match}}}:log"


def epoch_key(match: str) -> str:
    return f"{{{match}}}:epoch"


def channel(match: str) -> str:
    return f"{{{match}}}:wake"
