"""What the lobby's memory promises: who waits for an opponent, whom the house paired, which rows the list shows.

All times are milliseconds of the store's own clock, which is one for all processes.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from .contract import Subscription


@dataclass(frozen=True, slots=True)
class Ticket:
    """One player's wish for an opponent. There is one for a player, however many tabs hold it."""

    player: str
    name: str
    pool: str
    """Only tickets of one pool are paired: it spells out what must be the same for both."""
    rated: bool
    rating: float
    deviation: float
    since: int
    """When the wait began. Whoever comes back soon keeps his place."""
    head: bool = False
    """Goes before everybody: his opponent never came."""
    recent: tuple[str, ...] = ()
    """Those whom he met last."""
    avoided: tuple[str, ...] = ()
    """Those whom he blocked, or who blocked him."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two who are to play the match that is named, from the moment on in which both tickets were taken."""

    match: str
    pool: str
    dealer: int
    at: int
    players: tuple[Ticket, Ticket]
    """In the order of the seats."""
    opened: bool = False
    """The match's log is there, and both were told."""
    shown: tuple[str, ...] = ()
    """Who has come to the table."""

    @property
    def missing(self) -> tuple[str, ...]:
        return tuple(ticket.player for ticket in self.players if ticket.player not in self.shown)


@dataclass(frozen=True, slots=True)
class Place:
    """What the queue knows of a player: his ticket, or the match in which he is awaited."""

    ticket: Ticket | None = None
    match: str | None = None
    unopened: Pairing | None = None
    """The pairing of that match, if nobody has opened it yet."""


class NewsKind(StrEnum):
    PAIRED = "paired"
    """`match` is open and awaits both `players`."""
    STOPPED = "stopped"
    """The player gave up his ticket; all his tabs should know."""
    BACK = "back"
    """The player's opponent never came: he is to wait again, before everybody else."""


@dataclass(frozen=True, slots=True)
class News:
    kind: NewsKind
    players: tuple[str, ...]
    match: str | None = None


@dataclass(frozen=True, slots=True)
class Pulse:
    """What a heartbeat tells the process that gave it."""

    online: int
    """How many people are connected, over all processes."""
    lapsed: bool
    """The heartbeat came too late: what this process held may have been let go."""
    now: int


@dataclass(frozen=True, slots=True)
class Census:
    """How many of each there are."""

    tickets: int
    pairings: int
    """To whose match somebody has still to come."""
    awaited: int
    """Players who have not come to theirs."""


class Queue(Protocol):
    """The queue of those who want an opponent. All methods raise Unavailable.

    A holder is one connection, `<process>:<number>`. A ticket lives as long as one of its holders, and a holder no
    longer than the heartbeats of his process: when these stay away, the ticket counts no more within two seconds.
    """

    no_show_ms: int
    """How long those who were paired may take to come to their match."""

    async def beat(self, process: str, online: int) -> Pulse:
        """This process lives, and so many people are connected to it. To be said at least twice a second."""
        ...

    async def leave(self, process: str) -> None:
        """This process ends."""
        ...

    async def seek(self, ticket: Ticket, holder: str) -> Place:
        """Put the ticket in, or hold the one that is there for the same pool. The answer has what counts now.

        A player who is awaited in a match, or plays one, gets that match instead.
        """
        ...

    async def hold(self, player: str, holder: str) -> Place:
        """Hold the player's ticket from one more connection, if there is one."""
        ...

    async def let_go(self, player: str, holder: str) -> None:
        """This connection holds the ticket no more. The last one to let go ends it; its place is kept a while."""
        ...

    async def stop(self, player: str) -> None:
        """End the player's ticket, whoever holds it, and tell all processes."""
        ...

    async def waiting(self, process: str) -> tuple[int, list[Ticket]] | None:
        """The time and all live tickets, oldest first; None while another process sees to the pairing."""
        ...

    async def pair(self, first: Ticket, second: Ticket, match: str, dealer: int) -> Pairing | None:
        """Take both tickets and write down the pairing, in one step; None if one of them counts no more.

        Neither may be in a match, and the two may not avoid each other.
        """
        ...

    async def opened(self, match: str) -> None:
        """The pairing's log is written: tell both, and begin to wait for them. Does nothing the second time."""
        ...

    async def shown(self, match: str, player: str) -> None:
        """The player has come to the table. Cheap, and nothing, for a match that was not made here."""
        ...

    async def due(self, limit: int) -> list[Pairing]:
        """Pairings to be seen to: not opened yet, or somebody has not come. Each is given to one caller at a time."""
        ...

    async def settle(self, match: str, *, back: bool) -> Pairing | None:
        """End a pairing in which somebody has not come; with `back`, whoever has come waits again, before all others.

        None if it was settled before. The answer is how it stood.
        """
        ...

    async def playing(self, sitting: Mapping[str, str]) -> None:
        """Each of these players plays the match beside his name now. Holds for some heartbeats."""
        ...

    async def finished(self, match: str, players: Sequence[str]) -> None:
        """These no longer play the match."""
        ...

    async def match_of(self, player: str) -> str | None:
        """The match in which the player is awaited, or which he plays."""
        ...

    async def block(self, player: str, other: str) -> None:
        """The two are never paired again."""
        ...

    async def unblock(self, player: str, other: str) -> None: ...

    async def blocked(self, player: str) -> list[str]:
        """Those whom the player blocks."""
        ...

    async def typical_wait(self, pool: str) -> int | None:
        """How long those waited who were paired last; None while nobody was."""
        ...

    async def census(self) -> Census: ...

    async def follow(self, on_news: Callable[[int], None]) -> Subscription:
        """Call back with the number of each piece of news from now on, as Log.follow does with versions."""
        ...

    async def news(self, after: int | None) -> tuple[int, list[News]]:
        """The number of the newest, and all after that one; with None only the number.

        A number lower than that one: the store has lost some.
        """
        ...


@dataclass(frozen=True, slots=True)
class Change:
    """Version `v` of the list: the row of `match` is this now, or gone with None."""

    v: int
    match: str
    row: bytes | None


@dataclass(frozen=True, slots=True)
class Listing:
    """All rows as they stand at version `v` of `epoch`."""

    epoch: str
    v: int
    rows: dict[str, bytes]


class Rows(Protocol):
    """The list of tables and matches. What a row says, this storey does not read. All methods raise Unavailable.

    A row lives as long as somebody repeats it: the one whose process died goes by itself.
    """

    async def put(self, match: str, row: bytes, process: str, host: str | None = None) -> bool:
        """Show this row for a few heartbeats. A repetition that says nothing new makes no version.

        With a `host` it is the row of a table where one may sit down. It is not shown while he plays elsewhere: then
        the answer is False.
        """
        ...

    async def repeat(self, matches: Sequence[str], process: str) -> list[str]:
        """Show these rows for as long again. The answer names those that are not there, or go for their host's sake."""
        ...

    async def drop(self, match: str, process: str | None) -> None:
        """The row goes. With a process: only if that one was the last to put it."""
        ...

    async def sweep(self) -> None:
        """Drop what nobody repeats. Any process may, at any time."""
        ...

    async def listing(self) -> Listing: ...

    async def changes(self, after: int) -> list[Change] | None:
        """All after that version; None when they are kept no more."""
        ...

    async def follow(self, on_version: Callable[[int], None]) -> Subscription:
        """Call back with each version from now on, as Log.follow does."""
        ...
