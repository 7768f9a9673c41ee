"""Opening the memory: a Redis that somebody runs, or else an embedded store in the data directory."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Self

from .address import PATIENCE, new_connection, open_client
from .archive import RedisArchive
from .binary import find_binary
from .contract import Log, PlayerBook, ReviewBook, StoreRefused, Unavailable
from .datadir import SECRET_SIZE, keep_secret
from .deadlines import RedisDeadlines
from .embedded import Embedded
from .fleet import RedisFleet
from .follow import Wakes
from .footprint import Family, footprint
from .keeping import USUAL, Keeping
from .limits import Limits, RedisLimits
from .line import Line
from .lobby_contract import Queue, Rows
from .log import RedisLog
from .players import RedisPlayers
from .presence import RedisPresence
from .queue import RedisQueue
from .ratings import RedisResults, ResultBook
from .reviews import RedisReviews
from .rows import RedisRows
from .table_contract import Tables

OLDEST = 7
SECRET_KEY = "schnapsen:secret"
READY_KEY, READY_MS = "schnapsen:ready", 60_000


class Store:
    """The open memory. Made by `open_store`; close it when the last room sleeps."""

    def __init__(
        self,
        log: Log,
        players: PlayerBook,
        tables: Tables,
        queue: Queue,
        rows: Rows,
        results: ResultBook,
        limits: Limits,
        reviews: ReviewBook,
        line: Line,
        commit: Line,
        secret: Callable[[], Awaitable[bytes]],
        owned: AsyncExitStack,
    ) -> None:
        self.log = log
        self.players = players
        self.tables = tables
        self.queue = queue
        self.rows = rows
        self.results = results
        self.limits = limits
        self.reviews = reviews
        self._line = line
        self._commit = commit
        self._secret = secret
        self._owned = owned

    @property
    def round_trips(self) -> int:
        """How many round trips all appends so far have cost."""
        return self._commit.round_trips

    async def ping(self) -> None:
        """Returns if the store takes what is written: a full or a read-only one answers, too. Raises Unavailable."""
        await self._line.ask("SET", READY_KEY, "", "PX", READY_MS)

    async def footprint(self) -> dict[str, Family]:
        """What the memory is used for. Looks at every key. Raises Unavailable."""
        return await footprint(self._line)

    async def used_memory(self) -> int:
        """In bytes, with all that the store needs for itself. Raises Unavailable."""
        return int((await self._line.ask("INFO", "memory"))["used_memory"])

    async def secret(self) -> bytes:
        """32 random bytes that stay the same as long as the store does; whoever knows them can be anybody."""
        return await self._secret()

    async def close(self) -> None:
        await self._owned.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


async def open_store(
    redis_url: str | None,
    data: Path,
    *,
    running: str | None = None,
    random_bytes: Callable[[int], bytes] = secrets.token_bytes,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    patience: float = PATIENCE,
    keeping: Keeping = USUAL,
) -> Store:
    """The store at that address; without one, a store of our own in `data`. Raises StoreRefused.

    `running` is the address of our own store, if the process that started this one has it.
    """
    async with AsyncExitStack() as owned:
        url = redis_url or running
        if url is None:
            embedded = Embedded(data, find_binary(), sleep=sleep)
            await embedded.start()
            owned.push_async_callback(embedded.stop)
            owned.push_async_callback(end, asyncio.create_task(embedded.guard(), name="store guard"))
            url = embedded.url

        line = Line(open_client(url, patience), patience)
        owned.push_async_callback(line.close)
        await greet(line)
        # A line of its own for the lobby and for signs of life: heartbeats must not wait behind a thousand tables.
        lobby_line = Line(open_client(url, patience), patience)
        owned.push_async_callback(lobby_line.close)
        commit = Line(open_client(url, patience), patience, at_once=1)  # one after the other: appends share their fsync
        owned.push_async_callback(commit.close)
        wake_client = open_client(url, patience)
        owned.push_async_callback(wake_client.aclose)
        wakes = Wakes(partial(new_connection, wake_client), sleep=sleep, patience=patience)
        owned.push_async_callback(wakes.close)
        wakes.start()

        async def secret() -> bytes:
            if redis_url is None:
                return keep_secret(data, random_bytes)
            await line.ask("SET", SECRET_KEY, random_bytes(SECRET_SIZE), "NX")
            found: bytes = await line.ask("GET", SECRET_KEY)
            return found

        def new_epoch() -> str:
            return random_bytes(8).hex()

        archive = RedisArchive(line)
        log = RedisLog(line, commit, wakes, new_epoch, archive)
        tables = Tables(RedisDeadlines(line), RedisPresence(line), RedisFleet(lobby_line), archive)
        queue, rows = RedisQueue(lobby_line, wakes, keeping=keeping), RedisRows(lobby_line, wakes, new_epoch)
        return Store(
            log,
            RedisPlayers(line, keeping),
            tables,
            queue,
            rows,
            RedisResults(line, keeping),
            RedisLimits(line),
            RedisReviews(line),
            line,
            commit,
            secret,
            owned.pop_all(),
        )


async def end(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.wait([task])


async def greet(line: Line) -> None:
    """Refuse a store that is not there or too old."""
    try:
        server = await line.ask("INFO", "server")
    except Unavailable as down:
        raise StoreRefused(f"The store cannot be used: {down.reason}") from down
    version = str(server["redis_version"])
    if int(version.partition(".")[0]) < OLDEST:
        raise StoreRefused(f"The store is a Redis {version}; version {OLDEST} or newer is needed.")
