"""A log and a player's book in memory, for tests of rooms that need thousands of them, and failures on demand."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable

from schnapsen_server.store.contract import CHECK, Conflict, Entry, Renewed, Unavailable


class Following:
    """Implements Subscription."""

    def __init__(self, log: "MemoryLog", match: str, on_version: Callable[[int], None]) -> None:
        self._followers, self._on_version = log.followers[match], on_version
        self._followers.append(on_version)

    async def close(self) -> None:
        if self._on_version in self._followers:
            self._followers.remove(self._on_version)


class MemoryLog:
    """Implements Log. While `down` it is unavailable; with `loses_answers` it stores an append and does not say so."""

    def __init__(self) -> None:
        self.entries: defaultdict[str, list[Entry]] = defaultdict(list)
        self.followers: defaultdict[str, list[Callable[[int], None]]] = defaultdict(list)
        self.epochs: defaultdict[str, str] = defaultdict(lambda: "first")
        self.down = False
        self.loses_answers = False
        self.wakes = True
        self.reads = 0

    async def append(self, match: str, expected: int, entry: Entry) -> None:
        assert entry.version == expected + 1
        await self.answer()
        entries = self.entries[match]
        if len(entries) != expected:
            there = entries[expected] if len(entries) > expected else None
            if there != entry:
                raise Conflict(expected, len(entries))
        else:
            self.write(match, [entry])
        if self.loses_answers:
            raise Unavailable("the answer is lost")

    def write(self, match: str, entries: Iterable[Entry]) -> None:
        """Append as another process would, without being asked."""
        for entry in entries:
            self.entries[match].append(entry)
            if self.wakes:
                self.wake(match, entry.version)

    def wake(self, match: str, version: int) -> None:
        for follower in self.followers[match]:
            asyncio.get_running_loop().call_soon(follower, version)

    async def read(self, match: str, after: int = 0) -> list[Entry]:
        self.reads += 1
        await self.answer()
        return self.entries[match][after:]

    async def epoch(self, match: str) -> str | None:
        await self.answer()
        return self.epochs[match] if self.entries[match] else None

    async def renew(self, match: str, epoch: str) -> Renewed | None:
        await self.answer()
        if not self.entries[match]:
            return None
        is_first = self.epochs[match] == epoch
        if is_first:
            self.epochs[match] = f"after {epoch}"
        if self.wakes:
            self.wake(match, CHECK)
        return Renewed(self.epochs[match], is_first)

    async def matches(self) -> AsyncIterator[str]:
        await self.answer()
        for match in list(self.entries):
            yield match

    async def follow(self, match: str, on_version: Callable[[int], None]) -> Following:
        await self.answer()
        return Following(self, match, on_version)

    async def answer(self) -> None:
        await asyncio.sleep(0)  # as a round trip would, let the others run
        if self.down:
            raise Unavailable("it is down")


class MemoryBook:
    """Implements PlayerBook."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self.lists: defaultdict[str, dict[str, int]] = defaultdict(dict)
        self.down = False

    async def name(self, player: str) -> str | None:
        self.answer()
        return self.names.get(player)

    async def rename(self, player: str, name: str) -> None:
        self.answer()
        self.names[player] = name

    async def visit(self, player: str) -> None:
        self.answer()

    async def add_match(self, player: str, match: str, at: int) -> None:
        self.answer()
        self.lists[player][match] = at

    async def drop_match(self, player: str, match: str) -> None:
        self.answer()
        self.lists[player].pop(match, None)

    async def matches(self, player: str, limit: int) -> list[str]:
        self.answer()
        return sorted(self.lists[player], key=lambda match: -self.lists[player][match])[:limit]

    def answer(self) -> None:
        if self.down:
            raise Unavailable("it is down")
