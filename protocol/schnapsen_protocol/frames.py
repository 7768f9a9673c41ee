"""The frames of the websocket: one JSON text message each, told apart by `t`."""

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from .advice import Advice
from .cards import Seat
from .commands import STRICT, Command
from .events import Event
from .lobby_frames import LobbyClientFrame, LobbyServerFrame
from .refusals import Code
from .views import ChatLine, View

MAX_FRAME_BYTES = 4096
"""Of a frame from a client."""

MatchId = Annotated[str, Field(min_length=1, max_length=32, pattern=r"^[A-Za-z0-9_-]+$")]
CommandId = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[!-~]+$")]
Key = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Version = Annotated[int, Field(ge=0, le=2**53)]


@dataclass(frozen=True, slots=True)
class Hello:
    """The first frame of a client."""

    __pydantic_config__ = STRICT
    protocol: int
    t: Literal["hello"] = "hello"


@dataclass(frozen=True, slots=True)
class Join:
    """Sit at a match or watch it.

    With the `invite` key a free seat is taken, and with `sit` that of a listed table; a player gets his own seat back
    in any case.
    """

    __pydantic_config__ = STRICT
    match: MatchId
    invite: Key | None = None
    sit: bool = False
    watch: bool = False
    """Only look on, as the gallery does. Not for the match's own players, who always see their own seat."""
    glance: bool = False
    """Only look on, from the gallery in any case, and not be counted or named as a watcher: for a small board beside
    something else."""
    history: bool = False
    """Tell all events of the match so far, too."""
    recent: bool = False
    """Tell the events of this hand and of the one before, too: of earlier ones the view tells the scores."""
    t: Literal["join"] = "join"


@dataclass(frozen=True, slots=True)
class Resume:
    """Come back to a match after `version` of `epoch`, which was written at the server's time `at`."""

    __pydantic_config__ = STRICT
    match: MatchId
    epoch: str
    version: Version
    at: Version | None = None
    """As the `joined` or `update` of that version said: a log that lost its end and went on has another time there."""
    t: Literal["resume"] = "resume"


@dataclass(frozen=True, slots=True)
class Leave:
    """Get up on purpose. A player who does so is waited for less long than one whose line dropped."""

    __pydantic_config__ = STRICT
    t: Literal["leave"] = "leave"


@dataclass(frozen=True, slots=True)
class Submit:
    """Ask for a command. `id` is the client's, new for each intent and the same for each resend.

    With `version` the command is refused as `STALE` if the table has changed since.
    """

    __pydantic_config__ = STRICT
    id: CommandId
    command: Annotated[Command, Field(discriminator="t")]
    version: Version | None = None
    t: Literal["submit"] = "submit"


@dataclass(frozen=True, slots=True)
class Probe:
    """Ask for a heartbeat at once."""

    __pydantic_config__ = STRICT
    t: Literal["probe"] = "probe"


@dataclass(frozen=True, slots=True)
class Echo:
    """The answer to a heartbeat that has an `n`, to be sent at once: so the server measures the line."""

    __pydantic_config__ = STRICT
    n: Annotated[int, Field(ge=0, le=2**53)]
    t: Literal["echo"] = "echo"


@dataclass(frozen=True, slots=True)
class AskHint:
    """Ask what to do now, at a table whose terms allow hints. Nobody else hears of it."""

    __pydantic_config__ = STRICT
    id: CommandId
    t: Literal["ask_hint"] = "ask_hint"


ClientFrame: TypeAlias = Hello | Join | Resume | Leave | Submit | Probe | Echo | AskHint | LobbyClientFrame


@dataclass(frozen=True, slots=True)
class Welcome:
    """The answer to a hello that the server understands."""

    protocol: int
    player: str
    name: str
    heartbeat_ms: int
    """How often a heartbeat comes. Two missed ones mean that the line is dead."""
    client: str
    """A digest of the pages that this server sends. A page that was loaded under another one is out of date."""
    t: Literal["welcome"] = "welcome"


@dataclass(frozen=True, slots=True)
class Joined:
    """The whole table after `join` or `resume`.

    After `join`, `recovered` is `None`, and `events` has the whole match, or the last two hands, if that was asked for.
    After `resume` it is true when `events` holds everything since the client's version, and false when the server
    cannot say what was missed: then `events` is empty and only the view counts. With false it also comes unasked, and
    with another `epoch`: when the store has lost entries that were told.
    """

    match: str
    epoch: str
    v: int
    seat: Seat | None
    recovered: bool | None
    events: tuple[Event, ...]
    view: View
    left_ms: int | None
    presence: tuple[bool, bool]
    watchers: int
    now: int
    """The server's time in ms since 1970."""
    at: int = 0
    """When version `v` was written, in the server's time."""
    chat: tuple[ChatLine, ...] = ()
    """What was said at this table, the last 200 lines."""
    invite: str | None = None
    """The key that seats the opponent: told to the player at the table while the seat is free."""
    t: Literal["joined"] = "joined"


@dataclass(frozen=True, slots=True)
class Update:
    """Version `v` of the match: what happened, and the table after it.

    A client that fell behind gets one update whose `v` jumps; its `events` are then empty.
    """

    v: int
    at: int
    """Server time in ms since 1970."""
    events: tuple[Event, ...]
    view: View
    left_ms: int | None
    """Milliseconds until the server deals the next hand by itself; `None` when it does not."""
    now: int
    """The server's time when this was sent: later than `at` when this stands for several missed updates."""
    t: Literal["update"] = "update"


@dataclass(frozen=True, slots=True)
class Ack:
    """The command `id` is stored as version `v`."""

    id: str
    v: int
    t: Literal["ack"] = "ack"


@dataclass(frozen=True, slots=True)
class Refusal:
    """The command `id` changed nothing. `legal` is what the asker may do instead."""

    id: str
    code: Code
    sentence: str
    legal: tuple[str, ...]
    v: int
    t: Literal["refused"] = "refused"


@dataclass(frozen=True, slots=True)
class Fault:
    """The frame could not be carried out. `id` is the command's, if the frame had one that could be read."""

    code: Code
    sentence: str
    id: str | None = None
    retry_ms: int | None = None
    t: Literal["fault"] = "fault"


@dataclass(frozen=True, slots=True)
class Hint:
    """The answer to `ask_hint`: what is best at version `v`."""

    id: str
    v: int
    advice: Advice
    t: Literal["hint"] = "hint"


@dataclass(frozen=True, slots=True)
class Presence:
    """Who is connected, over all tabs and all server processes.

    A player who is away has so many milliseconds of `grace`; it becomes less only while the table waits for him, who is
    then `burning`. At 0 the other may `claim_win`.
    """

    seats: tuple[bool, bool]
    watchers: int
    names: tuple[str, ...] = ()
    """Of watchers, at most 20."""
    grace: tuple[int | None, int | None] = (None, None)
    burning: Seat | None = None
    t: Literal["presence"] = "presence"


@dataclass(frozen=True, slots=True)
class Beat:
    """A heartbeat: `v` is the version of the joined match, so that a client sees when it is behind."""

    v: int | None
    now: int
    """The server's time in ms since 1970."""
    n: int | None = None
    """To be sent back at once as `echo`."""
    t: Literal["beat"] = "beat"


@dataclass(frozen=True, slots=True)
class Restarting:
    """The server stops; come back after `retry_ms`."""

    retry_ms: int
    t: Literal["restarting"] = "restarting"


ServerFrame: TypeAlias = (
    Welcome | Joined | Update | Ack | Refusal | Fault | Hint | Presence | Beat | Restarting | LobbyServerFrame
)
