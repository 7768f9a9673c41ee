"""A match as its log tells it, as far as it was read: how it stands, what was said, and which command became what."""

from dataclasses import replace

from schnapsen_protocol.events import CardPlayed, ClockMoved, Event, HandDealt, HandWon, RematchStarted, Said, SeatTaken
from schnapsen_protocol.views import ChatLine
from schnapsen_server.game.evolve import fold
from schnapsen_server.game.secret import Happening, public
from schnapsen_server.game.state import Match
from schnapsen_server.store.contract import Entry
from schnapsen_server.store.happenings import HAPPENINGS, told_as_unreadable

from .presence import awaited


class Story:
    """Nothing of it is kept anywhere else: a log that turned out to be another one is told from the beginning."""

    def __init__(self) -> None:
        self.match = Match()
        self.last: Entry | None = None
        self.opened_at = 0
        self.batches: list[tuple[Event, ...]] = []
        """What each version said aloud."""
        self.answers: dict[tuple[str, str], int] = {}
        """By author and command id, the version that a command became."""
        self.chat: list[ChatLine] = []
        self.recent_from = 0
        """The version before the last deal but one; 0 while there were no more than two."""
        self.moved = 0
        """The last version that changed the table: words do not, nor does time that was given back."""
        self.turn_at = 0
        """Since when the table waits for whom it waits for."""
        self.result_at = 0
        self.ended_at = 0
        """When the match ended; 0 while it goes on."""
        self.chores_due = False
        """Something follows from it outside this log."""
        self._dealt_after = 0
        self._times: list[int] = []

    @property
    def version(self) -> int:
        return 0 if self.last is None else self.last.version

    @property
    def at(self) -> int:
        return 0 if self.last is None else self.last.at

    def told_at(self, version: int) -> int | None:
        """When this version was written; None if it is not told here."""
        return self._times[version - 1] if 0 < version <= self.version else None

    def ends_with(self, entry: Entry) -> bool:
        """Whether this is the last entry told here. A match that is put away may have forgotten its commands' ids."""
        return self.last is not None and replace(entry, command_id=self.last.command_id) == self.last

    def fold(self, entry: Entry) -> None:
        """Go on with the next entry. Raises Unreadable."""
        batch = HAPPENINGS.decode(entry.events)
        with told_as_unreadable():
            after = fold(batch, self.match)
        self.become(after, entry, batch)

    def become(self, after: Match, entry: Entry, batch: tuple[Happening, ...]) -> None:
        """The match is this now, by this entry."""
        events = public(batch)
        awaited_before = awaited(self.match)
        if after.is_over and not self.match.is_over:
            self.ended_at = entry.at
            self.chores_due = True
        self.match = after
        self.last = entry
        self.opened_at = self.opened_at or entry.at
        if any(isinstance(event, HandDealt) and event.number > 1 for event in events):
            self.recent_from, self._dealt_after = self._dealt_after, len(self.batches)
        self.batches.append(events)
        self._times.append(entry.at)
        self.answers[entry.author, entry.command_id] = entry.version
        self.chat += [
            ChatLine(said.seat, said.phrase, said.text, entry.at) for said in events if isinstance(said, Said)
        ]
        if not all(isinstance(event, Said | ClockMoved) for event in events):
            self.moved = entry.version
        if awaited(self.match) != awaited_before or any(isinstance(event, CardPlayed) for event in events):
            self.turn_at = entry.at
        if any(isinstance(event, HandWon) for event in events):
            self.result_at = entry.at
        if any(isinstance(event, SeatTaken | RematchStarted) for event in events):
            self.chores_due = True
