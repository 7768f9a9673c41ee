"""Two real servers on a store of several processes: a primary that dies and is replaced, and a cluster."""

import asyncio
from pathlib import Path

import pytest

from kit.client import guest
from kit.company import gather, two_servers
from kit.lobby import SEEK
from kit.replicated import clustered, replicated
from kit.valkey import eventually
from schnapsen_server.lobby.recount import differences, results_of_all
from schnapsen_server.store.address import ASK_AGAIN
from schnapsen_server.store.open import open_store

pytestmark = pytest.mark.slow


async def test_the_primary_and_its_replica_may_change_places(tmp_path: Path) -> None:
    async with replicated(tmp_path) as store, two_servers(tmp_path, store.url) as world:
        company = await gather(world)
        await company.play(3)
        await store.change_places()
        await asyncio.sleep(ASK_AGAIN)  # until then the old one may be asked, which does not know yet
        await company.play(3)
        await world.until_all_are(200)
        await company.leave()
        assert await company.judge(world) == []


async def test_a_replica_takes_over_and_nothing_is_lost_that_it_had(tmp_path: Path) -> None:
    async with replicated(tmp_path) as store, two_servers(tmp_path, store.url) as world:
        company = await gather(world)
        await company.play(3)
        await store.replica_has_all()
        store.primary.kill()
        player, command_id, command = company.next_move()
        before = [len(person.frames) for person in company.people]
        answer = await player.ask(command_id, command)
        assert (answer["t"], answer.get("code")) == ("fault", "UNAVAILABLE")
        for person, count in zip(company.people, before, strict=True):
            assert await person.told_since(count) == []
        await company.all_reach(await player.insist(command_id, command))
        await company.play(3)
        await world.until_all_are(200)
        await company.leave()
        assert await company.judge(world) == []


async def test_what_a_replica_had_not_got_is_told_to_be_lost(tmp_path: Path) -> None:
    async with replicated(tmp_path) as store, two_servers(tmp_path, store.url) as world:
        company = await gather(world)
        await company.play(3)
        await store.replica_has_all()
        v, epoch = company.ann.v, company.ann.epoch
        await store.stop_replicating()
        await company.play(2)
        store.primary.kill()
        for person in company.people:
            joined = await person.until("joined")
            assert (joined["recovered"], joined["events"], joined["v"]) == (False, [], v)
        assert company.ann.epoch != epoch
        await company.play(3)
        assert await company.see_the_log(world)
        await company.leave()


async def test_a_cluster_keeps_matches_the_lobby_and_ratings(tmp_path: Path) -> None:
    async with clustered(tmp_path) as store, two_servers(tmp_path, store.url) as world:
        await world.until_all_are(200)
        companies = [await gather(world) for _ in range(3)]  # on more than one node, whatever their ids
        for company in companies:
            await company.play(6)
            await company.leave()
            assert await company.judge(world) == []

        company = await gather(world)
        node = await store.node_of(company.match)
        node.kill()
        player, command_id, command = company.next_move()
        assert (await player.ask(command_id, command)).get("code") == "UNAVAILABLE"
        await node.start()
        await company.all_reach(await player.insist(command_id, command))
        await company.play(3)  # each process has found the node again
        await world.until_all_are(200)
        await company.leave()
        assert await company.judge(world) == []
        companies.append(company)

        cat, dog = await guest(world.one, "Cat"), await guest(world.other, "Dog")
        async with cat.connect() as one, dog.connect() as other:
            for table in (one, other):
                await table.send({**SEEK, "rated": True})
            match = (await one.until("paired"))["match"]
            assert (await other.until("paired"))["match"] == match
            await one.join(match)
            await other.join(match)
            assert (await one.submit("resign_match"))["t"] == "ack"

        async def counted() -> bool:
            history = (await world.other.ask("GET", f"/api/players/{dog.player}"))[1]["history"]
            return [point["match"] for point in history] == [match]

        await eventually(counted)
        async with await open_store(store.url, tmp_path) as opened:
            assert {one.match for one in companies} | {match} == {one async for one in opened.log.matches()}
            assert await differences(await results_of_all(opened.log), opened.results) == []
