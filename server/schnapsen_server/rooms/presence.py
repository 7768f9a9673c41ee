"""Who is at a table, over all tabs and all processes, and how long an absent player is still waited for.

Grace burns only while the table waits for the player who is away: it is counted from the later of his going and of his
turn, so it needs no memory but these two moments.
"""

from dataclasses import dataclass, field

from schnapsen_protocol.cards import SEATS, Seat, other
from schnapsen_protocol.frames import Presence
from schnapsen_protocol.views import Phase
from schnapsen_server.game.state import Match
from schnapsen_server.store.table_contract import Attendance, Gone, PresenceBook, Roll

from .fleet import Fleet

GRACE_MS = 60_000
GRACE_AFTER_LEAVING_MS = 15_000
"""For who got up on purpose."""
MOST_NAMES = 20


def awaited(match: Match) -> Seat | None:
    """The seat that keeps the table waiting: its turn, or it stopped the countdown after a hand."""
    if match.phase is Phase.HAND_OVER:
        return next((seat for seat in SEATS if match.stayed[seat] and not match.stayed[other(seat)]), None)
    return match.acting


@dataclass(slots=True)
class Attendees:
    """What this process knows of a table: the roll of all processes as last read, and its own row as it is now."""

    fleet: Fleet
    awake_since: int
    roll: Roll = field(default_factory=Roll)
    here: Attendance | None = None
    gone: dict[Seat, Gone] = field(default_factory=dict)
    """Those whose last tab here has gone, and of whom the others are still to be told."""
    shared: Attendance | None = None

    @property
    def is_known(self) -> bool:
        return self.here == self.shared and not self.gone

    async def read(self, book: PresenceBook, match_id: str) -> None:
        """Raises Unavailable."""
        self.roll = await book.read(match_id)
        self.shared = self.roll.rows.get(self.fleet.process)

    async def share(self, book: PresenceBook, match_id: str) -> None:
        """Write down what is new here and read what is new elsewhere. Raises Unavailable."""
        here, gone, dead = self.here, dict(self.gone), self.dead()
        for seat in SEATS:
            if any(row.seats[seat] for row in dead.values()):
                gone[seat] = self.away(seat)
        if here == self.shared and not gone and not dead:
            await self.read(book, match_id)
            return
        self.roll = await book.share(match_id, self.fleet.process, here, gone=gone, dead=dead)
        self.shared = here
        for seat, mark in gone.items():
            if self.gone.get(seat) == mark:
                del self.gone[seat]

    def dead(self) -> dict[str, Attendance]:
        """The rows of processes that are no more."""
        return {process: row for process, row in self.roll.rows.items() if not self.fleet.lives(process, row.at)}

    def served_until(self) -> int | None:
        """The last sign of life of those who had a player of this match; None if another process has, or none had."""
        own = self.fleet.process
        rows = {process: row for process, row in self.roll.rows.items() if process != own and any(row.seats)}
        if not rows or any(self.fleet.lives(process, row.at) for process, row in rows.items()):
            return None
        return max(self.fleet.last_beat(process) or row.at for process, row in rows.items())

    def seated(self) -> tuple[bool, bool]:
        rows = self._living()
        return (any(row.seats[0] for row in rows), any(row.seats[1] for row in rows))

    def _living(self) -> list[Attendance]:
        process = self.fleet.process
        rows = [row for name, row in self.roll.rows.items() if name != process and self.fleet.lives(name, row.at)]
        return rows if self.here is None else [self.here, *rows]

    def away(self, seat: Seat) -> Gone:
        """Since when, as far as anybody knows."""
        marks = [mark for mark in (self.roll.gone[seat], self.gone.get(seat)) if mark is not None]
        for process, row in self.dead().items():
            if row.seats[seat]:
                marks.append(Gone(self.fleet.last_beat(process) or row.at, on_purpose=False))
        return max(marks, key=lambda mark: mark.at, default=Gone(0, on_purpose=False))

    def told(self, match: Match, turn_at: int, now: int) -> Presence:
        """What the table is told. `turn_at` is since when the table waits for whom it waits for."""
        computers = [player is not None and player.computer for player in match.players]
        seated = self.seated()
        first, second = (seated[0] or computers[0], seated[1] or computers[1])
        burning = awaited(match)
        if burning is not None and (first, second)[burning]:
            burning = None
        rows = self._living()
        names = {name for row in rows for name in row.names}
        return Presence(
            seats=(first, second),
            watchers=sum(row.watchers for row in rows),
            names=tuple(sorted(names)[:MOST_NAMES]),
            grace=(
                None if first else self._grace(match, 0, burning, turn_at, now),
                None if second else self._grace(match, 1, burning, turn_at, now),
            ),
            burning=burning,
        )

    def _grace(self, match: Match, seat: Seat, burning: Seat | None, turn_at: int, now: int) -> int | None:
        if match.phase not in (Phase.PLAYING, Phase.HAND_OVER):
            return None
        mark = self.away(seat)
        whole = GRACE_AFTER_LEAVING_MS if mark.on_purpose else GRACE_MS
        if seat != burning:
            return whole
        return max(0, whole - max(0, now - max(mark.at, turn_at, self.awake_since)))
