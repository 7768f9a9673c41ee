"""Comparing what people were told of a match with its log: every frame of everybody, from the first to the last."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate
from typing import Any, Protocol

import orjson

from schnapsen_protocol.cards import Seat
from schnapsen_protocol.codec import write
from schnapsen_server.game.evolve import fold
from schnapsen_server.game.secret import Happening, public
from schnapsen_server.game.state import Match
from schnapsen_server.game.view import view
from schnapsen_server.store.contract import Entry
from schnapsen_server.store.happenings import HAPPENINGS

from .client import Frame, Guest


class Told(Protocol):
    """Somebody who kept all frames, and the position of each `joined` among them (None when it had none)."""

    guest: Guest
    frames: list[Frame]
    came_back_with: list[int | None]


class Asker(Told, Protocol):
    """Somebody who also kept the ids that it used and what they were answered."""

    asked: set[str]
    acks: list[tuple[str, int]]
    refused: list[str]


class Truth:
    """What the log says, version by version, as the JSON that should have been told."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        batches: list[tuple[Happening, ...]] = [HAPPENINGS.decode(entry.events) for entry in entries]
        self._said = [orjson.loads(write(public(batch))) for batch in batches]
        self._states = list(accumulate(batches, lambda match, batch: fold(batch, match), initial=Match()))
        self.view = cache(self._view)
        self.last = len(entries)

    def _view(self, version: int, viewer: Seat | None) -> Any:
        return orjson.loads(write(view(self._states[version], viewer)))

    def said(self, after: int, until: int) -> list[Frame]:
        return [event for batch in self._said[after:until] for event in batch]

    def seat_of(self, player: str) -> Seat | None:
        return self._states[-1].seat_of(player)


def judge(entries: Sequence[Entry], epoch: str | None, players: Sequence[Asker], watcher: Told) -> list[str]:
    """Everything that is not as it should be, in sentences."""
    truth = Truth(entries)
    found = list(wrong_in_log(entries, players))
    for person in (*players, watcher):
        found += [f"{person.guest.name} {loss}" for loss in wrong_for(person, truth, epoch)]
    for player in players:
        found += [f"{player.guest.name} {loss}" for loss in wrong_answers(player, entries)]
    return found


def wrong_in_log(entries: Sequence[Entry], players: Sequence[Asker]) -> Iterator[str]:
    if [entry.version for entry in entries] != list(range(1, len(entries) + 1)):
        yield "the log has a gap"
    for (author, command_id), times in Counter((entry.author, entry.command_id) for entry in entries).items():
        if times > 1:
            yield f"{author} {command_id} is in the log {times} times"
    wanted = {(player.guest.player, command_id) for player in players for command_id in player.asked}
    for entry in entries:
        by_house = entry.author == "house" or entry.command_id == "sit"
        if not by_house and (entry.author, entry.command_id) not in wanted:
            yield f"nobody asked for {entry}"


def wrong_for(person: Told, truth: Truth, epoch: str | None) -> Iterator[str]:
    """Whether each frame was the truth of its moment, and nothing was left out or told twice as new."""
    have = 0
    viewer: Seat | None = None
    positions = iter(person.came_back_with)
    for frame in person.frames:
        match frame["t"]:
            case "joined":
                had, v, viewer = next(positions), frame["v"], frame["seat"]
                if had is not None and had != have:
                    yield f"came back with {had} but had {have}"
                told = (frame["recovered"], frame["events"], frame["epoch"])
                if told != (None if had is None else True, [] if had is None else truth.said(had, v), epoch):
                    yield f"was told a wrong story at {had}..{v}: {told}"
                have = v
            case "update":
                v = frame["v"]
                if v <= have:
                    continue
                if v != have + 1 or frame["events"] != truth.said(have, v):
                    yield f"was told {frame['events']} at {v} after {have}"
                have = v
            case "beat" if frame["v"] is not None and frame["v"] > have:
                yield f"missed what came between {have} and {frame['v']}"
                continue
            case _:
                continue
        if frame["view"] != truth.view(v, viewer):
            yield f"saw another table at {v}"
    if (have, viewer) != (truth.last, truth.seat_of(person.guest.player)):
        yield f"ended at {have} as {viewer}, the log at {truth.last}"


def wrong_answers(player: Asker, entries: Sequence[Entry]) -> Iterator[str]:
    for command_id, v in player.acks:
        entry = entries[v - 1] if 0 < v <= len(entries) else None
        if entry is None or (entry.author, entry.command_id) != (player.guest.player, command_id):
            yield f"was promised {command_id} at {v}, but there is {entry}"
    stored = {entry.command_id for entry in entries if entry.author == player.guest.player}
    for command_id in player.refused:
        if command_id in stored:
            yield f"was refused {command_id}, which is in the log"
