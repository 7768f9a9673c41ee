"""The list's rows on Redis: a hash of what stands, and a stream of what changed, in which version 17 is 17-0."""

from collections.abc import Callable, Sequence

from .contract import Subscription
from .follow import Wakes
from .line import Line
from .lobby_contract import Change, Listing
from .script import LOBBY, LobbyScript

ROW_MS = 6_000
"""How long a row stands that nobody repeats."""


class RedisRows:
    """Implements Rows."""

    def __init__(self, line: Line, wakes: Wakes, new_epoch: Callable[[], str]) -> None:
        self._wakes = wakes
        self._new_epoch = new_epoch
        self._put, self._drop, self._sweep = (LobbyScript(line, name) for name in ("put", "drop", "sweep"))
        self._repeat = LobbyScript(line, "repeat")
        self._listing, self._changes = LobbyScript(line, "listing"), LobbyScript(line, "changes")

    async def put(self, match: str, row: bytes, process: str, host: str | None = None) -> bool:
        return bool(await self._put(match, row, process, ROW_MS, self._new_epoch(), host or ""))

    async def repeat(self, matches: Sequence[str], process: str) -> list[str]:
        missing = await self._repeat(process, ROW_MS, *matches) if matches else []
        return [match.decode() for match in missing]

    async def drop(self, match: str, process: str | None) -> None:
        await self._drop(match, process or "")

    async def sweep(self) -> None:
        await self._sweep()

    async def listing(self) -> Listing:
        epoch, v, found = await self._listing(self._new_epoch())
        rows = {match.decode(): row for match, row in zip(found[::2], found[1::2], strict=True)}
        return Listing(epoch.decode(), v, rows)

    async def changes(self, after: int) -> list[Change] | None:
        last, found = await self._changes(after)
        changes = [change(entry_id, fields) for entry_id, fields in found]
        return changes if after + len(changes) == last else None

    async def follow(self, on_version: Callable[[int], None]) -> Subscription:
        return await self._wakes.follow(f"{LOBBY}rows:wake", on_version)


def change(entry_id: bytes, fields: list[bytes]) -> Change:
    _, match, _, row = fields
    return Change(int(entry_id.partition(b"-")[0]), match.decode(), row or None)
