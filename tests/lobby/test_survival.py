"""Two servers on one store, killed at random while matches end: ratings are what the logs tell."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from websockets.exceptions import WebSocketException

from kit.client import Guest, guest
from kit.server import PATIENCE, ServerProcess
from schnapsen_server.lobby.recount import differences, results_of_all
from schnapsen_server.store.open import Store

ROUNDS = 30


@pytest.fixture
async def servers(store_url: str, tmp_path: Path) -> AsyncIterator[list[ServerProcess]]:
    both = [ServerProcess(tmp_path / name, REDIS_URL=store_url) for name in "ab"]
    for server in both:
        await server.start()
    yield both
    for server in both:
        await server.stop()


async def end(match: str, invite: str | None, loser: Guest, killed: ServerProcess | None, moment: float) -> None:
    """The loser resigns; at some moment meanwhile a server is killed."""
    async with loser.connect() as table:
        await table.join(match, invite)
        killing = asyncio.create_task(kill(killed, moment))
        with contextlib.suppress(WebSocketException, OSError):
            await table.submit("resign_match")
        await killing


async def kill(server: ServerProcess | None, moment: float) -> None:
    if server is not None:
        await asyncio.sleep(moment)
        await server.kill()


@pytest.mark.slow
async def test_ratings_equal_a_recount_after_servers_were_killed_while_matches_ended(
    store: Store, servers: list[ServerProcess], chance: random.Random
) -> None:
    people = [await guest(servers[0], name) for name in ("Ann", "Bob", "Cyd", "Dan")]
    matches, deaths = [], 0
    for _ in range(ROUNDS):
        first, second = chance.sample(people, 2)
        match, invite = await replace(first, server=chance.choice(servers)).open(clock=None, rated=True)
        matches.append(match)
        killed = chance.choice([None, None, *servers])
        loser = replace(second, server=killed or chance.choice(servers))
        await end(match, invite, loser, killed, chance.uniform(0, 0.02))
        if killed is not None:
            deaths += 1
            await killed.start()

    watcher = await guest(servers[0])
    over = set()
    async with watcher.connect() as table:
        for match in matches:  # whoever comes to a table wakes it
            if (await table.join(match))["view"]["winner"] is not None:
                over.add(match)
        async with asyncio.timeout(PATIENCE):
            while any([await store.results.is_expected(match) for match in over]):
                pass

    told = (await results_of_all(store.log)).results
    played = {person.player: {one.match for one in told.get(person.player, ())} for person in people}
    assert sum(map(len, played.values())) == 2 * len(over)
    assert min(len(over), deaths) > 5
    assert [
        one for one in await differences(await results_of_all(store.log), store.results) if one.player in played
    ] == []
