"""Rooms without a web around them: a table of Ann and Bob, visitors whose outboxes a test can open."""

import asyncio
import itertools
import json
from collections.abc import Callable

from schnapsen_protocol.cards import Preset, Versus
from schnapsen_protocol.commands import Command
from schnapsen_protocol.frames import Submit
from schnapsen_server.game.house import HouseCommand, OpenMatch, TakeSeat
from schnapsen_server.rooms.audience import Visitor
from schnapsen_server.rooms.clocks import Clock
from schnapsen_server.rooms.opening import open_table
from schnapsen_server.rooms.outbox import Outbox
from schnapsen_server.rooms.room import Order, Reply, Room
from schnapsen_server.store.contract import Log, PlayerBook

from .client import Frame
from .clock import FakeClock
from .hands import Dice
from .memory_log import MemoryBook, MemoryLog


class Tables:
    """One process's rooms over a log: in memory, or any other."""

    def __init__(self, log: Log | None = None, book: PlayerBook | None = None, clock: Clock | None = None) -> None:
        self.memory, self.time, self.names = MemoryLog(), FakeClock(), MemoryBook()
        self.log, self.book, self.clock = log or self.memory, book or self.names, clock or self.time
        self.dice = Dice()
        self.on_told: Callable[[Room], None] = lambda _: None
        self.rooms: list[Room] = []

    async def open(
        self, match: str = "m", preset: Preset = Preset.SEED, *, computer: bool = False, players: int = 2
    ) -> Room:
        """A new match of Ann at seat 0, who leads, and Bob or the computer at seat 1."""
        versus = Versus.COMPUTER if computer else Versus.HUMAN
        bob = TakeSeat("computer", "Computer", computer=True) if computer else TakeSeat("bob", "Bob")
        commands: list[HouseCommand] = [OpenMatch(preset, versus, 1), TakeSeat("ann", "Ann"), bob]
        await open_table(self.log, self.dice, self.clock, match, commands[: players + 1])
        return await self.wake(match)

    async def wake(self, match: str = "m") -> Room:
        room = Room(
            match,
            self.log,
            self.book,
            self.dice,
            self.clock,
            invite=lambda name: f"key-{name}",
            on_told=lambda told: self.on_told(told),
        )
        await room.wake()
        self.rooms.append(room)
        return room

    async def close(self) -> None:
        for room in self.rooms:
            await room.sleep()


class Guest(Visitor):
    """A visitor whose frames a test reads."""

    def __init__(self, room: Room, player: str) -> None:
        super().__init__(player, None, Outbox(lambda: room.newest(self)))
        self.room = room
        self._ids = itertools.count(1)

    def submit(self, command: Command, command_id: str | None = None, version: int | None = None) -> None:
        self.room.submit(self, Submit(command_id or f"c{next(self._ids)}", command, version))

    async def frames(self, *kinds: str) -> list[Frame]:
        """What has been put into the outbox once the room has done all that it was asked; of these kinds only."""
        await settled(self.room)
        return [frame for frame in await waiting(self.outbox) if not kinds or frame["t"] in kinds]


async def visit(room: Room, player: str, epoch: str | None = None, version: int | None = None) -> Guest:
    guest = Guest(room, player)
    await room.enter(guest, epoch, version)
    return guest


async def settled(room: Room) -> None:
    """Returns when everything that the room was asked before this is done."""
    await asyncio.sleep(0)  # a wake-up call may be on its way
    answered: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
    room.order(Order("nobody", "barrier", TakeSeat("ann", "Ann"), answered.set_result))  # always refused
    await answered


async def ask(
    room: Room, player: str, command: Command | HouseCommand, command_id: str, seen: int | None = None
) -> Reply:
    """The room's answer to this player's command."""
    answered: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
    room.order(Order(player, command_id, command, answered.set_result, seen))
    return await answered


async def waiting(outbox: Outbox) -> list[Frame]:
    """Take what is in an outbox now."""
    frames: list[Frame] = []
    while True:
        try:
            async with asyncio.timeout(0):
                frame = await outbox.take()
        except TimeoutError:
            return frames
        if frame is None:
            return frames
        frames.append(json.loads(frame))
