"""Matches against the computer at two real servers, one of which is killed while the computer is to move."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from kit.client import Guest, Table, command_of, guest
from kit.plays import choose
from kit.server import ServerProcess
from schnapsen_protocol.cards import Level
from schnapsen_server.game.levels import RATINGS
from schnapsen_server.store.open import Store

Two = tuple[ServerProcess, ServerProcess]
SHORT = {"bank_ms": 10_000, "increment_ms": 0}
FOR_EVER = "10000"
"""Ms that a computer takes over a move, or so: a server that is killed meanwhile has not moved."""


@pytest.fixture
async def servers(store: Store, store_url: str, tmp_path: Path) -> AsyncIterator[Two]:
    """At one the computer takes its time; at the other it moves as soon as it can."""
    one = ServerProcess(tmp_path / "one", REDIS_URL=store_url, SCHNAPSEN_COMPUTER_MS=FOR_EVER)
    other = ServerProcess(tmp_path / "other", REDIS_URL=store_url)
    await asyncio.gather(one.start(), other.start())
    yield one, other
    await asyncio.gather(one.stop(), other.stop())
    assert "Traceback" not in "".join(one.output + other.output), "".join(one.output + other.output)


def at(server: ServerProcess, who: Guest) -> Table:
    """A connection of this guest to that server."""
    return replace(who, server=server).connect()


def my_turn(table: Table) -> bool:
    return bool(table.view["to_play"] == table.view["viewer"])


async def until_my_turn(table: Table) -> None:
    while table.view["phase"] == "playing" and not my_turn(table):
        await table.until("update")


async def play_on(table: Table) -> None:
    """One step of the match for this player, by whatever is asked of him."""
    view = table.view
    if view["phase"] == "hand_over":
        await table.reach((await table.submit("next_hand"))["v"])
    elif my_turn(table):
        command = command_of(choose(view["legal"]))
        await table.reach((await table.submit(command.pop("t"), **command))["v"])
    else:
        await table.until("update")


async def its_turn(table: Table) -> None:
    """Play until the computer is to move. It is dealt the lead every second time: then it moves first."""
    while table.view["phase"] != "playing" or my_turn(table):
        await play_on(table)


async def moves(store: Store, match: str) -> list[str]:
    return [entry.command_id for entry in await store.log.read(match) if entry.author == "computer"]


async def test_when_a_server_dies_the_computer_goes_on_at_another_and_moves_once(servers: Two, store: Store) -> None:
    one, other = servers
    ann = await guest(one)
    match, _ = await ann.open(versus="computer", level="master")
    async with at(one, ann) as a:
        await a.join(match)
        await its_turn(a)
        before = len(await store.log.read(match))
        await one.kill()
    assert len(await store.log.read(match)) == before  # nobody is there: the match sleeps
    async with at(other, ann) as a:
        await a.join(match)
        await until_my_turn(a)
        assert len(await store.log.read(match)) > before
        while a.view["phase"] != "match_over":
            await play_on(a)
        assert a.view["ended_by"] == "score"
    made = await moves(store, match)
    assert len(made) == len(set(made)) > 1
    await one.start()


async def test_who_is_at_both_servers_loses_nothing_when_one_is_killed(servers: Two, store: Store) -> None:
    """Both think about the move; the other has made it before the first is done, or goes on alone."""
    one, other = servers
    ann = await guest(one)
    match, _ = await ann.open(versus="computer", level="strong")
    async with at(one, ann) as tab, at(other, ann) as a:
        await tab.join(match)
        await a.join(match)
        killed = False
        while a.view["phase"] != "match_over":
            await play_on(a)
            if not killed and len(await moves(store, match)) >= 3:
                killed = True
                await one.kill()
        assert killed
        assert a.view["ended_by"] == "score"
    made = await moves(store, match)
    assert len(made) == len(set(made))
    await one.start()


@pytest.mark.slow
async def test_a_night_without_servers_costs_the_computer_no_time(servers: Two, store: Store) -> None:
    one, other = servers
    ann = await guest(one)
    match, _ = await ann.open(versus="computer", level="club", clock=SHORT)
    async with at(one, ann) as a:
        await a.join(match)
        await its_turn(a)
        await asyncio.gather(one.kill(), other.kill())
    await asyncio.sleep(SHORT["bank_ms"] / 1000 + 1)  # the night: longer than any of the clocks
    await asyncio.gather(one.start(), other.start())
    async with at(other, ann) as a:
        await a.join(match)
        await until_my_turn(a)
        assert a.view["phase"] == "playing"
        assert min(a.view["clock"]["left"]) > 0
        assert await moves(store, match)


async def test_at_a_table_of_ones_own_the_computer_sits_down_when_it_is_called(servers: Two) -> None:
    """The row goes from the list, whoever comes later watches, and without a clock nobody's rating moves."""
    _, other = servers
    ann, bob = await guest(other, "Ann"), await guest(other, "Bob")
    match, _ = await ann.open(listed=True, rated=True, clock=None)
    async with ann.connect() as a:
        await a.join(match)
        assert (await a.submit("call_computer", level="expert"))["code"] == "MALFORMED"
        await a.reach((await a.submit("call_computer", level="beginner"))["v"])
        seat = a.view["seats"][1]
        assert (a.view["versus"], a.view["phase"]) == ("computer", "playing")
        assert (seat["computer"], seat["level"], seat["rating"]["value"]) == (True, "beginner", RATINGS[Level.BEGINNER])
        async with bob.connect() as b:
            assert (await b.join(match, sit=True))["code"] == "SEAT_TAKEN"
            assert (await b.until("joined"))["seat"] is None
        _, rows = await other.ask("GET", "/api/matches", token=ann.token)
        assert (rows["matches"][0]["versus"], rows["matches"][0]["level"]) == ("computer", "beginner")
        while a.view["phase"] != "match_over":
            await play_on(a)
    _, profile = await other.ask("GET", f"/api/players/{ann.player}", token=ann.token)
    assert (profile["rated_matches"], profile["record"]["matches"]) == (0, 0)
