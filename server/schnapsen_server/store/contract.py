"""What the other storeys see of the memory: entries, promises, failures. Redis never shows here."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Final, Protocol

from schnapsen_protocol.refusals import SENTENCES, Code

CHECK: Final = -1
"""What a follower hears instead of a version when it may have missed some: read the log."""
PRESENCE: Final = -2
"""What a follower hears when another process has written down who is at the table."""


class StoreError(Exception):
    """The base of everything the store can say instead of an answer."""


class Conflict(StoreError):
    """The log has moved on (or is shorter than thought): catch up from `last` and decide again."""

    def __init__(self, expected: int, last: int) -> None:
        super().__init__(expected, last)
        self.expected = expected
        self.last = last

    def __str__(self) -> str:
        return f"expected the log to end at version {self.expected}, but it ends at {self.last}"


class Filed(StoreError):
    """The match is put away: nothing can be appended to it."""


class Unavailable(StoreError):
    """The store is down, slow, full or read-only. Tell nobody anything.

    An append that ends so may still have been written: sending the same entry again is safe and finds that out.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return f"the store does not answer: {self.reason}"


class Unreadable(StoreError):
    """A log says what this server does not understand. It is left as it is, and nothing of it is shown.

    `code` is for the person: NEWER_MATCH or DAMAGED_MATCH. `reason` is for the operator.
    """

    def __init__(self, code: Code, reason: str) -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason

    def __str__(self) -> str:
        return f"{SENTENCES[self.code]} ({self.reason})"


class StoreRefused(StoreError):
    """The store cannot be opened at all; the sentence says why and what to do."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One command's batch of events. `at` is the server's time in milliseconds; `events` the store never opens."""

    version: int
    at: int
    author: str
    command_id: str
    events: bytes


@dataclass(frozen=True, slots=True)
class Renewed:
    """The epoch of a log that has lost entries; `is_first` for the one who noticed it first."""

    epoch: str
    is_first: bool


class Subscription(Protocol):
    """A follower's hold on a match."""

    async def close(self) -> None:
        """Let go: the follower hears nothing after this."""
        ...


class Log(Protocol):
    """One append-only log per match, with versions 1, 2, 3, … and no gap.

    The log of a match that is put away is read like any other, and takes no entry.
    """

    async def append(self, match: str, expected: int, entry: Entry, follows: int | None = None) -> None:
        """Write the entry as version `expected + 1`, and wake the followers.

        Raises Conflict if the log does not end at `expected`, unless the entry in that place is this very one: then an
        earlier attempt got through, and that is a success. `follows` is the `at` of the last entry that the caller has
        read: Conflict if another stands in its place, for the store has lost that one. Conflict also for the first
        entry of a log that was there before and is lost: no other match takes its name. Raises Filed if it is put away,
        Unavailable.
        """
        ...

    async def read(self, match: str, after: int = 0) -> list[Entry]:
        """Every entry after that version, in order. Raises Unavailable, also if the log has a gap; Unreadable."""
        ...

    async def epoch(self, match: str) -> str | None:
        """The name of this life of the log: another one means that entries were lost. None: there never was a log."""
        ...

    async def renew(self, match: str, epoch: str) -> Renewed | None:
        """Entries of this epoch are gone: give the log another epoch, unless somebody has, and wake its followers.

        None: nothing is left of the log. Raises Unavailable.
        """
        ...

    def matches(self) -> AsyncIterator[str]:
        """Every match that has a log, each once, in no order. Those begun meanwhile may be left out."""
        ...

    async def follow(self, match: str, on_version: Callable[[int], None]) -> Subscription:
        """Call back with each version appended from now on, by any process, in order.

        Returns once the store has confirmed, so that following first and reading then leaves no gap (the first call
        may come before this returns). Calls back from the event loop, never from within another call here. Calls with
        CHECK when versions may have been missed (a lost connection came back), with PRESENCE when who is there has
        changed. Raises Unavailable.
        """
        ...


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A match of a player that is over since `at` (milliseconds). The store never opens the summary."""

    match: str
    at: int
    summary: bytes


class PlayerBook(Protocol):
    """What is remembered of a player: a name, and the matches, each in one of two lists.

    All methods raise Unavailable.
    """

    async def name(self, player: str) -> str | None: ...

    async def rename(self, player: str, name: str) -> None: ...

    async def visit(self, player: str) -> None:
        """The player is here: from now on everything of him is kept for the whole time again."""
        ...

    async def add_match(self, player: str, match: str, at: int) -> None:
        """Put the match on the list of those that go on, or move it to where `at` (milliseconds) belongs.

        The oldest of the list may go. Nothing happens to a match that is on the other list.
        """
        ...

    async def finish_match(self, player: str, finished: FinishedMatch) -> None:
        """Put the match on the list of those that are over instead, once. The oldest of these may go."""
        ...

    async def drop_match(self, player: str, match: str) -> None:
        """Take the match off either list."""
        ...

    async def matches(self, player: str, limit: int) -> list[str]:
        """The player's matches that go on, newest first."""
        ...

    async def finished_matches(self, player: str) -> list[FinishedMatch]:
        """The player's matches that are over, newest first; by their ids where they ended in one moment."""
        ...


class ReviewBook(Protocol):
    """What the computer found in finished matches, seat by seat, for a while. All methods raise Unavailable."""

    async def read(self, match: str, seat: int) -> bytes | None: ...

    async def keep(self, match: str, seat: int, review: bytes) -> None: ...

    async def hold(self, match: str, seat: int, process: str, ms: int) -> bool:
        """Whether this process is the one to go on with the review, for so long."""
        ...
