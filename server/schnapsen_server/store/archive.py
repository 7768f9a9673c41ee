"""The archive on Redis: a record for each match that is put away, and a sorted set of those to be looked at for it."""

from pathlib import Path

from .line import Line
from .record import Record, packed, unpacked
from .script import Script

FILE, BRING_BACK, DUE = (
    Path(__file__).with_name(f"{name}.lua").read_text(encoding="utf-8") for name in ("file", "bring_back", "due")
)
LIST = "schnapsen:filing"


class RedisArchive:
    """Implements Archive."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._file, self._bring_back, self._due = (Script(line, text) for text in (FILE, BRING_BACK, DUE))

    async def expect(self, match: str, at: int) -> None:
        await self._line.ask("ZADD", LIST, "NX", at, match)

    async def take_due(self, now: int, until: int, most: int) -> list[str]:
        found: list[bytes] = await self._due((LIST,), now, until, most)
        return [match.decode() for match in found]

    async def look_again(self, match: str, at: int) -> None:
        await self._line.ask("ZADD", LIST, "XX", at, match)

    async def done(self, match: str) -> None:
        await self._line.ask("ZREM", LIST, match)

    async def is_filed(self, match: str) -> bool:
        return bool(await self._line.ask("EXISTS", record_key(match)))

    async def record(self, match: str) -> Record | None:
        piece: bytes | None = await self._line.ask("GET", record_key(match))
        return None if piece is None else unpacked(piece)

    async def file(self, match: str, record: Record, keep_seconds: int) -> bool:
        keys = (f"{{{match}}}:log", f"{{{match}}}:epoch", record_key(match), f"{{{match}}}:presence")
        return bool(await self._file(keys, record.entries[-1].version, packed(record), keep_seconds))

    async def bring_back(self, match: str, record: Record) -> None:
        keys = (f"{{{match}}}:log", f"{{{match}}}:epoch", record_key(match))
        parts = [part for one in record.entries for part in (one.at, one.author, one.command_id, one.events)]
        await self._bring_back(keys, record.epoch, *parts)


def record_key(match: str) -> str:
    return f"{{{match}}}:record"
