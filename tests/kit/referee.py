"""What the clocks of a match must have been, worked out once more from nothing but who did what when."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from schnapsen_protocol.cards import Seat
from schnapsen_protocol.events import CalledOff, CardPlayed, ClockMoved, MatchCalledOff, MatchEnd, MatchWon
from schnapsen_server.game.clock import due
from schnapsen_server.game.evolve import fold
from schnapsen_server.game.secret import Happening
from schnapsen_server.game.state import Match
from schnapsen_server.store.contract import Entry
from schnapsen_server.store.happenings import HAPPENINGS

Span = tuple[int, int]


@dataclass
class Verdict:
    wrong: list[str] = field(default_factory=list)
    ended: str = "open"
    held: int = 0
    """Milliseconds given back because no server kept the clock, or for the way to another server."""
    credited: int = 0
    """Milliseconds given back for slow lines."""
    late: int = 0
    """How long after its moment a time-out was told, if it was."""
    cards: int = 0


class Referee:
    """Reads one log. `lags` says what the line of each (author, command) cost; `dark` when no server lived."""

    def __init__(self, lags: Mapping[tuple[str, str], int], dark: Sequence[Span]) -> None:
        self._lags = lags
        self._dark = dark

    def read(self, entries: Sequence[Entry]) -> Verdict:
        self.said = Verdict()
        self.match = Match()
        self.left, self.store = [0, 0], [3000, 3000]
        self.running: Seat | None = None
        self.since = self.turn_since = self.held_until = 0
        for entry in entries:
            self._entry(entry)
        if not self.match.is_over and due(self.match) is None:
            self.said.ended = "asleep"  # saved, or at a result, and nobody is there to go on
        if self.match.clock is not None and list(self.match.clock.left) != self.left:
            self._wrong("the end", f"the clocks say {self.match.clock.left}, they should say {self.left}")
        return self.said

    def _wrong(self, where: object, what: str) -> None:
        self.said.wrong.append(f"{where}: {what}")

    def _entry(self, entry: Entry) -> None:
        batch = HAPPENINGS.decode(entry.events)
        before, self.match = self.match, fold(batch, self.match)
        moved = [event for event in batch if isinstance(event, ClockMoved)]
        for event in batch:
            match event:
                case MatchWon(winner, reason):
                    self._ended(entry, before, winner, reason)
                case MatchCalledOff(reason):
                    self._called_off(entry, before, reason)
        if entry.command_id.startswith("hold-"):
            start, end = (int(word) for word in entry.command_id.split("-")[1:])
            self._hold(entry, start, min(end, entry.at))
        elif entry.command_id.startswith("stand-"):
            self._hold(entry, entry.at, entry.at + int(entry.command_id.split("-")[1]))
        else:
            self._step(entry, before, batch)
        if moved and (list(moved[-1].left), moved[-1].running, moved[-1].at) != (self.left, self.running, self.since):
            told = (moved[-1].left, moved[-1].running, moved[-1].at)
            self._wrong(entry.version, f"told {told}, should be {self.left, self.running, self.since}")

    def _step(self, entry: Entry, before: Match, batch: tuple[Happening, ...]) -> None:
        rule = self.match.terms.clock
        assert rule is not None
        played = [event.seat for event in batch if isinstance(event, CardPlayed)]
        if not played and before.acting == self.match.acting:
            return
        if before.clock is None:
            self.left = [rule.bank_ms, rule.bank_ms]
        seat = self.running
        if seat is not None and self.match.ended_by is MatchEnd.TIME:
            self.left[seat] = 0
        elif seat is not None:
            used = max(0, entry.at - self.since)
            kept = entry.at - self.turn_since - self._darkness(self.turn_since, entry.at)
            if used > kept:
                self._wrong(entry.version, f"charged for {used - kept} ms that no server kept")
            author = before.seat_of(entry.author)
            lag = self._lags.get((entry.author, entry.command_id), 0) if author == seat else 0
            credit = min(lag, 500, self.store[seat], used)
            self.left[seat] = max(0, self.left[seat] - used + credit)
            self.store[seat] -= credit
            self.said.credited += credit
        for player in played:
            self.left[player] += rule.increment_ms
            self.store[player] = min(3000, self.store[player] + 100)
            self.said.cards += 1
        acting = self.match.acting
        self.running = acting if acting is not None and self.match.begun[acting] else None
        self.since = self.turn_since = entry.at

    def _hold(self, entry: Entry, start: int, until: int) -> None:
        lost = until - max(start, self.since, self.held_until)
        self.since += lost
        self.held_until = until
        self.said.held += lost
        if lost <= 0:
            self._wrong(entry.version, "nothing was lost, but something given back")

    def _ended(self, entry: Entry, before: Match, winner: Seat, reason: MatchEnd) -> None:
        if self.said.ended != "open":
            self._wrong(entry.version, f"ended by {reason} after it had ended by {self.said.ended}")
        self.said.ended = str(reason)
        if reason is not MatchEnd.TIME:
            return
        if self.running is None or self.running == winner:
            self._wrong(entry.version, f"seat {winner} won on time while {self.running}'s clock ran")
            return
        allowance = min(500, self.store[self.running])
        if before.seat_of(entry.author) == self.running:
            allowance = min(allowance, self._lags.get((entry.author, entry.command_id), 0))
        over = entry.at - self.since - allowance - self.left[self.running]
        if over <= 0:
            self._wrong(entry.version, f"out of time {-over} ms too early")
        kept = entry.at - self.turn_since - self._darkness(self.turn_since, entry.at)
        if kept - allowance <= self.left[self.running]:
            self._wrong(entry.version, f"charged for {entry.at - self.turn_since - kept} ms that no server kept")
        if entry.author == "house":
            self.said.late = over - 1

    def _called_off(self, entry: Entry, before: Match, reason: CalledOff) -> None:
        self.said.ended = str(reason)
        if entry.author == "house":
            seat = before.acting
            if seat is None or before.begun[seat]:
                self._wrong(entry.version, "called off though nobody's first card was overdue")
            elif entry.at - self.since <= before.terms.first_move_ms:
                self._wrong(entry.version, "called off before the first card was overdue")
            elif entry.at - self.turn_since - self._darkness(self.turn_since, entry.at) <= before.terms.first_move_ms:
                self._wrong(entry.version, "called off for time that no server kept")

    def _darkness(self, start: int, end: int) -> int:
        return sum(max(0, min(end, until) - max(start, since)) for since, until in self._dark)
