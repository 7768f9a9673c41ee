"""The queue: one ticket for a player, taken at most once, and gone with whoever held it."""

import asyncio
import random
from collections import Counter
from uuid import uuid4

import pytest
from redis.asyncio import Redis

from schnapsen_server.store.lobby_contract import News, NewsKind, Queue, Ticket
from schnapsen_server.store.open import Store

ONE, OTHER = "one", "other"


@pytest.fixture(autouse=True)
async def an_empty_lobby(redis: Redis) -> None:
    """The lobby is one for the whole store, and tests share the store."""
    keys = await redis.keys("{lobby}:*")
    if keys:
        await redis.delete(*keys)


@pytest.fixture
async def queue(store: Store, redis: Redis) -> Queue:
    """As the first of two processes has it. Both live, however slow the machine of the test is."""
    await redis.zadd("{lobby}:processes", {ONE: 1e15, OTHER: 1e15})
    return store.queue


def wish(player: str, pool: str = "seed", rating: float = 1500) -> Ticket:
    return Ticket(player, player.title(), pool, False, rating, 100, since=0)


async def waiting(queue: Queue) -> list[str]:
    found = await queue.waiting(ONE)
    assert found is not None
    return [ticket.player for ticket in found[1]]


async def seek(queue: Queue, player: str, holder: str = "", pool: str = "seed") -> Ticket:
    place = await queue.seek(wish(player, pool), holder or f"{ONE}:{player}")
    assert place.ticket is not None
    return place.ticket


async def test_two_hundred_tickets_are_each_paired_once_by_two_processes(
    queue: Queue, other_store: Store, chance: random.Random
) -> None:
    players = [f"p{n}" for n in range(200)]
    tickets = [await seek(queue, player, f"{chance.choice((ONE, OTHER))}:{player}") for player in players]

    async def pair_at_random(queue: Queue) -> list[tuple[str, str]]:
        made = []
        for _ in range(400):
            first, second = chance.sample(tickets, 2)
            pairing = await queue.pair(first, second, uuid4().hex, 0)
            if pairing is not None:
                made.append((pairing.players[0].player, pairing.players[1].player))
        return made

    made = [
        pair for pairs in await asyncio.gather(*map(pair_at_random, [queue, other_store.queue] * 4)) for pair in pairs
    ]
    assert set(Counter(player for pair in made for player in pair).values()) == {1}
    left = await waiting(queue)
    assert sorted(left + [player for pair in made for player in pair]) == sorted(players)


async def test_a_player_has_one_ticket_however_many_tabs_hold_it(queue: Queue) -> None:
    first = await seek(queue, "ann", "one:1")
    assert await seek(queue, "ann", "one:2") == first
    assert (await queue.hold("ann", "one:3")).ticket == first
    for holder in ("one:1", "one:3"):
        await queue.let_go("ann", holder)
        assert await waiting(queue) == ["ann"]
    await queue.let_go("ann", "one:2")
    assert await waiting(queue) == []


async def test_nobody_is_paired_with_himself(queue: Queue) -> None:
    ann = await seek(queue, "ann")
    assert await queue.pair(ann, ann, "m", 0) is None


async def test_a_ticket_of_a_process_that_died_is_not_paired(queue: Queue, redis: Redis) -> None:
    ann, bob = await seek(queue, "ann"), await seek(queue, "bob", "other:1")
    await redis.zadd("{lobby}:processes", {OTHER: 1})  # its last heartbeat is long past
    assert await queue.pair(ann, bob, "m", 0) is None
    assert await waiting(queue) == ["ann"]
    assert (await queue.beat(OTHER, 1)).lapsed


async def test_whoever_comes_back_soon_keeps_his_place(queue: Queue) -> None:
    ann = await seek(queue, "ann")
    await queue.let_go("ann", "one:ann")
    assert (await seek(queue, "ann")).since == ann.since


async def test_whoever_stops_loses_his_place_and_all_his_tabs_hear_it(queue: Queue, redis: Redis) -> None:
    await seek(queue, "ann", "one:1")
    await seek(queue, "ann", "other:1")
    before, _ = await queue.news(None)
    await queue.stop("ann")
    assert (await queue.news(before))[1] == [News(NewsKind.STOPPED, ("ann",))]
    assert await waiting(queue) == []
    assert not await redis.exists("{lobby}:kept:ann")


async def test_a_pairing_waits_for_a_player_whose_line_dropped_at_that_moment(queue: Queue) -> None:
    ann, bob = await seek(queue, "ann"), await seek(queue, "bob")
    await queue.let_go("bob", "elsewhere:1")
    assert await queue.pair(ann, bob, "m", 1) is not None
    await queue.let_go("bob", "one:bob")
    assert (await queue.hold("bob", "one:9")).match == "m"
    assert (await queue.seek(wish("ann"), "one:9")).match == "m"


async def test_a_pairing_that_its_process_did_not_open_is_given_to_another(queue: Queue, redis: Redis) -> None:
    await queue.pair(await seek(queue, "ann"), await seek(queue, "bob"), "m", 1)
    assert await queue.due(9) == []
    await redis.zadd("{lobby}:due", {"m": 1})
    (pairing,) = await queue.due(9)
    assert (pairing.match, pairing.opened, pairing.dealer) == ("m", False, 1)
    assert await queue.due(9) == []  # one caller at a time
    before, _ = await queue.news(None)
    await queue.opened("m")
    await queue.opened("m")
    assert (await queue.news(before))[1] == [News(NewsKind.PAIRED, ("ann", "bob"), "m")]


async def test_who_came_first_and_lost_his_line_is_awaited_at_the_same_match(queue: Queue) -> None:
    await queue.pair(await seek(queue, "ann"), await seek(queue, "bob"), "m", 1)
    await queue.opened("m")
    await queue.shown("m", "ann")
    assert (await queue.seek(wish("ann"), "one:2")).match == "m"


async def test_when_both_have_come_nothing_is_left_of_the_pairing(queue: Queue, redis: Redis) -> None:
    await queue.pair(await seek(queue, "ann"), await seek(queue, "bob"), "m", 1)
    await queue.opened("m")
    for player in ("ann", "ann", "bob", "eve"):
        await queue.shown("m", player)
    assert await queue.settle("m", back=True) is None
    assert not await redis.exists("{lobby}:assigned", "{lobby}:pairings", "{lobby}:due")
    assert (await queue.hold("ann", "one:1")).match == "m"  # he plays it now
    await queue.finished("m", ["ann", "bob"])
    assert (await queue.hold("ann", "one:1")).match is None


async def test_whoever_came_alone_goes_back_before_everybody_else(queue: Queue, redis: Redis) -> None:
    ann = await seek(queue, "ann")
    await queue.pair(ann, await seek(queue, "bob"), "m", 1)
    await queue.opened("m")
    await queue.shown("m", "ann")
    await redis.zadd("{lobby}:due", {"m": 1})
    (pairing,) = await queue.due(9)
    assert pairing.missing == ("bob",)
    before, _ = await queue.news(None)
    assert await queue.settle("m", back=True) is not None
    assert await queue.settle("m", back=True) is None
    assert (await queue.news(before))[1] == [News(NewsKind.BACK, ("ann",), "m")]
    back = (await queue.hold("ann", "one:ann")).ticket
    assert back is not None
    assert (back.head, back.since) == (True, ann.since)
    assert (await queue.hold("bob", "one:bob")).ticket is None


async def test_those_who_met_remember_it_and_those_who_block_never_meet(queue: Queue) -> None:
    await queue.pair(await seek(queue, "ann"), await seek(queue, "bob"), "m", 1)
    for player in ("ann", "bob"):
        await queue.shown("m", player)
    await queue.finished("m", ["ann", "bob"])
    ann, bob = await seek(queue, "ann"), await seek(queue, "bob")
    assert (ann.recent, bob.recent) == (("bob",), ("ann",))
    await queue.block("bob", "ann")
    assert (await seek(queue, "ann")).avoided == ("bob",)
    assert await queue.pair(ann, bob, "n", 1) is None
    await queue.unblock("bob", "ann")
    assert await queue.pair(ann, bob, "n", 1) is not None


async def test_one_process_at_a_time_sees_to_the_pairing(queue: Queue, other_store: Store) -> None:
    assert await queue.waiting(ONE) is not None
    assert await other_store.queue.waiting(OTHER) is None
    await queue.leave(ONE)
    assert await other_store.queue.waiting(OTHER) is not None


async def test_everybody_online_is_counted_once_for_each_living_process(queue: Queue, redis: Redis) -> None:
    await queue.beat(ONE, 3)
    assert (await queue.beat(OTHER, 4)).online == 7
    await redis.zadd("{lobby}:processes", {ONE: 1})
    assert (await queue.beat(OTHER, 5)).online == 5


async def test_the_typical_wait_is_that_of_the_last_pairs(queue: Queue) -> None:
    assert await queue.typical_wait("seed") is None
    await queue.pair(await seek(queue, "ann"), await seek(queue, "bob"), "m", 1)
    wait = await queue.typical_wait("seed")
    assert wait is not None
    assert wait >= 0


async def test_a_match_that_is_over_is_played_no_more_whatever_a_late_process_says(queue: Queue) -> None:
    await queue.playing({"ann": "m", "bob": "m"})
    assert (await queue.seek(wish("ann"), "one:1")).match == "m"
    await queue.finished("m", ["ann", "bob"])
    await queue.playing({"ann": "m"})
    assert (await queue.seek(wish("ann"), "one:1")).match is None


async def test_after_a_match_with_a_result_nobody_is_put_back(queue: Queue) -> None:
    await queue.pair(await seek(queue, "ann"), await seek(queue, "bob"), "m", 1)
    await queue.opened("m")
    await queue.shown("m", "ann")
    await queue.finished("m", ["ann", "bob"])  # ann gave it up before bob came
    assert (await queue.hold("bob", "one:bob")).match is None
    await queue.settle("m", back=False)
    assert (await queue.hold("ann", "one:ann")).ticket is None
