"""Rooms without a web around them: a table of Ann and Bob, visitors whose outboxes a test can open."""

import asyncio
import itertools
import json
from collections.abc import Callable

from schnapsen_protocol.cards import Level, Preset, Versus
from schnapsen_protocol.commands import Command
from schnapsen_protocol.frames import Submit
from schnapsen_protocol.terms import UNSETTLED, Terms
from schnapsen_server.game.house import HouseCommand, OpenMatch, TakeSeat
from schnapsen_server.game.house import computer as computer_at
from schnapsen_server.rooms.audience import Visitor
from schnapsen_server.rooms.clocks import Clock
from schnapsen_server.rooms.fleet import Fleet
from schnapsen_server.rooms.opening import open_table
from schnapsen_server.rooms.outbox import Outbox
from schnapsen_server.rooms.room import Reply, Room
from schnapsen_server.store.contract import Log, PlayerBook
from schnapsen_server.store.open import Store

from . import rooms
from .client import Frame
from .clock import FakeClock
from .hands import Dice
from .memory_log import MemoryBook, MemoryLog
from .memory_tables import memory_tables
from .rooms import NobodyRated, asked

PROCESSES = itertools.count(1)


class Tables:
    """Rooms over a store: in memory, or any other. Each stands for the only one of a server process of its own."""

    def __init__(self, store: Store | None = None, clock: Clock | None = None) -> None:
        self.memory, self.time, self.names = MemoryLog(), FakeClock(), MemoryBook()
        self.log: Log = self.memory if store is None else store.log
        self.book: PlayerBook = self.names if store is None else store.players
        self.beside = memory_tables(self.memory) if store is None else store.tables
        self.clock: Clock = clock or self.time
        self.dice = Dice()
        self.on_told: Callable[[Room], None] = lambda _: None
        self.rooms: list[Room] = []

    async def open(
        self,
        match: str = "m",
        preset: Preset = Preset.SEED,
        *,
        computer: bool = False,
        players: int = 2,
        terms: Terms = UNSETTLED,
    ) -> Room:
        """A new match of Ann at seat 0, who leads, and Bob or the computer at seat 1."""
        versus = Versus.COMPUTER if computer else Versus.HUMAN
        bob = computer_at(Level.STRONG) if computer else TakeSeat("bob", "Bob")
        commands: list[HouseCommand] = [OpenMatch(preset, versus, 1, terms), TakeSeat("ann", "Ann"), bob]
        await open_table(
            self.log,
            NobodyRated(),
            self.dice,
            self.clock,
            match,
            commands[: players + 1],
            tables=self.beside,
        )
        return await self.wake(match)

    async def wake(self, match: str = "m") -> Room:
        room = Room(
            match,
            self.log,
            self.book,
            self.beside,
            Fleet(self.beside.fleet, f"process-{next(PROCESSES)}", self.clock, lambda: None),
            NobodyRated(),
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
        super().__init__(player, None, Outbox(lambda: room.newest(self)), name=player.capitalize())
        self.room = room
        self._ids = itertools.count(1)

    def submit(self, command: Command, command_id: str | None = None, version: int | None = None) -> None:
        self.room.submit(self, Submit(command_id or f"c{next(self._ids)}", command, version))

    async def frames(self, *kinds: str) -> list[Frame]:
        """What has been put into the outbox once the room has done all that it was asked.

        Of these kinds only; of all without any named but presence, which goes round in a time of its own.
        """
        await settled(self.room)
        found = await waiting(self.outbox)
        return [frame for frame in found if (frame["t"] in kinds if kinds else frame["t"] != "presence")]


async def visit(
    room: Room, player: str, epoch: str | None = None, version: int | None = None, at: int | None = None
) -> Guest:
    guest = Guest(room, player)
    await room.enter(guest, epoch, version, at)
    return guest


async def settled(room: Room) -> None:
    """Returns when everything that the room was asked before this is done."""
    await asyncio.sleep(0)  # a wake-up call may be on its way
    await rooms.settled(room)


async def ask(
    room: Room, player: str, command: Command | HouseCommand, command_id: str, seen: int | None = None
) -> Reply:
    """The room's answer to this player's command."""
    return await asked(room, player, command_id, command, seen=seen)


async def waiting(outbox: Outbox) -> list[Frame]:
    """Take what is in an outbox now."""
    return [json.loads(frame) for frame in await taken(outbox)]


async def taken(outbox: Outbox) -> list[bytes]:
    """The same, as it would go over the line."""
    frames: list[bytes] = []
    while True:
        try:
            async with asyncio.timeout(0):
                frame = await outbox.take()
        except TimeoutError:
            return frames
        if frame is None:
            return frames
        frames.append(frame)
