"""What must be true of a simulated world, whatever went wrong in it: the log, the answers, every frame of everybody."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kit.referee import Referee
from schnapsen_protocol.cards import Seat, other
from schnapsen_protocol.commands import ClaimWin, Command
from schnapsen_protocol.events import RematchStarted
from schnapsen_protocol.refusals import Refused
from schnapsen_server.game.decide import decide
from schnapsen_server.game.evolve import fold
from schnapsen_server.game.house import (
    DealNext,
    Forfeit,
    HoldClock,
    HouseCommand,
    StandStill,
    TakeSeat,
    TimeUp,
    rematch_of,
)
from schnapsen_server.game.moves import legal
from schnapsen_server.game.secret import DeckDealt, Happening
from schnapsen_server.game.state import Match
from schnapsen_server.rooms.fleet import LAPSE_MS
from schnapsen_server.rooms.opening import HOUSE
from schnapsen_server.store.contract import Entry
from schnapsen_server.store.happenings import HAPPENINGS

from .course import Course
from .people import Frame, Person, Tab

if TYPE_CHECKING:
    from .world import Table, World

UNSURE_MS = 2 * LAPSE_MS
"""A darkness so short may pass for a slow heartbeat, or the end of a long one for the beginning of the light: what was
under way to the store decides that. Without such a store `test_clock_world.py` takes it to the millisecond."""
NOWHERE = (0, 0)
Position = tuple[int, int] | None
"""A version and when it was written."""


class Given:
    """Chance as it was, read from the batch that came of it."""

    def __init__(self, batch: Sequence[Happening]) -> None:
        self._decks = [happening for happening in batch if isinstance(happening, DeckDealt)]
        self._matches = [happening.match for happening in batch if isinstance(happening, RematchStarted)]

    def deal(self) -> DeckDealt:
        return self._decks.pop(0)

    def match_id(self) -> str:
        return self._matches.pop(0)

    def seat(self) -> Seat:
        raise AssertionError("no lots are drawn at a table")


class Judge:
    """Of one match."""

    def __init__(self, world: "World", table: "Table") -> None:
        self._world, self._table = world, table
        self._courses = [Course(log) for log in (*world.store.lost[table.match], world.store.entries[table.match])]
        self._final = self._courses[-1]
        self._has_lost = len(self._courses) > 1
        self._lags: dict[tuple[str, str], int] = {}

    def wrong(self) -> Iterator[str]:
        table = self._table
        for course in self._courses:
            yield from self._not_each_once(course)
            yield from self._against_the_rules(course)
        yield from self._unfair()
        yield from self._rematch()
        for person in table.people:
            yield from (f"{person.player} {what}" for what in self._answers(person))
            for tab in person.tabs:
                yield from (f"tab {tab.number} of {person.player} {what}" for what in self._told(tab))

    # The log

    def _not_each_once(self, course: Course) -> Iterator[str]:
        entries = course.entries
        if [entry.version for entry in entries] != list(range(1, course.last + 1)):
            yield "the log has a gap"
        for (author, command_id), times in Counter((one.author, one.command_id) for one in entries).items():
            if times > 1:
                yield f"{author} {command_id} is in the log {times} times"

    def _answers(self, person: Person) -> Iterator[str]:
        """What was acknowledged stands, unless just that was lost; what was refused does not."""
        for command_id, v in person.acks:
            if not any(course.stands(v, person.player, command_id) for course in self._courses):
                yield f"was promised {command_id} at {v}, but there is {self._final.entries[v - 1 : v]}"
        stored = {entry.command_id: entry.version for entry in self._final.entries if entry.author == person.player}
        for command_id, v in person.refused:
            # Of two copies one may come too early at a table that has lost entries, though it was in turn before.
            if command_id in stored and not (self._has_lost and v < stored[command_id]):
                yield f"was refused {command_id}, which is in the log"

    def _against_the_rules(self, course: Course) -> Iterator[str]:
        before = 0
        for entry, batch, state in zip(course.entries, course.batches, course.states, strict=False):
            if entry.at < before:
                yield f"version {entry.version} is of an earlier time than the one before"
            before = entry.at
            if not self._is_legal(entry, batch, state):
                yield f"version {entry.version}, {entry.author} {entry.command_id}, is not what the rules say: {batch}"

    def _is_legal(self, entry: Entry, batch: tuple[Happening, ...], state: Match) -> bool:
        by = state.seat_of(entry.author)
        wanted = self._wanted(entry, by)
        lags = sorted(self._world.lags.get((entry.author, entry.command_id), {0}))
        for one in wanted:
            for lag in lags:
                chance, match = Given(batch), state
                decided: tuple[Happening, ...] = ()
                try:
                    for command in one:
                        more = decide(match, by, command, chance, entry.at, lag)
                        match, decided = fold(more, match), decided + more
                except (Refused, IndexError):
                    continue
                if decided == batch:
                    self._lags[entry.author, entry.command_id] = lag
                    return True
        return False

    def _wanted(self, entry: Entry, by: Seat | None) -> list[tuple[Command | HouseCommand, ...]]:
        """The commands that this entry can have come from."""
        if entry.author == HOUSE:
            match entry.command_id.split("-"):
                case ["open"]:
                    return [self._table.opening]
                case ["deal", _]:
                    return [(DealNext(),)]
                case ["time", _]:
                    return [(TimeUp(),)]
                case ["hold", start, end]:
                    return [(HoldClock(int(start), int(end)),)]
                case ["stand", ms, _]:
                    return [(StandStill(int(ms)),)]
            return []
        if entry.command_id == "sit":
            return [(TakeSeat(entry.author, entry.author),)]
        asked = next(
            (one.asked.get(entry.command_id) for one in self._table.people if one.player == entry.author), None
        )
        if asked is None:
            return []
        if isinstance(asked, ClaimWin) and by is not None:
            return [(asked,), (Forfeit(other(by)),)]
        return [(asked,)]

    def _unfair(self) -> Iterator[str]:
        if self._final.states[-1].terms.clock is not None:
            dark = [(start, end - UNSURE_MS) for start, end in self._world.dark if end - start > UNSURE_MS]
            yield from Referee(self._lags, dark).read(self._final.entries).wrong

    def _rematch(self) -> Iterator[str]:
        match = self._final.states[-1]
        rematch = match.rematch
        if rematch is None:
            return
        opened = self._world.store.entries[rematch]
        if len(opened) != 1 and not opened[1:]:
            yield f"the rematch {rematch} has {len(opened)} entries"
            return
        players = [player and player.id for player in fold(HAPPENINGS.decode(opened[0].events)).players]
        if players != [command.player for command in rematch_of(match) if isinstance(command, TakeSeat)]:
            yield f"the rematch {rematch} is of {players}"

    # What was told

    def _told(self, tab: Tab) -> Iterator[str]:
        """`courses` are those of which all can be true that was told since the table was shown last."""
        have, viewer, courses = 0, None, self._courses
        for position, frame, text in tab.heard:
            match frame["t"]:
                case "joined":
                    have, viewer, courses = frame["v"], frame["seat"], self._joined_in(position, frame)
                    yield from self._joined(tab, position, frame, courses)
                    yield from self._view(courses, frame["v"], viewer, text)
                case "update":
                    v = frame["v"]
                    if v > have:
                        jumps = frame["events"] == [] and self._world.jumps
                        courses = [
                            course
                            for course in courses
                            if course.has(v, frame["at"])
                            and (jumps or (v == have + 1 and frame["events"] == course.events(have, v)))
                        ]
                        if not courses:
                            yield f"was told {frame['events']} at {v} after {have}"
                            return
                        have = v
                    if viewer is None:
                        viewer = self._final.seat_at(v, tab.person.player)
                    yield from self._view(courses, v, viewer, text)
                case "beat" if frame["v"] is not None and frame["v"] > have:
                    yield f"missed what came between {have} and {frame['v']}"
                case "refused":
                    if not any(self._can_move(course, tab, frame) for course in self._courses):
                        yield f"was told other moves with a refusal: {frame}"
        if tab.online and have == self._final.last and self._final not in courses:
            yield f"was never told that what he knows of {have} is lost"
        everything = "".join(text for _, _, text in tab.heard)
        if any(secret in everything for course in self._courses for secret in course.secrets()):
            yield "was told the secret of a deal"

    def _can_move(self, course: Course, tab: Tab, frame: Frame) -> bool:
        v = frame["v"]
        seat = course.seat_at(v, tab.person.player)
        return v <= course.last and tuple(frame["legal"]) == (() if seat is None else legal(course.states[v], seat))

    def _joined_in(self, position: Position, frame: Frame) -> list[Course]:
        """The courses in which he was shown the table, and had been before if it is said that he missed no more."""
        before = position if position is not None and frame["recovered"] else NOWHERE
        return [one for one in self._courses if one.has(frame["v"], frame["at"]) and one.has(*before)]

    def _joined(self, tab: Tab, position: Position, frame: Frame, courses: list[Course]) -> Iterator[str]:
        v, recovered = frame["v"], frame["recovered"]
        if frame["epoch"] != self._world.store.epochs.get(self._table.match) and not self._has_lost:
            yield f"was told another epoch: {frame['epoch']}"
        if recovered is False:
            after = v
            if not self._has_lost:
                yield f"was told that entries are lost: {frame}"
        elif recovered is (None if position is None else True):
            after = NOWHERE[0] if position is None else position[0]
        else:
            yield f"came back with {position} and was told {recovered}"
            return
        if not any(frame["events"] == course.events(after, v) for course in courses):
            yield f"was told a wrong story at {position}..{v}: {recovered} {frame['events']}"
        if v < after:
            yield f"came back with {position} and was shown {v}"
        if frame["seat"] != self._final.seat_at(v, tab.person.player):
            yield f"was shown to seat {frame['seat']}"

    def _view(self, courses: list[Course], v: int, viewer: Seat | None, text: str) -> Iterator[str]:
        seen = [course.seen(v, viewer) for course in courses if v <= course.last]
        if not seen:
            yield f"was told of version {v}, but no log has it"
        elif not any(truth in text for truth, _ in seen):
            yield f"saw another table at {v} than seat {viewer} should: {text}"
        for secrets in (secrets for truth, secrets in seen if secrets and truth in text):
            yield f"saw {secrets} at {v}, which nobody at {viewer} can know"


def has_seen_all(tab: Tab, entries: Sequence[Entry]) -> bool:
    return tab.online and [tab.at] == [entry.at for entry in entries[-1:]] and tab.v == len(entries)
