"""Two real servers and a store in trouble: what is not stored is told to nobody, and what is lost is told to all."""

import asyncio
import itertools
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
import pytest_asyncio

from kit.client import Frame, Guest, Table, command_of, guest
from kit.lobby import SEEK, listed, lobby_until
from kit.match import Truth, judge
from kit.server import PATIENCE, ServerProcess
from kit.valkey import ALWAYS, Valkey, eventually
from schnapsen_server.lobby.recount import differences
from schnapsen_server.store.open import open_store

pytestmark = pytest.mark.asyncio(loop_scope="module")


@dataclass
class World:
    valkey: Valkey
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


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def world(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[World]:
    folder = tmp_path_factory.mktemp("trouble")
    valkey = Valkey(folder / "store", *ALWAYS)
    await valkey.start()
    one, other = (ServerProcess(folder / name, REDIS_URL=valkey.url) for name in ("one", "other"))
    await asyncio.gather(one.start(), other.start())
    yield World(valkey, one, other)
    await asyncio.gather(one.stop(), other.stop())
    valkey.stop()
    assert "Traceback" not in "".join(one.output + other.output), "".join(one.output + other.output)


# What can happen to a store, and how it is mended


async def is_down(valkey: Valkey) -> None:
    valkey.kill()


async def is_started(valkey: Valkey) -> None:
    await valkey.start()


async def stands_still(valkey: Valkey) -> None:
    valkey.freeze()


async def goes_on(valkey: Valkey) -> None:
    valkey.thaw()


async def is_full(valkey: Valkey) -> None:
    async with valkey.line() as redis:
        await redis.config_set("maxmemory", "1")


async def has_room(valkey: Valkey) -> None:
    async with valkey.line() as redis:
        await redis.config_set("maxmemory", "0")


async def is_a_replica(valkey: Valkey) -> None:
    async with valkey.line() as redis:
        await redis.replicaof("127.0.0.1", "1")  # of somebody who is not there: it keeps what it has


async def is_a_primary(valkey: Valkey) -> None:
    async with valkey.line() as redis:
        await redis.replicaof("NO", "ONE")


async def cannot_save(valkey: Valkey) -> None:
    """As on a full disk: its snapshot fails, and from then on it refuses writes (MISCONF)."""
    doomed = valkey.folder / "doomed"
    doomed.mkdir()
    async with valkey.line() as redis:
        await redis.config_set("save", "3600 1")
        await redis.config_set("dir", str(doomed))
        shutil.rmtree(doomed)
        await redis.bgsave()

        async def failed() -> bool:
            return bool((await redis.info("persistence"))["rdb_last_bgsave_status"] == "err")

        await eventually(failed)


async def can_save(valkey: Valkey) -> None:
    async with valkey.line() as redis:
        await redis.config_set("dir", str(valkey.folder))
        await redis.config_set("save", "")


async def forgets_its_scripts(valkey: Valkey) -> None:
    async with valkey.line() as redis:
        await redis.config_set("maxmemory", "1")
        await redis.script_flush()


Deed = Callable[[Valkey], Awaitable[None]]
TROUBLES: dict[str, tuple[Deed, Deed]] = {
    "down": (is_down, is_started),
    "still": (stands_still, goes_on),
    "full": (is_full, has_room),
    "read-only": (is_a_replica, is_a_primary),
    "cannot save": (cannot_save, can_save),
    "full and without scripts": (forgets_its_scripts, has_room),
}


# Who is there


class Person(Table):
    """Somebody at a table who keeps what he asked for and what he was answered."""

    def __init__(self, guest: Guest) -> None:
        super().__init__(guest)
        self.came_back_with: list[int | None] = []
        self.asked: set[str] = set()
        self.acks: list[tuple[str, int]] = []
        self.refused: list[str] = []

    async def come(self, match: str, invite: str | None = None) -> None:
        self.came_back_with.append(None)
        assert (await self.join(match, invite))["t"] == "joined"

    async def ask(self, command_id: str, command: Frame) -> Frame:
        self.asked.add(command_id)
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
        async with await open_store(world.valkey.url, Path()) as store:
            entries = await store.log.read(self.match)
            return judge(entries, await store.log.epoch(self.match), (self.ann, self.bob), self.eve)

    async def see_the_log(self, world: World) -> bool:
        """Whether everybody has the epoch of the log and sees what it tells to the last entry."""
        async with await open_store(world.valkey.url, Path()) as store:
            truth, epoch = Truth(await store.log.read(self.match)), await store.log.epoch(self.match)
        seen = [(one.epoch, one.v, one.view) for one in self.people]
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


@pytest.mark.parametrize("trouble", TROUBLES)
async def test_what_cannot_be_stored_is_told_to_nobody_and_answered_once_afterwards(world: World, trouble: str) -> None:
    hurt, mend = TROUBLES[trouble]
    company = await gather(world)
    await company.play(3)
    await world.until_all_are(200)

    await hurt(world.valkey)
    player, command_id, command = company.next_move()
    before = [len(person.frames) for person in company.people]
    answer = await player.ask(command_id, command)
    assert (answer["t"], answer.get("code")) == ("fault", "UNAVAILABLE")
    await world.until_all_are(503)
    for person, count in zip(company.people, before, strict=True):
        assert await person.told_since(count) == []

    await mend(world.valkey)
    await world.until_all_are(200)
    v = await player.insist(command_id, command)
    assert await player.insist(command_id, command) == v
    await company.all_reach(v)
    await company.play(3)
    await company.leave()
    assert await company.judge(world) == []


async def test_a_store_that_lost_its_last_second_is_noticed_and_told_to_all(world: World) -> None:
    company = await gather(world)
    await company.play(3)
    size, v, epoch = world.valkey.journal.stat().st_size, company.ann.v, company.ann.epoch
    await company.play(2)

    world.valkey.lose(size)
    await world.valkey.start()
    for person in company.people:
        joined = await person.until("joined")
        assert (joined["recovered"], joined["events"], joined["v"]) == (False, [], v)
    assert company.ann.epoch != epoch
    await company.play(3)
    assert await company.see_the_log(world)
    await company.leave()


async def test_who_comes_back_to_a_log_that_went_on_otherwise_is_told_so(world: World) -> None:
    """Everything died at once, and nobody was left to notice what is missing."""
    company = await gather(world)
    await company.play(3)
    size, v = world.valkey.journal.stat().st_size, company.ann.v
    await company.play(2)
    await company.leave()
    await asyncio.gather(*(server.kill() for server in world.servers))
    world.valkey.lose(size)
    await world.valkey.start()
    await asyncio.gather(*(server.start() for server in world.servers))

    assert (await company.ann.resume())["recovered"] is False
    assert company.ann.v == v < company.bob.v
    async with replace(company.bob.guest).connect() as bob:
        await bob.join(company.match)
        while company.ann.v < company.bob.v:
            player = company.ann if company.ann.view["legal"] else bob
            move = [move for move in player.view["legal"] if move.startswith("play")][-1]
            command = command_of(move)
            acked = (await player.submit("play_card", command_id=f"new{company.ann.v}", card=command["card"]))["v"]
            await asyncio.gather(company.ann.reach(acked), bob.reach(acked))
    for person in (company.bob, company.eve):
        assert (await person.resume())["recovered"] is False
    assert await company.see_the_log(world)
    await company.leave()


async def test_a_match_whose_log_was_deleted_is_said_to_be_lost(world: World) -> None:
    company = await gather(world)
    await company.play(3)
    async with world.valkey.line() as redis:
        await redis.delete(f"{{{company.match}}}:log")
        player, command_id, command = company.next_move()
        assert (await player.ask(command_id, command))["code"] == "UNKNOWN_MATCH"
        for person in company.people:
            assert (await person.until("fault"))["code"] == "UNKNOWN_MATCH"
        assert (await company.eve.join(company.match))["code"] == "UNKNOWN_MATCH"
        assert (await player.ask(command_id, command))["code"] in ("UNKNOWN_MATCH", "NOT_JOINED")
        assert not await redis.exists(f"{{{company.match}}}:log")
    await company.leave()


@pytest.mark.parametrize("trouble", ["down", "read-only"])
async def test_a_search_is_refused_meanwhile_and_goes_on_afterwards(world: World, trouble: str) -> None:
    hurt, mend = TROUBLES[trouble]
    cat, dog, host = await guest(world.one), await guest(world.other), await guest(world.one)
    async with cat.connect() as one, dog.connect() as other, host.connect() as third:
        await one.send(SEEK)
        await one.until("seeking")
        await other.send({"t": "enter_lobby"})
        await other.until("lobby")
        match = await listed(host)
        await third.join(match)
        await lobby_until(other, lambda rows: match in rows)
        await hurt(world.valkey)
        await world.until_all_are(503)
        await other.send(SEEK)
        assert (await other.until("fault", "seeking"))["code"] == "UNAVAILABLE"
        await mend(world.valkey)
        await world.until_all_are(200)
        await other.send(SEEK)
        paired = [await table.until("paired") for table in (one, other)]
        assert paired[0]["match"] == paired[1]["match"]
        after = await listed(host)
        await third.join(after)
        await other.send({"t": "enter_lobby"})
        await lobby_until(other, lambda rows: after in rows and match not in rows)


@pytest.mark.parametrize("trouble", ["down", "full"])
async def test_a_match_that_ends_when_the_store_fails_counts_once(world: World, trouble: str) -> None:
    hurt, mend = TROUBLES[trouble]
    ann, bob = await guest(world.one, "Ann"), await guest(world.one, "Bob")
    match, invite = await ann.open(clock=None, rated=True)
    async with ann.connect() as one, replace(bob, server=world.other).connect() as other:
        await one.join(match)
        await other.join(match, invite)
        await one.submit("resign_match", command_id="enough")
        await hurt(world.valkey)
        await world.until_all_are(503)
        await mend(world.valkey)
        await world.until_all_are(200)
        assert (await one.submit("resign_match", command_id="enough"))["t"] == "ack"

    async def counted() -> bool:
        profiles = [(await world.one.ask("GET", f"/api/players/{one.player}"))[1] for one in (ann, bob)]
        return [len(profile["history"]) for profile in profiles] == [1, 1]

    await eventually(counted)
    async with await open_store(world.valkey.url, Path()) as store:
        differ = {one.player for one in await differences(store.log, store.results)}
    assert not differ & {ann.player, bob.player}
