"""A match that is put away, as people meet it."""

from kit.client import Guest, guest
from kit.clock import FakeClock
from kit.played import Played, opened
from kit.served import match, server, store, store_url
from kit.server import ServerProcess
from schnapsen_protocol.cards import Seat
from schnapsen_server.rooms.filing import DAY_MS, Filer, Lifetimes
from schnapsen_server.store.open import Store

__all__ = ["match", "server", "store", "store_url"]


async def put_away(store: Store, match: str, ann: Guest, *losers: Seat) -> Played:
    """A match of hers, so many hands of it, of which nobody has said anything for very long."""
    game = opened(ann.player, "bob").concede(*losers)
    await game.keep(store, match)
    await store.players.add_match(ann.player, match, game.at)
    await store.tables.archive.expect(match, 0)

    async def wake(match_id: str) -> None:
        raise AssertionError("nothing is left to do")

    await Filer(store.log, store.tables, FakeClock(game.at + 91 * DAY_MS), Lifetimes(), wake).sweep()
    assert await store.tables.archive.is_filed(match)
    return game


async def test_a_finished_match_is_looked_at_and_replayed_as_before(
    server: ServerProcess, store: Store, match: str
) -> None:
    ann = await guest(server, "Another name")
    game = await put_away(store, match, ann, 1, 1, 1)
    _, answer = await server.ask("GET", "/api/matches", token=ann.token)
    assert [(row["match"], row["won"], row["score"]) for row in answer["finished"]] == [(match, True, [9, 0])]
    async with ann.connect() as table, (await guest(server)).connect() as watching:
        joined = await table.join(match, history=True)
        assert (joined["v"], joined["seat"], joined["view"]["winner"]) == (len(game.entries), 0, 0)
        assert [event["t"] for event in joined["events"]].count("hand_dealt") == 3
        assert (await watching.join(match))["v"] == len(game.entries)
        assert (await table.submit("say", phrase="thanks"))["code"] == "MATCH_OVER"
        assert (await table.submit("propose", what="rematch"))["code"] == "MATCH_OVER"
        assert (await table.resume())["recovered"] is True
    assert await store.tables.archive.is_filed(match)
    for _ in range(2):
        _, replay = await server.ask("GET", f"/api/matches/{match}/replay?hand=2", token=ann.token)
        assert [event["t"] for step in replay["steps"] for event in step["events"]] == [
            "hand_dealt", "hand_conceded", "hand_won"
        ]  # fmt: skip


async def test_a_match_that_nobody_went_on_with_goes_on_for_its_next_visitor(
    server: ServerProcess, store: Store, match: str
) -> None:
    ann = await guest(server, "Ann")
    game = await put_away(store, match, ann, 1)
    async with ann.connect() as table:
        await table.join(match)
        ack = await table.submit("next_hand")
        assert ack["v"] > len(game.entries)
        await table.reach(ack["v"])
    assert not await store.tables.archive.is_filed(match)
