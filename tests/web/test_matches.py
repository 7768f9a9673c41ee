"""What a player finds of his matches, at the door: each in one list, and once."""

from kit.client import Frame, Guest, guest
from kit.played import Played, opened
from kit.served import match, server, store, store_url
from kit.server import ServerProcess
from schnapsen_protocol.cards import Seat
from schnapsen_server.rooms.own_matches import list_match
from schnapsen_server.store.open import Store

__all__ = ["match", "server", "store", "store_url"]

Losers = tuple[Seat, ...]
ME: Losers = (1, 1, 1)
OTHER: Losers = (0, 0, 0)
"""Who gives up the hands when seat 0 wins the match, and when seat 1 does."""


async def finished(person: Guest, query: str = "") -> tuple[list[Frame], str | None]:
    status, answer = await person.server.ask("GET", f"/api/matches/finished{query}", token=person.token)
    assert status == 200, answer
    return answer["finished"], answer["next"]


async def written(store: Store, match: str, player: str, losers: Losers, **how: object) -> Played:
    """A match of the player's in its log, and on his list as one that goes on: its end was not noted yet."""
    game = opened(player, "bob", **how)  # type: ignore[arg-type]
    await game.keep(store, match)
    await list_match(store.players, match, game.match, game.at)
    game.concede(*losers)
    for entry in game.entries[3:]:
        await store.log.append(match, entry.version - 1, entry)
    return game


async def test_what_is_finished_is_read_page_by_page_while_more_matches_end(
    server: ServerProcess, store: Store, match: str
) -> None:
    ann, eve = await guest(server, "Ann"), await guest(server, "Eve")
    ended = opened(ann.player, "bob", rated=False).concede(*ME).match
    lost = opened(ann.player, "bob").concede(*OTHER).match
    names = [f"{match}-{n:02}" for n in range(44)]
    for n, name in enumerate(names):  # four at each moment, every fourth lost and rated
        await list_match(store.players, name, ended if n % 4 else lost, 1_000 + n // 4)
    pages, following = [await finished(ann)], None
    while following := pages[-1][1]:
        table, invite = await ann.open(clock=None)
        async with eve.connect() as opposite:
            await opposite.join(table, invite)
            await opposite.submit("resign_match")
        pages.append(await finished(ann, f"?before={following}"))
    rows = [row for page, _ in pages for row in page]
    assert [len(page) for page, _ in pages] == [20, 20, 4]
    assert [row["match"] for row in rows] == names[::-1]
    newest, _ = await finished(ann)
    assert [row["opponent"] for row in newest[:3]] == ["Eve", "Eve", "Bob"]
    assert (newest[0]["player"], newest[0]["ended_by"], newest[0]["score"]) == (eve.player, "resigned", [0, 0])
    assert [row["won"] for row in (await finished(eve))[0]] == [False, False]
    for only, expected in {"won": 20, "lost": 11, "rated": 11, "unrated": 20, "computer": 0}.items():
        found, following = await finished(ann, f"?only={only}")
        assert (len(found), following is None) == (expected, expected < 20), only
    assert {row["won"] for row in (await finished(ann, "?only=lost"))[0]} == {False}
    (first, _), (second, _) = [await finished(ann, f"?only=won{at}") for at in ("", f"&before=1010.{names[43]}")]
    assert first[2]["match"] == names[43]
    assert second[0]["match"] == names[42]


async def test_a_match_whose_end_nobody_noted_is_found_once_however_often_it_is_looked_at_and_by_nobody_else(
    server: ServerProcess, store: Store, match: str
) -> None:
    ann, eve = await guest(server, "Ann"), await guest(server)
    game = await written(store, match, ann.player, OTHER)
    assert await store.players.matches(ann.player, 9) == [match]
    for killed in (True, False):
        _, answer = await server.ask("GET", "/api/matches", token=ann.token)
        assert answer["matches"] == []
        (row,) = answer["finished"]
        assert (row["won"], row["score"], row["hands"], row["rated"]) == (False, [0, 9], 3, True)
        assert row["at"] == game.entries[-1].at
        async with ann.connect() as table:
            assert (await table.join(match))["view"]["phase"] == "match_over"
        if killed:
            await server.kill()
            await server.start()
    assert await store.players.matches(ann.player, 9) == []
    nothing: Frame = {"matches": [], "finished": [], "next": None}
    assert await server.ask("GET", "/api/matches", token=eve.token) == (200, nothing)
    assert await finished(eve) == ([], None)
    for token in (None, ann.player, f"{ann.player}.{eve.token.partition('.')[2]}"):
        for path in ("/api/matches", "/api/matches/finished"):
            assert (await server.ask("GET", path, token=token))[0] == 401
    for query in ("only=all", "before=", "before=1", "before=x.y", "before=1.%7B", "page=2"):
        status, answer = await server.ask("GET", f"/api/matches/finished?{query}", token=ann.token)
        assert (status, answer["code"]) == (400, "MALFORMED"), query


async def test_matches_against_the_computer_are_listed_and_paused_ones_say_who_wants_to_go_on(
    server: ServerProcess,
) -> None:
    ann, bob = await guest(server, "Ann"), await guest(server, "Bob")
    match, _ = await ann.open(versus="computer", level="beginner")
    async with ann.connect() as table:
        await table.join(match)
        _, answer = await server.ask("GET", "/api/matches", token=ann.token)
        assert ([row["match"] for row in answer["matches"]], answer["finished"]) == ([match], [])
        await table.submit("resign_match")
    ((row,), _) = await finished(ann, "?only=computer")
    assert (row["match"], row["level"], row["player"]) == (match, "beginner", None)
    assert (row["won"], row["kept"], row["rating_change"]) == (False, True, None)
    _, profile = await server.ask("GET", f"/api/players/{ann.player}")
    assert profile["record"]["matches"] == 0

    match, invite = await ann.open()
    async with ann.connect() as a, bob.connect() as b:
        await a.join(match)
        await b.join(match, invite)
        for table, what in ((a, "save"), (b, "save"), (b, "resume")):
            assert (await table.submit("propose", command_id=f"{what}-{table.guest.name}", what=what))["t"] == "ack"
    _, answer = await server.ask("GET", "/api/matches", token=ann.token)
    (row,) = answer["matches"]
    assert (row["match"], row["phase"], row["proposal"]) == (match, "paused", {"seat": 1, "what": "resume"})
