"""Two real servers on a store of several processes: a primary that dies and is replaced, and a cluster."""

from pathlib import Path

from kit.company import gather, two_servers
from kit.replicated import replicated


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
