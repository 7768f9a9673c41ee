"""A player's results are kept once each, with the standing; matches to be settled are not lost sight of."""

import asyncio

from redis.asyncio import Redis

from kit.store import entry, match
from schnapsen_server.store.open import Store
from schnapsen_server.store.ratings import Outcome, Row

player = match
A, B, C = Row("a", 30, b"A"), Row("b", 10, b"B"), Row("c", 30, b"C")


async def test_a_stranger_has_no_results(store: Store, player: str) -> None:
    assert await store.results.standing(player) is None
    assert await store.results.results(player) == []
    assert await store.results.results_of(player, ["a"]) == [None]


async def test_results_come_in_the_order_of_time_then_of_the_match(store: Store, player: str) -> None:
    for known, row in enumerate((C, A, B)):
        assert await store.results.count(player, row.match, known, [row], b"s") is Outcome.COUNTED
    assert await store.results.results(player) == [b"B", b"A", b"C"]
    assert await store.results.results(player, newest=2) == [b"A", b"C"]
    assert await store.results.results_of(player, ["c", "x", "b"]) == [b"C", None, b"B"]


async def test_a_match_is_counted_once_whoever_counts_it(store: Store, other_store: Store, player: str) -> None:
    ways = [(store, other_store)[i % 2].results.count(player, "a", 0, [A], b"%d" % i) for i in range(40)]
    outcomes = await asyncio.gather(*ways)
    assert sorted(outcomes) == [Outcome.COUNTED, *[Outcome.KNOWN] * 39]
    assert await store.results.standing(player) == b"%d" % outcomes.index(Outcome.COUNTED)


async def test_who_does_not_know_all_results_changes_nothing(store: Store, player: str) -> None:
    await store.results.count(player, "a", 0, [A], b"one")
    assert await store.results.count(player, "b", 0, [B], b"wrong") is Outcome.STALE
    assert await store.results.recount(player, 0, [B], b"wrong") is Outcome.STALE
    assert (await store.results.standing(player), await store.results.results(player)) == (b"one", [b"A"])


async def test_a_recount_puts_other_results_in_the_place_of_all(store: Store, player: str) -> None:
    await store.results.count(player, "a", 0, [A], b"one")
    assert await store.results.recount(player, 1, [B, C], b"two") is Outcome.COUNTED
    assert (await store.results.standing(player), await store.results.results(player)) == (b"two", [b"B", b"C"])


async def test_a_due_match_is_given_to_one_and_comes_again(store: Store, other_store: Store, match: str) -> None:
    # Other tests of this store expect matches too: the times here are long before theirs.
    await store.results.expect(match, 5)
    await store.results.expect(match, 900)
    both = await asyncio.gather(store.results.take_due(9, 20, 10), other_store.results.take_due(9, 20, 10))
    assert sorted(both) == [[], [match]]
    assert await store.results.take_due(20, 30, 10) == [match]
    await store.results.settled(match)
    assert not await store.results.is_expected(match)


async def test_a_deferred_match_is_not_due_and_no_other_becomes_expected(store: Store, match: str) -> None:
    await store.results.expect(match, 5)
    await store.results.defer([match, f"{match}x"], 40)
    assert await store.results.take_due(39, 100, 10) == []
    assert not await store.results.is_expected(f"{match}x")
    await store.results.settled(match)


async def test_a_place_made_from_fewer_results_does_not_stand_against_a_newer(store: Store, player: str) -> None:
    async def place() -> int | None:
        best = await store.results.best(1000)
        return best.index(player) if player in best else None

    await store.results.place(player, 2, 9e9)
    await store.results.place(player, 1, None)
    assert await place() == 0
    await store.results.place(player, 3, None)
    assert await place() is None


async def test_every_match_with_a_log_is_found(store: Store, match: str) -> None:
    mine = {f"{match}{i}" for i in range(30)}
    for one in mine:
        await store.log.append(one, 0, entry(1))
    found = [one async for one in store.log.matches()]
    assert mine <= set(found)
    assert len(found) == len(set(found))


async def test_of_the_oldest_results_only_the_sum_is_kept(store: Store, other_store: Store, player: str) -> None:
    for known, row in enumerate((A, B, C)):
        await store.results.count(player, row.match, known, [row], b"s")
    assert await store.results.base(player) is None
    assert not await store.results.shorten(player, 2, ["b", "a"], b"wrong")
    both = await asyncio.gather(
        *(one.results.shorten(player, 3, ["b", "a"], b"sum") for one in (store, other_store)), return_exceptions=True
    )
    assert True in both
    assert (await store.results.base(player), await store.results.results(player)) == (b"sum", [b"C"])


async def test_who_does_not_know_the_summed_results_changes_nothing(store: Store, player: str) -> None:
    for known, row in enumerate((A, B)):
        await store.results.count(player, row.match, known, [row], b"s")
    assert await store.results.shorten(player, 2, ["b"], b"sum")
    assert await store.results.count(player, "c", 1, [C], b"wrong") is Outcome.STALE
    assert await store.results.count(player, "c", 2, [C], b"right") is Outcome.COUNTED
    assert await store.results.recount(player, 3, [A], b"again") is Outcome.COUNTED
    assert await store.results.count(player, "c", 2, [C], b"right") is Outcome.COUNTED


async def test_of_who_never_was_among_the_best_nothing_is_written_down(
    store: Store, player: str, store_url: str
) -> None:
    async with Redis.from_url(store_url) as redis:
        await store.results.place(player, 1, None)
        assert not await redis.hexists("{ratings}:known", player)
        await store.results.place(player, 2, 1600.0)
        await store.results.place(player, 3, None)
        await store.results.place(player, 2, 1600.0)
        assert await redis.hget("{ratings}:known", player) == b"3"
    assert player not in await store.results.best(1000)
