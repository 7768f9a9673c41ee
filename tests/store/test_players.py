"""The players' book keeps names and finds matches."""

from pathlib import Path

from redis.asyncio import Redis

from kit.store import EITHER_STORE, match
from schnapsen_server.store.contract import FinishedMatch
from schnapsen_server.store.keeping import Keeping
from schnapsen_server.store.open import Store, open_store
from schnapsen_server.store.ratings import Row

player = match


@EITHER_STORE
async def test_a_stranger_has_no_name_and_no_matches(store: Store, player: str) -> None:
    assert await store.players.name(player) is None
    assert await store.players.matches(player, 10) == []


@EITHER_STORE
async def test_a_name_in_any_script_is_kept_until_the_next(store: Store, player: str) -> None:
    for name in ("Änne Übel", "שרה", "🂡"):
        await store.players.rename(player, name)
        assert await store.players.name(player) == name


@EITHER_STORE
async def test_matches_come_newest_first_and_no_more_than_asked(store: Store, player: str) -> None:
    for at, one in ((20, "b"), (30, "c"), (10, "a")):
        await store.players.add_match(player, one, at)
    assert await store.players.matches(player, 10) == ["c", "b", "a"]
    assert await store.players.matches(player, 2) == ["c", "b"]
    assert await store.players.matches(player, 0) == []


@EITHER_STORE
async def test_a_match_added_again_moves_and_a_dropped_one_goes(store: Store, player: str) -> None:
    for at, one in ((1, "a"), (2, "b"), (3, "a"), (4, "c")):
        await store.players.add_match(player, one, at)
    await store.players.drop_match(player, "c")
    assert await store.players.matches(player, 10) == ["a", "b"]


@EITHER_STORE
async def test_a_match_that_is_over_changes_lists_once_and_comes_back_to_the_other_only_when_dropped(
    store: Store, player: str
) -> None:
    players = store.players
    for at, one in ((1, "a"), (2, "b"), (3, "c")):
        await players.add_match(player, one, at)
    ended = [FinishedMatch("b", 20, b"[1:2]"), FinishedMatch("a", 20, '["שרה"]'.encode()), FinishedMatch("d", 10, b"d")]
    for finished in (*ended, ended[0]):  # the first of them was sent twice
        await players.finish_match(player, finished)
    await players.add_match(player, "b", 30)  # somebody was late
    assert await players.matches(player, 10) == ["c"]
    assert await players.finished_matches(player) == ended
    await players.drop_match(player, "b")
    await players.add_match(player, "b", 30)
    assert await players.matches(player, 10) == ["b", "c"]
    assert await players.finished_matches(player) == ended[1:]


async def test_a_players_list_keeps_the_newest_matches(store_url: str, tmp_path: Path, match: str) -> None:
    async with await open_store(store_url, tmp_path, keeping=Keeping(matches=3)) as store:
        for at in (5, 1, 4, 2, 3):
            await store.players.add_match(match, f"m{at}", at)
        assert await store.players.matches(match, 9) == ["m5", "m4", "m3"]


async def test_of_what_a_player_has_finished_the_newest_matches_are_kept(
    store_url: str, tmp_path: Path, match: str
) -> None:
    rows = [FinishedMatch(f"m{at}", at, b"") for at in (9, 10, 11, 100, 101)]
    async with await open_store(store_url, tmp_path) as store:
        for one in reversed(rows):
            await store.players.finish_match(match, one)
    async with await open_store(store_url, tmp_path, keeping=Keeping(results=3)) as store:  # it was set to less
        await store.players.finish_match(match, rows[0])
        await store.players.finish_match(match, rows[2])
        assert await store.players.finished_matches(match) == rows[:1:-1]


async def test_who_never_comes_again_is_forgotten_and_each_visit_puts_that_off(
    store_url: str, tmp_path: Path, match: str
) -> None:
    async with (
        await open_store(store_url, tmp_path, keeping=Keeping(player_seconds=100)) as store,
        Redis.from_url(store_url) as redis,
    ):
        await store.players.rename(match, "Ann")
        await store.players.add_match(match, "m", 1)
        await store.players.finish_match(match, FinishedMatch("n", 1, b""))
        for known, row in enumerate((Row("m", 1, b"1"), Row("n", 2, b"2"))):
            await store.results.count(match, row.match, known, [row], b"s")
        await store.results.shorten(match, 2, ["m"], b"sum")
        await store.players.visit(match)
        keys = await redis.keys(f"{{p:{match}}}:*")
        assert len(keys) == 7
        for key in keys:
            assert 90 < await redis.ttl(key) <= 100
            await redis.expire(key, 5)
        await store.players.visit(match)
        assert min([await redis.ttl(key) for key in keys]) > 90


async def test_players_can_be_kept_for_ever(store_url: str, tmp_path: Path, match: str) -> None:
    async with (
        await open_store(store_url, tmp_path, keeping=Keeping(player_seconds=0)) as store,
        Redis.from_url(store_url) as redis,
    ):
        await store.players.rename(match, "Ann")
        await store.players.add_match(match, "m", 1)
        await store.results.count(match, "m", 0, [Row("m", 1, b"1")], b"s")
        await store.players.visit(match)
        keys = await redis.keys(f"{{p:{match}}}:*")
        assert len(keys) == 5
        assert {await redis.ttl(key) for key in keys} == {-1}
