"""Faults planted in the house, to see whether the simulation finds them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from unittest.mock import patch

from schnapsen_protocol.events import PlayerReady
from schnapsen_protocol.frames import Ack
from schnapsen_server.game import view
from schnapsen_server.game.state import Match
from schnapsen_server.rooms.audience import Views, Visitor
from schnapsen_server.rooms.company import Company
from schnapsen_server.rooms.room import Order, Room, ignore
from schnapsen_server.rooms.story import Story
from schnapsen_server.store.contract import CHECK, Conflict, Entry, Log, Unavailable


class Careless:
    """A log that takes silence for consent."""

    def __init__(self, log: Log) -> None:
        self._log = log

    def __getattr__(self, name: str) -> Any:
        return getattr(self._log, name)

    async def append(self, match: str, expected: int, entry: Entry, follows: int | None = None) -> None:
        try:
            await self._log.append(match, expected, entry, follows)
        except Unavailable:
            await self.unanswered(match, expected, entry)

    async def unanswered(self, match: str, expected: int, entry: Entry) -> None:
        """Acknowledged, and perhaps not in the log."""


class Insistent(Careless):
    """A log that writes once more where there was no answer, whatever came of the first."""

    async def unanswered(self, match: str, expected: int, entry: Entry) -> None:
        try:
            await self._log.append(match, expected, entry)
        except Conflict as conflict:
            await self._log.append(match, conflict.last, replace(entry, version=conflict.last + 1))
        else:
            await self._log.append(match, expected + 1, replace(entry, version=expected + 2))


@contextmanager
def over(log: type[Careless]) -> Iterator[None]:
    """Every room has such a log."""
    make = Room.__init__

    def made(room: Room, match: str, real: Log, *rest: Any, **named: Any) -> None:
        make(room, match, log(real), *rest, **named)

    with patch.object(Room, "__init__", made):
        yield


@contextmanager
def acknowledged_before_it_is_stored() -> Iterator[None]:
    take = Room.order

    def hasty(room: Room, order: Order) -> None:
        if order.author.endswith(("ann", "bob")) and order.command_id != "sit":
            order.answer(Ack(order.command_id, room.version + 1))
            order = replace(order, answer=ignore)
        take(room, order)

    with patch.object(Room, "order", hasty):
        yield


@contextmanager
def a_stale_view_is_sent() -> Iterator[None]:
    tell = Room._tell
    shown: dict[Room, Views] = {}

    def lazy(room: Room) -> None:
        if any(isinstance(event, PlayerReady) for event in room._story.batches[-1]):
            room._views = shown.get(room, room._views)
        tell(room)
        shown[room] = room._views

    with patch.object(Room, "_tell", lazy):
        yield


@contextmanager
def a_secret_is_in_a_view() -> Iterator[None]:
    seat_view = view._seat

    def indiscreet(match: Any, seat: Any, viewer: Any) -> Any:
        seen = seat_view(match, seat, viewer)
        closed = match.hand is not None and match.hand.closing is not None
        return replace(seen, hand=match.hand.sides[seat].cards) if seen is not None and closed else seen

    with patch.object(view, "_seat", indiscreet):
        yield


@contextmanager
def an_id_counts_twice() -> Iterator[None]:
    become = Story.become

    def forgetful(story: Story, after: Match, entry: Entry, batch: Any) -> None:
        become(story, after, entry, batch)
        story.answers.clear()

    with patch.object(Story, "become", forgetful):
        yield


@contextmanager
def lost_calls_are_never_missed() -> Iterator[None]:
    hear, beat = Room._on_version, Room.beat

    def deaf(room: Room, version: int) -> None:
        if version != CHECK:
            hear(room, version)

    def trusting(room: Room) -> None:
        unsure = room._unsure
        beat(room)
        room._unsure = unsure

    with patch.object(Room, "_on_version", deaf), patch.object(Room, "beat", trusting):
        yield


@contextmanager
def nobody_is_told_of_lost_entries() -> Iterator[None]:
    def none(company: Company) -> list[Visitor]:
        return []

    with patch.object(Company, "seat_anew", none):
        yield


@contextmanager
def time_is_never_given_back() -> Iterator[None]:
    def none(room: Room) -> list[Order]:
        return []

    with patch.object(Room, "_holds", none):
        yield


PLANTED: dict[str, Callable[[], Any]] = {
    "lost append": lambda: over(Careless),
    "double append": lambda: over(Insistent),
    "ack before store": acknowledged_before_it_is_stored,
    "stale view sent": a_stale_view_is_sent,
    "secret in a view": a_secret_is_in_a_view,
    "an id counts twice": an_id_counts_twice,
    "lost calls are never missed": lost_calls_are_never_missed,
    "nobody is told of lost entries": nobody_is_told_of_lost_entries,
    "time is never given back": time_is_never_given_back,
}
