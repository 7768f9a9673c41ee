"""A log and a player's book in memory, for tests of rooms that need thousands of them, and failures on demand.

They keep the promises of the real store: the tests of its contract are put to both.
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable
from typing import TypeVar

from schnapsen_server.store.contract import CHECK, Conflict, Entry, FinishedMatch, Renewed, Unavailable

T = TypeVar("T")


class Following:
    """Implements Subscription."""

    def __init__(self, log: "MemoryLog", match: str, on_version: Callable[[int], None]) -> None:
        self._followers, self._on_version = log.followers[match], on_version
        self._closed = False
        self._followers.append(self.tell)

    def tell(self, version: int) -> None:
        if not self._closed:
            self._on_version(version)

    async def close(self) -> None:
        self._closed = True
        if self.tell in self._followers:
            self._followers.remove(self.tell)


class MemoryLog:
    """Implements Log. While `down` it is unavailable; with `loses_answers` it stores an append and does not say so."""

    def __init__(self) -> None:
        self.entries: defaultdict[str, list[Entry]] = defaultdict(list)
        self.followers: defaultdict[str, list[Callable[[int], None]]] = defaultdict(list)
        self.epochs: dict[str, str] = {}
        self.down = False
        self.loses_answers = False
        self.wakes = True
        self.reads = 0

    async def append(self, match: str, expected: int, entry: Entry, follows: int | None = None) -> None:
        assert entry.version == expected + 1
        await self.ask("append", lambda: self._append(match, expected, entry, follows))
        if self.loses_answers:
            raise Unavailable("the answer is lost")

    def _append(self, match: str, expected: int, entry: Entry, follows: int | None) -> None:
        entries = self.entries[match]
        if len(entries) != expected:
            if entries[expected : expected + 1] != [entry]:
                raise Conflict(expected, len(entries))
        elif expected == 0 and match in self.epochs:
            raise Conflict(0, 0)
        elif entries and follows not in (None, entries[-1].at):
            raise Conflict(expected, expected)
        else:
            self.write(match, [entry])

    def write(self, match: str, entries: Iterable[Entry]) -> None:
        """Append as another process would, without being asked."""
        for entry in entries:
            self.epochs.setdefault(match, "first")
            self.entries[match].append(entry)
            if self.wakes:
                self.wake(match, entry.version)

    def wake(self, match: str, version: int) -> None:
        for follower in self.followers[match]:
            asyncio.get_running_loop().call_soon(follower, version)

    async def read(self, match: str, after: int = 0) -> list[Entry]:
        self.reads += 1
        return await self.ask("read", lambda: self._read(match, after))

    def _read(self, match: str, after: int) -> list[Entry]:
        entries = [entry for entry in self.entries[match] if entry.version > after]
        for version, entry in enumerate(entries, after + 1):
            if entry.version != version:
                raise Unavailable(f"the log of {match} lacks version {version}")
        return entries

    async def epoch(self, match: str) -> str | None:
        return await self.ask("epoch", lambda: self.epochs.get(match))

    async def renew(self, match: str, epoch: str) -> Renewed | None:
        return await self.ask("renew", lambda: self._renew(match, epoch))

    def _renew(self, match: str, epoch: str) -> Renewed | None:
        if self.wakes:
            self.wake(match, CHECK)
        if not self.entries[match]:
            return None
        is_first = self.epochs[match] == epoch
        if is_first:
            self.epochs[match] = f"after {epoch}"
        return Renewed(self.epochs[match], is_first)

    async def matches(self) -> AsyncIterator[str]:
        for match in await self.ask("matches", lambda: [one for one, there in self.entries.items() if there]):
            yield match

    async def follow(self, match: str, on_version: Callable[[int], None]) -> Following:
        return await self.ask("follow", lambda: Following(self, match, on_version))

    async def ask(self, what: str, do: Callable[[], T]) -> T:
        """Have the store do something, all at once, and hear what came of it."""
        await asyncio.sleep(0)  # as a round trip would, let the others run
        if self.down:
            raise Unavailable("it is down")
        return do()


class MemoryBook:
    """Implements PlayerBook. It is down when its log is, if it has one."""

    def __init__(self, log: MemoryLog | None = None) -> None:
        self.names: dict[str, str] = {}
        self.lists: defaultdict[str, dict[str, int]] = defaultdict(dict)
        self.finished: defaultdict[str, dict[str, FinishedMatch]] = defaultdict(dict)
        self.down = False
        self._log = log

    async def name(self, player: str) -> str | None:
        return await self._ask("name", lambda: self.names.get(player))

    async def rename(self, player: str, name: str) -> None:
        await self._ask("rename", lambda: self.names.__setitem__(player, name))

    async def visit(self, player: str) -> None:
        await self._ask("visit", lambda: None)

    async def add_match(self, player: str, match: str, at: int) -> None:
        def add() -> None:
            if match not in self.finished[player]:
                self.lists[player][match] = at

        await self._ask("add_match", add)

    async def finish_match(self, player: str, finished: FinishedMatch) -> None:
        def move() -> None:
            self.lists[player].pop(finished.match, None)
            self.finished[player][finished.match] = finished

        await self._ask("finish_match", move)

    async def drop_match(self, player: str, match: str) -> None:
        def drop() -> None:
            self.lists[player].pop(match, None)
            self.finished[player].pop(match, None)

        await self._ask("drop_match", drop)

    async def matches(self, player: str, limit: int) -> list[str]:
        def newest_first() -> list[str]:
            return sorted(self.lists[player], key=lambda match: -self.lists[player][match])[: max(0, limit)]

        return await self._ask("matches of a player", newest_first)

    async def finished_matches(self, player: str) -> list[FinishedMatch]:
        def newest_first() -> list[FinishedMatch]:
            return sorted(self.finished[player].values(), key=lambda one: (one.at, one.match), reverse=True)

        return await self._ask("finished matches of a player", newest_first)

    async def _ask(self, what: str, do: Callable[[], T]) -> T:
        if self.down:
            raise Unavailable("it is down")
        return do() if self._log is None else await self._log.ask(what, do)
