"""Comparing what people were told of a match with its log: every frame of everybody, from the first to the last."""

import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from itertools import accumulate
from typing import Any, Protocol

from schnapsen_protocol.cards import Seat
from schnapsen_protocol.codec import write
from schnapsen_protocol.events import MatchCalledOff, MatchEnd, MatchWon
from schnapsen_server.game.evolve import fold
from schnapsen_server.game.moves import legal
from schnapsen_server.game.secret import Happening, public
from schnapsen_server.game.state import Match
from schnapsen_server.game.view import view
from schnapsen_server.store.contract import Entry
from schnapsen_server.store.happenings import HAPPENINGS

Frame = dict[str, Any]
MOVES = ("play", "marriage", "close", "exchange", "claim")


def digest(told: object) -> bytes:
    """What stands for something told: it is kept for hours, and there is much of it."""
    return blake2b(write(told), digest_size=16).digest()


NOTHING = digest([])


@dataclass(frozen=True, slots=True)
class Heard:
    """One frame that told of the table. `had` is the position with which a `joined` was asked for, if with any."""

    kind: str
    v: int
    had: int | None = None
    seat: Seat | None = None
    recovered: bool | None = None
    epoch: str = ""
    events: bytes = NOTHING
    view: bytes = b""

    @classmethod
    def of(cls, frame: Frame, had: int | None) -> "Heard | None":
        """None if the frame says nothing of the table."""
        match frame["t"]:
            case "joined":
                seat, recovered, epoch = frame["seat"], frame["recovered"], frame["epoch"]
                told = digest(frame["events"]), digest(frame["view"])
                return cls("joined", frame["v"], had, seat, recovered, epoch, *told)
            case "update":
                return cls("update", frame["v"], events=digest(frame["events"]), view=digest(frame["view"]))
            case "beat" if frame["v"] is not None:
                return cls("beat", frame["v"])
        return None


class Told(Protocol):
    """Somebody at a table, and all that he heard there."""

    @property
    def player(self) -> str: ...
    @property
    def heard(self) -> Sequence[Heard]: ...


class Asker(Told, Protocol):
    """A player: the moves that he asked for by their ids, and what he was answered."""

    @property
    def asked(self) -> Mapping[str, str]: ...
    @property
    def acks(self) -> Collection[tuple[str, int]]: ...
    @property
    def refused(self) -> Collection[str]: ...


class Truth:
    """What the log says, version by version, as digests of the JSON that should have been told."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        batches: list[tuple[Happening, ...]] = [HAPPENINGS.decode(entry.events) for entry in entries]
        self._said: list[list[Frame]] = [json.loads(write(public(batch))) for batch in batches]
        self.states = list(accumulate(batches, lambda match, batch: fold(batch, match), initial=Match()))
        self.view = cache(self._view)
        self.last = len(entries)

    def _view(self, version: int, viewer: Seat | None) -> bytes:
        return digest(view(self.states[version], viewer))

    def said(self, after: int, until: int) -> bytes:
        return digest([event for batch in self._said[after:until] for event in batch])

    def seat_of(self, player: str) -> Seat | None:
        return self.states[-1].seat_of(player)


@dataclass(slots=True)
class Verdict:
    """All that is not as it should be, in sentences; by what it is."""

    lost: list[str]
    """Acknowledged, and not in the log as it was promised."""
    doubled: list[str]
    log: list[str]
    """Gaps, illegal moves, and what nobody asked for."""
    told: list[str]
    """Frames that were not the truth of their moment, or left something out."""
    forfeits: list[str]
    """Ends that no player wanted."""

    def all(self) -> list[str]:
        return [*self.lost, *self.doubled, *self.log, *self.told, *self.forfeits]


def judge(entries: Sequence[Entry], epoch: str | None, players: Sequence[Asker], people: Sequence[Told]) -> Verdict:
    """`people` are all at the table, `players` those of them who asked for something."""
    truth = Truth(entries)
    until = max((v for player in players for _, v in player.acks), default=0)
    return Verdict(
        lost=[f"{player.player} {loss}" for player in players for loss in wrong_answers(player, entries)],
        doubled=list(doubled(entries)),
        log=[*wrong_in_log(entries, players), *illegal(entries, players, truth)],
        told=[f"{person.player} {wrong}" for person in people for wrong in wrong_for(person, truth, epoch, until)],
        forfeits=list(forfeits(entries)),
    )


def doubled(entries: Sequence[Entry]) -> Iterator[str]:
    for (author, command_id), times in Counter((entry.author, entry.command_id) for entry in entries).items():
        if times > 1:
            yield f"{author} {command_id} is in the log {times} times"


def wrong_in_log(entries: Sequence[Entry], players: Sequence[Asker]) -> Iterator[str]:
    if [entry.version for entry in entries] != list(range(1, len(entries) + 1)):
        yield "the log has a gap"
    wanted = {(player.player, command_id) for player in players for command_id in player.asked}
    for entry in entries:
        by_house = entry.author == "house" or entry.command_id == "sit"
        if not by_house and (entry.author, entry.command_id) not in wanted:
            yield f"nobody asked for {entry}"


def illegal(entries: Sequence[Entry], players: Sequence[Asker], truth: Truth) -> Iterator[str]:
    """Moves in the log that were not among the legal ones when they came."""
    asked = {(player.player, command_id): word for player in players for command_id, word in player.asked.items()}
    for entry in entries:
        word = asked.get((entry.author, entry.command_id), "")
        before = truth.states[entry.version - 1]
        seat = before.seat_of(entry.author)
        if word.partition(":")[0] in MOVES and (seat is None or word not in legal(before, seat)):
            yield f"{entry.author} was let {word} at {entry.version}"


def forfeits(entries: Sequence[Entry]) -> Iterator[str]:
    for entry in entries:
        for event in HAPPENINGS.decode(entry.events):
            match event:
                case MatchWon(_, MatchEnd.TIME | MatchEnd.LEFT) | MatchCalledOff():
                    yield f"nobody wanted {event} at {entry.version}"


def wrong_for(person: Told, truth: Truth, epoch: str | None, until: int) -> Iterator[str]:
    """Whether each frame was the truth of its moment, and nothing was left out or told twice as new."""
    have = 0
    viewer: Seat | None = None
    for told in person.heard:
        match told.kind:
            case "joined":
                had, viewer = told.had, told.seat
                if had is not None and had > have:
                    yield f"came back with {had} but had {have}"
                recovered, events = (None, NOTHING) if had is None else (True, truth.said(had, told.v))
                if (told.recovered, told.events, told.epoch) != (recovered, events, epoch):
                    yield f"was told a wrong story at {had}..{told.v}: recovered {told.recovered}, epoch {told.epoch}"
            case "update":
                if told.v <= have:
                    continue
                if told.v != have + 1 or told.events != truth.said(have, told.v):
                    yield f"was told other events at {told.v} after {have}"
            case _:
                if told.v > have:
                    yield f"missed what came between {have} and {told.v}"
                continue
        have = told.v
        if have > truth.last or told.view != truth.view(have, viewer):
            yield f"saw another table at {have}"
            return
    if have < until or (have and viewer != truth.seat_of(person.player)):  # who never came was told no seat
        yield f"ended at {have} as {viewer}, {until} was acknowledged"


def wrong_answers(player: Asker, entries: Sequence[Entry]) -> Iterator[str]:
    for command_id, v in player.acks:
        entry = entries[v - 1] if 0 < v <= len(entries) else None
        if entry is None or (entry.author, entry.command_id) != (player.player, command_id):
            yield f"was promised {command_id} at {v}, but there is {entry}"
    stored = {entry.command_id for entry in entries if entry.author == player.player}
    for command_id in player.refused:
        if command_id in stored:
            yield f"was refused {command_id}, which is in the log"
