"""The matchmakers of two processes on one store, with tables that only take note."""

import asyncio
import itertools
from collections.abc import AsyncIterator

import orjson
import pytest
from redis.asyncio import Redis

from kit.client import Frame
from kit.lobby import came
from kit.server import PATIENCE
from schnapsen_server.lobby.callers import Caller
from schnapsen_server.lobby.lobby import Lobby
from schnapsen_server.lobby.ratings import Ratings
from schnapsen_server.rooms.clocks import SystemClock
from schnapsen_server.rooms.outbox import Outbox
from schnapsen_server.store.lobby_contract import Pairing, Ticket
from schnapsen_server.store.open import Store


class Notes:
    """Tables that write down what is done with them."""

    def __init__(self, process: str) -> None:
        self._process = process
        self._numbers = itertools.count()
        self.stuck: asyncio.Event | None = None
        """If it is there: set when a match was to be opened, which then is not."""
        self.opened: list[Pairing] = []
        self.called_off: list[str] = []
        self.over: set[str] = set()

    def new_match(self) -> tuple[str, int]:
        return f"{self._process}{next(self._numbers)}", 0

    async def open(self, pairing: Pairing) -> None:
        if self.stuck is not None:
            self.stuck.set()
            await asyncio.Event().wait()
        self.opened.append(pairing)

    async def call_off(self, pairing: Pairing) -> bool:
        self.called_off.append(pairing.match)
        return True

    async def who_played(self, match: str) -> list[str] | None:
        return ["ann", "bob"] if match in self.over else None


class Process:
    """One process's lobby."""

    def __init__(self, store: Store, name: str) -> None:
        self.tables = Notes(name)
        clock = SystemClock()
        ratings = Ratings(store.log, store.players, store.results, clock)
        self.lobby = Lobby(store.queue, store.rows, ratings, clock, name)

    def connect(self, player: str) -> "Line":
        return Line(self, player)


class Line:
    """One connection of a player."""

    def __init__(self, process: Process, player: str) -> None:
        self.process = process
        self.outbox = Outbox(lambda: None)
        self.caller: Caller = process.lobby.arrive(player, self.outbox)

    async def seek(self, rating: float = 1500, pool: str = "seed/none") -> None:
        player = self.caller.player
        ticket = Ticket(player, player, pool, False, rating, 50, since=0)
        await self.process.lobby.matchmaker.seek(self.caller, ticket)

    async def hears(self, kind: str) -> Frame:
        async with asyncio.timeout(PATIENCE):
            while True:
                frame: Frame = orjson.loads(await self.outbox.take() or b"{}")
                if frame["t"] == kind:
                    return frame

    def close(self) -> None:
        self.process.lobby.leave(self.caller)


@pytest.fixture
async def one(redis: Redis, store: Store) -> AsyncIterator[Process]:
    process = Process(store, "one")
    await process.lobby.start(process.tables)
    yield process
    await process.lobby.close()


@pytest.fixture
async def other(redis: Redis, other_store: Store) -> AsyncIterator[Process]:
    process = Process(other_store, "other")
    await process.lobby.start(process.tables)
    yield process
    await process.lobby.close()


async def paired(*lines: Line) -> str:
    (match,) = {(await line.hears("paired"))["match"] for line in lines}
    assert isinstance(match, str)
    return match


async def test_players_of_two_processes_meet(one: Process, other: Process) -> None:
    ann, bob = one.connect("ann"), other.connect("bob")
    await ann.seek()
    await bob.seek()
    match = await paired(ann, bob)
    assert [pairing.match for pairing in one.tables.opened + other.tables.opened] == [match]


@pytest.mark.parametrize("again", ["seek", "look up"])
async def test_nobody_is_sent_back_to_a_match_whose_end_the_store_has_not_heard_of(
    one: Process, other: Process, again: str
) -> None:
    ann, bob = one.connect("ann"), other.connect("bob")
    await ann.seek()
    await bob.seek()
    match = await paired(ann, bob)
    await ann.seek()
    assert (await ann.hears("paired"))["match"] == match
    one.tables.over.add(match)
    if again == "look up":
        await one.lobby.matchmaker.look_up(ann.caller)
        assert len(ann.outbox) == 0
    await ann.seek()
    assert orjson.loads(await ann.outbox.take() or b"{}")["t"] == "seeking"


async def test_two_hundred_seekers_are_each_paired_once(one: Process, other: Process) -> None:
    lines = [(one, other)[n % 2].connect(f"p{n}") for n in range(200)]
    await asyncio.gather(*(line.seek(1500 + n) for n, line in enumerate(lines)))
    matches = [(await line.hears("paired"))["match"] for line in lines]
    opened = one.tables.opened + other.tables.opened
    players = [ticket.player for pairing in opened for ticket in pairing.players]
    assert sorted(players) == sorted(line.caller.player for line in lines)
    assert sorted(matches) == sorted(2 * [pairing.match for pairing in opened])


async def test_when_the_opponent_does_not_come_the_match_is_called_off_and_the_wait_goes_on(
    one: Process, other: Process, redis: Redis
) -> None:
    ann, bob = one.connect("ann"), other.connect("bob")
    await ann.seek()
    since = (await ann.hears("seeking"))["since"]
    await bob.seek()
    match = await paired(ann, bob)
    one.lobby.matchmaker.shown(match, "ann")
    bob.close()
    await came(redis, match)
    await redis.zadd("{lobby}:due", {match: 1})
    assert (await ann.hears("seeking"))["since"] == since
    assert one.tables.called_off + other.tables.called_off == [match]
    eve = other.connect("eve")
    await eve.seek()
    await paired(ann, eve)


async def test_what_a_process_leaves_unopened_another_opens(one: Process, other: Process, redis: Redis) -> None:
    one.tables.stuck = asyncio.Event()
    await redis.set("{lobby}:matcher", "one")  # it is the one to pair
    ann, bob = other.connect("ann"), other.connect("bob")
    await ann.seek()
    await bob.seek()
    await one.tables.stuck.wait()
    await one.lobby.close()
    match = await paired(ann, bob)
    assert [pairing.match for pairing in other.tables.opened] == [match]


async def test_nobody_is_sent_to_a_match_that_is_not_open(one: Process, other: Process, redis: Redis) -> None:
    one.tables.stuck = asyncio.Event()
    await redis.set("{lobby}:matcher", "one")
    ann, bob = other.connect("ann"), other.connect("bob")
    await ann.seek()
    await bob.seek()
    await one.tables.stuck.wait()
    tab = other.connect("ann")
    await other.lobby.matchmaker.look_up(tab.caller)
    match = await paired(tab)
    assert [pairing.match for pairing in other.tables.opened] == [match]


async def test_a_process_that_was_too_slow_to_show_that_it_lives_puts_its_tickets_back(
    one: Process, other: Process, redis: Redis
) -> None:
    ann = one.connect("ann")
    await ann.seek()
    since = (await ann.hears("seeking"))["since"]
    await redis.zrem("{lobby}:processes", "one")
    await redis.hdel("{lobby}:tickets", "ann")
    bob = other.connect("bob")
    await bob.seek()
    match = await paired(ann, bob)
    (pairing,) = one.tables.opened + other.tables.opened
    assert pairing.match == match
    assert since <= min(ticket.since for ticket in pairing.players) + 60_000


async def test_a_tab_in_another_process_holds_the_search_too(one: Process, other: Process, redis: Redis) -> None:
    ann, tab = one.connect("ann"), other.connect("ann")
    await ann.seek()
    await other.lobby.matchmaker.look_up(tab.caller)
    await tab.hears("seeking")
    ann.close()
    bob = one.connect("bob")
    await bob.seek()
    await paired(tab, bob)


async def test_a_closed_line_takes_its_ticket_along(one: Process, redis: Redis) -> None:
    ann = one.connect("ann")
    await ann.seek()
    ann.close()
    async with asyncio.timeout(2):  # the promise
        await kept(redis, "ann")
    assert not await redis.exists("{lobby}:tickets")


async def test_the_wider_range_is_told_and_never_a_narrower_one(one: Process, redis: Redis) -> None:
    ann = one.connect("ann")
    await ann.seek()
    first = await ann.hears("seeking")
    second = await ann.hears("seeking")
    assert second["range"] > first["range"]
    assert second["since"] == first["since"]


async def test_after_a_while_alone_the_computer_is_offered(one: Process, redis: Redis) -> None:
    ann = one.connect("ann")
    await ann.seek()
    seeking = await ann.hears("seeking")
    assert not seeking["offer_computer"]
    ann.close()
    ticket = await kept(redis, "ann")
    await redis.set("{lobby}:kept:ann", orjson.dumps({**ticket, "since": ticket["since"] - 8_000}))
    tab = one.connect("ann")
    await tab.seek()
    assert (await tab.hears("seeking"))["offer_computer"]


async def kept(redis: Redis, player: str) -> Frame:
    """What is kept of the player's ticket, as soon as it has been let go."""
    async with asyncio.timeout(PATIENCE):
        while True:
            found = await redis.get(f"{{lobby}}:kept:{player}")
            if found is not None:
                ticket: Frame = orjson.loads(found)
                return ticket


async def test_a_process_that_leaves_pairs_nobody_any_more_and_the_other_does(one: Process, other: Process) -> None:
    one.lobby.matchmaker.stop_pairing()
    ann, bob = one.connect("ann"), one.connect("bob")
    for line in (ann, bob):
        await line.seek()
    await paired(ann, bob)
    assert (len(one.tables.opened), len(other.tables.opened)) == (0, 1)


async def test_whoever_waits_hears_of_his_match_though_the_store_has_lost_the_news(
    one: Process, other: Process, redis: Redis
) -> None:
    """A store that comes back without its last second counts the news from an earlier number on."""
    for number in range(3):
        earlier = [one.connect(f"ann{number}"), other.connect(f"bob{number}")]
        for line in earlier:
            await line.seek()
        await paired(*earlier)
    late = [one.connect("ann"), other.connect("bob")]
    await late[0].seek()
    await late[0].hears("seeking")
    await redis.delete("{lobby}:news", "{lobby}:news:last")
    await late[1].seek()
    await paired(*late)
