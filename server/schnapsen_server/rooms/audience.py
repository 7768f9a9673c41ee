"""Who is told. Three audiences, seat 0, seat 1 and the gallery; what each is told is encoded once."""

from collections.abc import Iterable, Iterator

from schnapsen_protocol.cards import SEATS, Seat
from schnapsen_protocol.codec import Encoded, encode_update, write
from schnapsen_protocol.events import Event
from schnapsen_protocol.frames import Beat, Presence
from schnapsen_server.game.state import Match
from schnapsen_server.game.view import view

from .lag import Lag
from .outbox import Outbox

VIEWERS: tuple[Seat | None, ...] = (0, 1, None)


class Visitor:
    """One connection at a table. A player may have several. With `glances` it stays in the gallery, where it does not
    count as a watcher."""

    def __init__(
        self,
        player: str,
        seat: Seat | None,
        outbox: Outbox,
        name: str = "",
        lag: Lag | None = None,
        *,
        glances: bool = False,
    ) -> None:
        self.player = player
        self.seat = seat
        self.outbox = outbox
        self.name = name
        self.lag = Lag() if lag is None else lag
        self.glances = glances


class Views:
    """The views of one version of a match, each made and encoded when first asked for."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._encoded: dict[Seat | None, Encoded] = {}

    def __getitem__(self, viewer: Seat | None) -> Encoded:
        if viewer not in self._encoded:
            self._encoded[viewer] = Encoded(write(view(self._match, viewer)))
        return self._encoded[viewer]


class Audience:
    """The visitors of a room by what they may see."""

    def __init__(self) -> None:
        self._visitors: dict[Seat | None, set[Visitor]] = {viewer: set() for viewer in VIEWERS}

    def add(self, visitor: Visitor) -> None:
        self._visitors[visitor.seat].add(visitor)

    def remove(self, visitor: Visitor) -> None:
        self._visitors[visitor.seat].discard(visitor)

    def move(self, visitor: Visitor, seat: Seat | None) -> None:
        """A watcher has taken a seat, or it has been lost that he had."""
        self.remove(visitor)
        visitor.seat = seat
        self.add(visitor)

    def __iter__(self) -> Iterator[Visitor]:
        for visitors in self._visitors.values():
            yield from visitors

    def __bool__(self) -> bool:
        return any(self._visitors.values())

    def gallery(self) -> list[Visitor]:
        return list(self._visitors[None])

    def has(self, seat: Seat) -> bool:
        """However many of its tabs are here."""
        return bool(self._visitors[seat])

    def watchers(self) -> dict[str, str]:
        """The names of those who watch, by player: each once."""
        return {visitor.player: visitor.name for visitor in self._visitors[None] if not visitor.glances}

    def anybody_seated(self) -> bool:
        return any(self._visitors[seat] for seat in SEATS)

    def anybody_counts(self) -> bool:
        return self.anybody_seated() or bool(self.watchers())

    def tell(self, version: int, at: int, events: Iterable[Event], views: Views, left_ms: int | None, now: int) -> None:
        """Put one update into every outbox: events encoded once, the view and the frame once per audience."""
        encoded_events = Encoded(write(tuple(events)))
        for viewer, visitors in self._visitors.items():
            if not visitors:
                continue
            frame = encode_update(version, at, encoded_events, views[viewer], left_ms, now)
            for visitor in visitors:
                visitor.outbox.update(frame)

    def tell_presence(self, presence: Presence) -> None:
        frame = write(presence)
        for visitor in self:
            visitor.outbox.latest("presence", frame)

    def beat(self, version: int | None, now: int, number: int) -> None:
        """A heartbeat for everybody, with a number to be sent back."""
        frame = write(Beat(version, now, number))
        for visitor in self:
            visitor.lag.ask(number, now)
            visitor.outbox.latest("beat", frame)
