"""A match at two servers whose people keep all that they were told, to be compared with the log afterwards."""

import asyncio
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from schnapsen_server.bench.judge import Heard, Truth, digest, judge
from schnapsen_server.store.open import open_store

from .client import Frame, Guest, Table, command_of, guest
from .server import PATIENCE, ServerProcess
from .valkey import eventually


@dataclass
class World:
    """Two servers on one store."""

    url: str
    one: ServerProcess
    other: ServerProcess

    @property
    def servers(self) -> tuple[ServerProcess, ServerProcess]:
        return self.one, self.other

    async def until_all_are(self, status: int) -> None:
        """Both servers say that they are ready (200), or that they are not (503)."""

        async def are() -> bool:
            answers = await asyncio.gather(*(server.ask("GET", "/ready") for server in self.servers))
            return [answer[0] for answer in answers] == [status, status]

        await eventually(are)


class Person(Table):
    """Somebody at a table who keeps what he asked for and what he was answered. Implements Asker."""

    def __init__(self, guest: Guest) -> None:
        super().__init__(guest)
        self.asked: dict[str, str] = {}
        self.acks: list[tuple[str, int]] = []
        self.refused: list[str] = []

    @property
    def player(self) -> str:
        return self.guest.player

    @property
    def heard(self) -> list[Heard]:
        return [heard for frame in self.frames if (heard := Heard.of(frame, None)) is not None]

    async def come(self, match: str, invite: str | None = None) -> None:
        assert (await self.join(match, invite))["t"] == "joined"

    async def ask(self, command_id: str, command: Frame) -> Frame:
        self.asked[command_id] = f"play:{command['card']}"
        fields = {name: value for name, value in command.items() if name != "t"}
        answer = await self.submit(command["t"], command_id=command_id, **fields)
        if answer["t"] == "ack":
            self.acks.append((command_id, answer["v"]))
        return answer

    async def insist(self, command_id: str, command: Frame) -> int:
        """Until it is stored."""
        async with asyncio.timeout(PATIENCE):
            while (answer := await self.ask(command_id, command))["t"] == "fault":
                assert answer["code"] == "UNAVAILABLE"
                await asyncio.sleep(0.1)
        assert answer["t"] == "ack", answer
        v: int = answer["v"]
        return v

    async def told_since(self, count: int) -> list[Frame]:
        """What changed the table among the frames after so many, once the server has answered a question."""
        await self.send({"t": "probe"})
        await self.until("beat")
        return [frame for frame in self.frames[count:] if frame["t"] in ("update", "joined")]


@asynccontextmanager
async def two_servers(folder: Path, url: str) -> AsyncIterator[World]:
    """Servers on the store at this address, for as long as the context lasts."""
    one, other = (ServerProcess(folder / name, REDIS_URL=url) for name in ("one", "other"))
    await asyncio.gather(one.start(), other.start())
    try:
        yield World(url, one, other)
    finally:
        await asyncio.gather(one.stop(), other.stop())
    assert "Traceback" not in "".join(one.output + other.output), "".join(one.output + other.output)


@dataclass
class Company:
    """A match whose players are at different servers, and a watcher."""

    match: str
    ann: Person
    bob: Person
    eve: Person
    _ids = itertools.count(1)

    @property
    def people(self) -> tuple[Person, Person, Person]:
        return self.ann, self.bob, self.eve

    def next_move(self) -> tuple[Person, str, Frame]:
        """Whose turn it is, and what he may do."""
        player = next(one for one in (self.ann, self.bob) if one.view["legal"])
        move = next(move for move in player.view["legal"] if move.startswith("play"))
        return player, f"c{next(self._ids)}", command_of(move)

    async def play(self, moves: int) -> None:
        for _ in range(moves):
            player, command_id, command = self.next_move()
            await self.all_reach(await player.insist(command_id, command))

    async def all_reach(self, version: int) -> None:
        for person in self.people:
            await person.reach(version)

    async def judge(self, world: World) -> list[str]:
        """What is wrong with anything that anybody was told."""
        async with await open_store(world.url, Path()) as store:
            entries = await store.log.read(self.match)
            epoch = await store.log.epoch(self.match)
        return judge(entries, epoch, (self.ann, self.bob), self.people).all()

    async def see_the_log(self, world: World) -> bool:
        """Whether everybody has the epoch of the log and sees what it tells to the last entry."""
        async with await open_store(world.url, Path()) as store:
            truth, epoch = Truth(await store.log.read(self.match)), await store.log.epoch(self.match)
        seen = [(one.epoch, one.v, digest(one.view)) for one in self.people]
        return seen == [(epoch, truth.last, truth.view(truth.last, seat)) for seat in (0, 1, None)]

    async def leave(self) -> None:
        for person in self.people:
            await person.hang_up()


async def gather(world: World) -> Company:
    ann, bob, eve = [await guest(world.one, name) for name in ("Ann", "Bob", "Eve")]
    match, invite = await ann.open(clock=None)
    people = [Person(ann), Person(replace(bob, server=world.other)), Person(replace(eve, server=world.other))]
    for person in people:
        await person.dial()
    company = Company(match, *people)
    await company.ann.come(match)
    await company.bob.come(match, invite)
    await company.eve.come(match)
    await company.all_reach(company.bob.v)
    return company
