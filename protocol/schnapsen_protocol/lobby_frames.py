"""The frames of the lobby: the list of tables and matches, and the search for an opponent."""

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from .cards import Preset
from .commands import STRICT
from .ratings import RatingMark, Reliability
from .terms import ClockRule

Version = Annotated[int, Field(ge=0, le=2**53)]


@dataclass(frozen=True, slots=True)
class EnterLobby:
    """Be told the list, and from then on what changes in it. With a position: what changed since."""

    __pydantic_config__ = STRICT
    epoch: str | None = None
    version: Version | None = None
    t: Literal["enter_lobby"] = "enter_lobby"


@dataclass(frozen=True, slots=True)
class LeaveLobby:
    """Be told the list no more. A search goes on."""

    __pydantic_config__ = STRICT
    t: Literal["leave_lobby"] = "leave_lobby"


@dataclass(frozen=True, slots=True)
class Seek:
    """Look for an opponent who wants the same preset and clock.

    The match is rated if both ask for it. The search ends with `stop_seeking`, or two seconds after the last socket
    of the player that searches is closed; whoever searches again within half a minute goes on waiting where he was.
    """

    __pydantic_config__ = STRICT
    preset: Preset
    clock: ClockRule | None
    rated: bool = False
    t: Literal["seek"] = "seek"


@dataclass(frozen=True, slots=True)
class StopSeeking:
    """End the search in all tabs."""

    __pydantic_config__ = STRICT
    t: Literal["stop_seeking"] = "stop_seeking"


LobbyClientFrame: TypeAlias = EnterLobby | LeaveLobby | Seek | StopSeeking


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """Somebody in the list. Guests have no `rating`."""

    player: str
    name: str
    rating: RatingMark | None
    reliability: Reliability


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table with a free seat: `join` with `sit` takes it. It stands as long as its host is there."""

    match: str
    host: ListedPlayer
    preset: Preset
    clock: ClockRule | None
    rated: bool
    at: int
    """Since when it waits, in server ms since 1970."""
    hide_points: bool = False
    t: Literal["table"] = "table"


@dataclass(frozen=True, slots=True)
class LiveRow:
    """A match that is being played and may be watched."""

    match: str
    players: tuple[ListedPlayer, ListedPlayer]
    preset: Preset
    clock: ClockRule | None
    rated: bool
    score: tuple[int, int]
    watchers: int
    at: int
    """When the match began, in server ms since 1970."""
    t: Literal["live"] = "live"


@dataclass(frozen=True, slots=True)
class Lobby:
    """The answer to `enter_lobby`: everything, or with `recovered` true what changed since the client's position.

    `drop` names the matches whose rows have gone since; without `recovered` true, rows that are not here are gone.
    """

    epoch: str
    v: int
    recovered: bool | None
    tables: tuple[TableRow, ...]
    live: tuple[LiveRow, ...]
    drop: tuple[str, ...]
    online: int
    """People who are connected."""
    t: Literal["lobby"] = "lobby"


@dataclass(frozen=True, slots=True)
class LobbyChanged:
    """The list stands at version `v` now: rows that are new or other, of either kind, and those that are gone."""

    v: int
    put: tuple[Annotated[TableRow | LiveRow, Field(discriminator="t")], ...]
    drop: tuple[str, ...]
    online: int
    t: Literal["lobby_changed"] = "lobby_changed"


@dataclass(frozen=True, slots=True)
class Seeking:
    """The search of this player as it stands, in whichever tab it began. Comes again when something of it changes."""

    since: int
    """In server ms since 1970; `now` is the server's time."""
    range: int | None
    """How far from one's own an opponent's rating may be by now; `None`: as far as it likes. It never narrows."""
    expected_ms: int | None
    """How long those searched who found somebody last."""
    offer_computer: bool
    """Nobody has come for a while: offer a match against the computer. The search goes on meanwhile."""
    now: int
    t: Literal["seeking"] = "seeking"


@dataclass(frozen=True, slots=True)
class SeekEnded:
    """This player searches no more."""

    t: Literal["seek_ended"] = "seek_ended"


@dataclass(frozen=True, slots=True)
class Paired:
    """An opponent is found, or this player plays a match already: join it."""

    match: str
    within_ms: int | None = None
    """Whoever is not there by then loses the place; `null` if that was said before, or the match has begun."""
    t: Literal["paired"] = "paired"


LobbyServerFrame: TypeAlias = Lobby | LobbyChanged | Seeking | SeekEnded | Paired
LOBBY_PARTS: tuple[type, ...] = (TableRow, LiveRow, ListedPlayer)
