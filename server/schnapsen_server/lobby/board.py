"""This process's copy of the list, and those who look at it: they see all of it first, then what changes."""

import asyncio
from collections.abc import Callable, Iterable

from schnapsen_protocol.codec import Encoded, write
from schnapsen_server.store.contract import Subscription
from schnapsen_server.store.lobby_contract import Rows

from .callers import Caller
from .often import often

TELL_SECONDS = 0.5
"""Changes within this time are told together."""
READ_SECONDS = 2.0
"""The changes are read at least so often, should a wake-up call be lost."""
ONLINE_TELLS = 4
"""A number of people that alone has changed is told with every so many tells."""


class Board:
    """What the lobby shows. Rows are kept as they came: who put them made them JSON."""

    def __init__(self, rows: Rows, online: Callable[[], int]) -> None:
        self._rows, self._online = rows, online
        self._epoch, self._v = "", 0
        self._shown: dict[str, bytes] = {}
        self._viewers: dict[Caller, None] = {}
        self._changed: dict[str, bytes | None] = {}
        self._told_online = 0
        self._tells = 0
        self._news = asyncio.Event()
        self._subscription: Subscription | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Raises Unavailable."""
        self._subscription = await self._rows.follow(lambda _: self._news.set())
        await self._read_all()
        self._tasks = [
            asyncio.create_task(often(READ_SECONDS, self._read_on, self._news), name="board"),
            asyncio.create_task(often(TELL_SECONDS, self._tell_changes), name="board tells"),
        ]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._subscription is not None:
            await self._subscription.close()

    # Viewers

    async def enter(self, caller: Caller, epoch: str | None, version: int | None) -> None:
        """Show the list, or what changed in it since; from now on tell what changes. Raises Unavailable."""
        recovered = None if version is None else False
        put, drop = self._shown.values(), list[str]()
        if version is not None and epoch == self._epoch:
            if version > self._v:
                await self._read_on()
            missed = await self._rows.changes(version)
            if missed is not None and version <= self._v and epoch == self._epoch:
                recovered = True
                newest = {change.match: change.row for change in missed if change.v <= self._v}
                put = {match: row for match, row in newest.items() if row is not None}.values()
                drop = [match for match, row in newest.items() if row is None]
        self._viewers[caller] = None
        caller.outbox.answer(self._lobby(recovered, put, drop))

    def leave(self, caller: Caller) -> None:
        self._viewers.pop(caller, None)

    def newest(self, caller: Caller) -> bytes | None:
        """All of the list for a viewer who fell behind; None if he is not one."""
        return self._lobby(False, self._shown.values(), []) if caller in self._viewers else None

    def _lobby(self, recovered: bool | None, put: Iterable[bytes], drop: list[str]) -> bytes:
        tables: list[Encoded] = []
        live: list[Encoded] = []
        for row in put:
            (live if row.endswith(LIVE) else tables).append(Encoded(row))
        return write(
            {
                "epoch": self._epoch,
                "v": self._v,
                "recovered": recovered,
                "tables": tables,
                "live": live,
                "drop": drop,
                "online": self._online(),
                "t": "lobby",
            }
        )

    async def _tell_changes(self) -> None:
        self._tells += 1
        online = self._online()
        if self._changed or (self._tells % ONLINE_TELLS == 0 and online != self._told_online):
            self._tell(online)

    def _tell(self, online: int) -> None:
        changed, self._changed = self._changed, {}
        self._told_online = online
        if not self._viewers:
            return
        put = [Encoded(row) for row in changed.values() if row is not None]
        drop = [match for match, row in changed.items() if row is None]
        frame = write({"v": self._v, "put": put, "drop": drop, "online": online, "t": "lobby_changed"})
        for viewer in self._viewers:
            viewer.outbox.update(frame)

    # Following the store

    async def _read_on(self) -> None:
        changes = await self._rows.changes(self._v)
        if changes is None:
            await self._read_all()
            return
        for change in changes:
            if change.v <= self._v:  # read meanwhile
                continue
            self._v = change.v
            self._changed[change.match] = change.row
            if change.row is None:
                self._shown.pop(change.match, None)
            else:
                self._shown[change.match] = change.row

    async def _read_all(self) -> None:
        listing = await self._rows.listing()
        self._epoch, self._v, self._shown = listing.epoch, listing.v, listing.rows
        self._changed.clear()
        for viewer in self._viewers:
            viewer.outbox.update(self._lobby(False, self._shown.values(), []))


LIVE = b'"t":"live"}'
"""How the JSON of a row of a running match ends."""
