"""What must be true of a simulated world, whatever went wrong in it: the log, the answers, every frame of everybody."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING

import orjson

from kit.hidden import hidden
from kit.referee import Referee
from schnapsen_protocol.cards import Seat, other
from schnapsen_protocol.codec import write
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
from schnapsen_server.game.secret import DeckDealt, Happening, public
from schnapsen_server.game.state import Match
from schnapsen_server.game.view import view
from schnapsen_server.rooms.fleet import LAPSE_MS
from schnapsen_server.rooms.opening import HOUSE
from schnapsen_server.store.contract import Entry
from schnapsen_server.store.happenings import HAPPENINGS

from .people import Frame, Person, Tab

if TYPE_CHECKING:
    from .world import Table, World

UNSURE_MS = 2 * LAPSE_MS
"""A darkness so short may pass for a slow heartbeat, or the end of a long one for the beginning of the light: what was
under way to the store decides that. Without such a store `test_clock_world.py` takes it to the millisecond."""
CARD = re.compile(r'[":]([CDHS][ATKQJ])"')


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
        self._entries = world.store.entries[table.match]
        self._batches: list[tuple[Happening, ...]] = [HAPPENINGS.decode(entry.events) for entry in self._entries]
        self._states = list(accumulate(self._batches, lambda match, batch: fold(batch, match), initial=Match()))
        self._said: list[list[Frame]] = [orjson.loads(write(public(batch))) for batch in self._batches]
        self._last = len(self._entries)
        self._lags: dict[tuple[str, str], int] = {}
        self._seen = cache(self._view_at)

    def wrong(self) -> Iterator[str]:
        table = self._table
        yield from self._not_each_once()
        yield from self._against_the_rules()
        yield from self._unfair()
        yield from self._rematch()
        for person in table.people:
            yield from (f"{person.player} {what}" for what in self._answers(person))
            for tab in person.tabs:
                yield from (f"tab {tab.number} of {person.player} {what}" for what in self._told(tab))

    # The log

    def _not_each_once(self) -> Iterator[str]:
        if [entry.version for entry in self._entries] != list(range(1, len(self._entries) + 1)):
            yield "the log has a gap"
        for (author, command_id), times in Counter((one.author, one.command_id) for one in self._entries).items():
            if times > 1:
                yield f"{author} {command_id} is in the log {times} times"

    def _answers(self, person: Person) -> Iterator[str]:
        for command_id, v in person.acks:
            entry = self._entries[v - 1] if 0 < v <= len(self._entries) else None
            if entry is None or (entry.author, entry.command_id) != (person.player, command_id):
                yield f"was promised {command_id} at {v}, but there is {entry}"
        stored = {entry.command_id for entry in self._entries if entry.author == person.player}
        for command_id in person.refused:
            if command_id in stored:
                yield f"was refused {command_id}, which is in the log"

    def _against_the_rules(self) -> Iterator[str]:
        before = 0
        for entry, batch, state in zip(self._entries, self._batches, self._states, strict=False):
            if entry.at < before:
                yield f"version {entry.version} is of an earlier time than the one before"
            before = entry.at
            if not self._is_legal(entry, batch, state):
                yield f"version {entry.version}, {entry.author} {entry.command_id}, is not what the rules say: {batch}"

    def _is_legal(self, entry: Entry, batch: tuple[Happening, ...], state: Match) -> bool:
        by = state.seat_of(entry.author)
        wanted = self._wanted(entry)
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

    def _wanted(self, entry: Entry) -> list[tuple[Command | HouseCommand, ...]]:
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
        by = self._states[entry.version - 1].seat_of(entry.author)
        if isinstance(asked, ClaimWin) and by is not None:
            return [(asked,), (Forfeit(other(by)),)]
        return [(asked,)]

    def _unfair(self) -> Iterator[str]:
        if self._states[-1].terms.clock is not None:
            dark = [(start, end - UNSURE_MS) for start, end in self._world.dark if end - start > UNSURE_MS]
            yield from Referee(self._lags, dark).read(self._entries).wrong

    def _rematch(self) -> Iterator[str]:
        rematch = self._states[-1].rematch
        if rematch is None:
            return
        opened = self._world.store.entries[rematch]
        if len(opened) != 1 and not opened[1:]:
            yield f"the rematch {rematch} has {len(opened)} entries"
            return
        match = fold(HAPPENINGS.decode(opened[0].events))
        players = [player and player.id for player in match.players]
        if players != [command.player for command in rematch_of(self._states[-1]) if isinstance(command, TakeSeat)]:
            yield f"the rematch {rematch} is of {players}"

    # What was told

    def _told(self, tab: Tab) -> Iterator[str]:
        have, viewer = 0, None
        for position, frame, text in tab.heard:
            match frame["t"]:
                case "joined":
                    yield from self._joined(tab, position, frame)
                    have, viewer = frame["v"], frame["seat"]
                    yield from self._view(frame["v"], viewer, text)
                case "update":
                    v = frame["v"]
                    if viewer is None:
                        viewer = self._seat_at(v, tab)
                    yield from self._view(v, viewer, text)
                    if v > have:
                        jumps = frame["events"] == [] and self._world.jumps
                        if not jumps and (v != have + 1 or frame["events"] != self._events(have, v)):
                            yield f"was told {frame['events']} at {v} after {have}"
                        have = v
                case "beat" if frame["v"] is not None and frame["v"] > have:
                    yield f"missed what came between {have} and {frame['v']}"
                case "refused":
                    seat = self._seat_at(frame["v"], tab)
                    moves = () if seat is None else legal(self._states[frame["v"]], seat)
                    if tuple(frame["legal"]) != moves:
                        yield f"was told other moves with a refusal: {frame}"
        everything = "".join(text for _, _, text in tab.heard)
        for batch in self._batches:
            for happening in batch:
                if isinstance(happening, DeckDealt) and happening.secret in everything:
                    yield "was told the secret of a deal"

    def _events(self, after: int, until: int) -> list[Frame]:
        return [event for batch in self._said[after:until] for event in batch]

    def _seat_at(self, v: int, tab: Tab) -> Seat | None:
        return self._states[min(v, self._last)].seat_of(tab.person.player)

    def _joined(self, tab: Tab, position: int | None, frame: Frame) -> Iterator[str]:
        v = frame["v"]
        if frame["epoch"] != self._world.store.epochs.get(self._table.match):
            yield f"was told another epoch: {frame['epoch']}"
        recovered = None if position is None else True
        if (frame["recovered"], frame["events"]) != (recovered, self._events(position or 0, v)):
            yield f"was told a wrong story at {position}..{v}: {frame['recovered']} {frame['events']}"
        if position is not None and v < position:
            yield f"came back with {position} and was shown {v}"
        if frame["seat"] != self._seat_at(v, tab):
            yield f"was shown to seat {frame['seat']}"

    def _view(self, v: int, viewer: Seat | None, text: str) -> Iterator[str]:
        if v > self._last:
            yield f"was told of version {v}, but the log ends at {self._last}"
            return
        truth, secrets = self._seen(v, viewer)
        if truth not in text:
            yield f"saw another table at {v} than seat {viewer} should: {text}"
        if secrets:
            yield f"saw {secrets} at {v}, which nobody at {viewer} can know"

    def _view_at(self, v: int, viewer: Seat | None) -> tuple[str, list[str]]:
        """How this is told, and the cards in it that the viewer cannot know."""
        state = self._states[v]
        told = write(view(state, viewer)).decode()
        if state.hand is None:
            return f'"view":{told}', []
        so_far = [happening for batch in self._batches[:v] for happening in batch]
        unknown = hidden(so_far, state.terms.gallery, viewer)
        shown = set(CARD.findall(told))
        return f'"view":{told}', [card for card in unknown if card in shown]


def has_seen_all(tab: Tab, entries: Sequence[Entry]) -> bool:
    return tab.online and tab.v == len(entries)
