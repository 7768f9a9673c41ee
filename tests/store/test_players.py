"""The players' book keeps names and finds matches."""

from kit.store import match
from schnapsen_server.store.open import Store

player = match


async def test_a_stranger_has_no_name_and_no_matches(store: Store, player: str) -> None:
    assert await store.players.name(player) is None
    assert await store.players.matches(player, 10) == []


async def test_a_name_in_any_script_is_kept_until_the_next(store: Store, player: str) -> None:
    for name in ("Änne Übel", "שרה", "🂡"):
        await store.players.rename(player, name)
        assert await store.players.name(player) == name


async def test_matches_come_newest_first_and_no_more_than_asked(store: Store, player: str) -> None:
    for at, one in ((20, "b"), (30, "c"), (10, "a")):
        await store.players.add_match(player, one, at)
    assert await store.players.matches(player, 10) == ["c", "b", "a"]
    assert await store.players.matches(player, 2) == ["c", "b"]
    assert await store.players.matches(player, 0) == []


async def test_a_match_added_again_moves_and_a_dropped_one_goes(store: Store, player: str) -> None:
    for at, one in ((1, "a"), (2, "b"), (3, "a"), (4, "c")):
        await store.players.add_match(player, one, at)
    await store.players.drop_match(player, "c")
    assert await store.players.matches(player, 10) == ["a", "b"]
