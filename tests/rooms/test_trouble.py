"""Two real servers and a store in trouble: what is not stored is told to nobody, and what is lost is told to all."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from kit.client import command_of, guest
from kit.company import World, gather, two_servers
from kit.lobby import SEEK, listed, lobby_until
from kit.valkey import ALWAYS, Valkey, eventually
from schnapsen_server.lobby.recount import differences, results_of_all
from schnapsen_server.store.open import open_store

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def valkey(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Valkey]:
    valkey = Valkey(tmp_path_factory.mktemp("trouble") / "store", *ALWAYS)
    await valkey.start()
    yield valkey
    valkey.stop()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def world(valkey: Valkey, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[World]:
    async with two_servers(tmp_path_factory.mktemp("servers"), valkey.url) as world:
        yield world


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


@pytest.mark.parametrize("trouble", TROUBLES)
async def test_what_cannot_be_stored_is_told_to_nobody_and_answered_once_afterwards(
    world: World, valkey: Valkey, trouble: str
) -> None:
    hurt, mend = TROUBLES[trouble]
    company = await gather(world)
    await company.play(3)
    await world.until_all_are(200)

    await hurt(valkey)
    player, command_id, command = company.next_move()
    before = [len(person.frames) for person in company.people]
    answer = await player.ask(command_id, command)
    assert (answer["t"], answer.get("code")) == ("fault", "UNAVAILABLE")
    await world.until_all_are(503)
    for person, count in zip(company.people, before, strict=True):
        assert await person.told_since(count) == []

    await mend(valkey)
    await world.until_all_are(200)
    v = await player.insist(command_id, command)
    assert await player.insist(command_id, command) == v
    await company.all_reach(v)
    await company.play(3)
    await company.leave()
    assert await company.judge(world) == []


async def test_a_store_that_lost_its_last_second_is_noticed_and_told_to_all(world: World, valkey: Valkey) -> None:
    company = await gather(world)
    await company.play(3)
    size, v, epoch = valkey.journal.stat().st_size, company.ann.v, company.ann.epoch
    await company.play(2)

    valkey.lose(size)
    await valkey.start()
    for person in company.people:
        joined = await person.until("joined")
        assert (joined["recovered"], joined["events"], joined["v"]) == (False, [], v)
    assert company.ann.epoch != epoch
    await company.play(3)
    assert await company.see_the_log(world)
    await company.leave()


async def test_who_comes_back_to_a_log_that_went_on_otherwise_is_told_so(world: World, valkey: Valkey) -> None:
    """Everything died at once, and nobody was left to notice what is missing."""
    company = await gather(world)
    await company.play(3)
    size, v = valkey.journal.stat().st_size, company.ann.v
    await company.play(2)
    await company.leave()
    await asyncio.gather(*(server.kill() for server in world.servers))
    valkey.lose(size)
    await valkey.start()
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


async def test_a_match_whose_log_was_deleted_is_said_to_be_lost(world: World, valkey: Valkey) -> None:
    company = await gather(world)
    await company.play(3)
    async with valkey.line() as redis:
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
async def test_a_search_is_refused_meanwhile_and_goes_on_afterwards(world: World, valkey: Valkey, trouble: str) -> None:
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
        await hurt(valkey)
        await world.until_all_are(503)
        await other.send(SEEK)
        assert (await other.until("fault", "seeking"))["code"] == "UNAVAILABLE"
        await mend(valkey)
        await world.until_all_are(200)
        await other.send(SEEK)
        paired = [await table.until("paired") for table in (one, other)]
        assert paired[0]["match"] == paired[1]["match"]
        after = await listed(host)
        await third.join(after)
        await other.send({"t": "enter_lobby"})
        await lobby_until(other, lambda rows: after in rows and match not in rows)


@pytest.mark.parametrize("trouble", ["down", "full"])
async def test_a_match_that_ends_when_the_store_fails_counts_once(world: World, valkey: Valkey, trouble: str) -> None:
    hurt, mend = TROUBLES[trouble]
    ann, bob = await guest(world.one, "Ann"), await guest(world.one, "Bob")
    match, invite = await ann.open(clock=None, rated=True)
    async with ann.connect() as one, replace(bob, server=world.other).connect() as other:
        await one.join(match)
        await other.join(match, invite)
        await one.submit("resign_match", command_id="enough")
        await hurt(valkey)
        await world.until_all_are(503)
        await mend(valkey)
        await world.until_all_are(200)
        assert (await one.submit("resign_match", command_id="enough"))["t"] == "ack"

    async def counted() -> bool:
        profiles = [(await world.one.ask("GET", f"/api/players/{one.player}"))[1] for one in (ann, bob)]
        return [len(profile["history"]) for profile in profiles] == [1, 1]

    await eventually(counted)
    async with await open_store(world.url, Path()) as store:
        differ = {one.player for one in await differences(await results_of_all(store.log), store.results)}
    assert not differ & {ann.player, bob.player}
