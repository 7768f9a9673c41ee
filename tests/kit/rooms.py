"""Rooms of several server processes on one store, in a time that goes on only when a test says so."""

import asyncio
import itertools
from typing import Self

from schnapsen_protocol.codec import decode_server_frame
from schnapsen_protocol.commands import Command
from schnapsen_protocol.frames import ServerFrame
from schnapsen_protocol.ratings import RatingMark
from schnapsen_server.game.house import HoldClock, HouseCommand
from schnapsen_server.rooms.audience import Visitor
from schnapsen_server.rooms.company import Company
from schnapsen_server.rooms.directory import Directory
from schnapsen_server.rooms.outbox import Outbox
from schnapsen_server.rooms.room import Order, Reply, Room
from schnapsen_server.store.open import Store

from .clock import FakeClock
from .hands import Dice


class Hours(FakeClock):
    """A clock on which every room that an alarm called has done its work before time goes on."""

    async def until(self, moment: int) -> None:
        """Let time go on; every alarm on the way rings in its moment, and the room that it called is waited for."""
        for callback in self.ringing(moment):
            callback()
            match getattr(callback, "__self__", None):
                case Room() as room:
                    await settled(room)
                case Company() as company:
                    await company.settled()

    async def after(self, ms: int) -> None:
        await self.until(self.now + ms)


class NobodyRated:
    """Implements Rater."""

    async def mark(self, player: str) -> RatingMark | None:
        return None

    async def expect(self, match_id: str) -> None:
        return


class Process:
    """A server process as far as the tables go. Its heart beats when the test says so, and it can be killed."""

    def __init__(self, name: str, store: Store, hours: Hours, dice: Dice | None = None) -> None:
        self.name = name
        self.directory = Directory(
            store.log,
            store.players,
            store.tables,
            NobodyRated(),
            dice or Dice(),
            hours,
            process=name,
            invite=lambda match_id: f"key of {match_id}",
            on_told=lambda room: None,
        )

    async def beat(self) -> None:
        await self.directory.fleet.beat()

    @property
    def serves(self) -> bool:
        return self.directory.fleet.serves

    async def sweep(self) -> None:
        await self.directory.sweeper.sweep()
        for room in self.directory.awake():
            await settled(room)

    async def kill(self) -> None:
        """As `kill -9` does: nothing is put in order, and what is under way ends where it is."""
        for room in self.directory.awake():
            room.closed = True
            room._time.stop()
            await room.company.close()
            if room._task is not None:
                room._task.cancel()
                await asyncio.gather(room._task, return_exceptions=True)
            if room._subscription is not None:
                await room._subscription.close()


class Deaf(Outbox):
    """Of somebody who is connected and reads nothing."""

    def __init__(self) -> None:
        super().__init__(lambda: None)

    def answer(self, frame: bytes) -> None: ...

    def update(self, frame: bytes) -> None: ...

    def latest(self, kind: str, frame: bytes) -> None: ...


class Chair:
    """A connection of a player or watcher to a table. Keeps every frame, decoded."""

    def __init__(self, process: Process, match_id: str, player: str) -> None:
        self.process, self.match_id = process, match_id
        self.outbox = Outbox(lambda: None)
        self.visitor = Visitor(player, None, self.outbox, name=player.capitalize())
        self._ids = itertools.count(1)
        self.room: Room | None = None

    async def sit(self) -> Self:
        self.room = await self.process.directory.enter(self.match_id, self.visitor, None, None)
        await settled(self.room)
        return self

    async def get_up(self, *, on_purpose: bool = False) -> None:
        assert self.room is not None
        self.room.leave(self.visitor, on_purpose=on_purpose)
        await settled(self.room)

    async def ask(self, command: Command, command_id: str | None = None) -> Reply:
        assert self.room is not None
        order = (self.visitor.player, command_id or f"{id(self)}-{next(self._ids)}", command)
        return await asked(self.room, *order, lag=self.visitor.lag.ms)

    def heard(self) -> list[ServerFrame]:
        """What came since it was asked last."""
        frames = [frame for frame, _ in self.outbox._frames] + list(self.outbox._latest.values())
        self.outbox._frames.clear()
        self.outbox._latest.clear()
        return [decode_server_frame(frame) for frame in frames]


async def asked(
    room: Room, author: str, command_id: str, command: Command | HouseCommand, *, lag: int = 0, seen: int | None = None
) -> Reply:
    answered: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
    room.order(Order(author, command_id, command, answered.set_result, seen, lag))
    return await answered


async def settled(room: Room) -> None:
    """Returns when all is done that the room was asked for up to now."""
    if not room.closed:
        await asked(room, "nobody", "settled", HoldClock(0, 0))
    await room.company.settled()
