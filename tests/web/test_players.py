"""Ratings as they are read at the door, of matches played at the table."""

import asyncio
from typing import Any

import pytest

from kit.client import Guest, guest
from kit.server import PATIENCE, ServerProcess


async def resigned(winner: Guest, loser: Guest, rated: bool = False) -> str:
    """A match that the second player gives up at once."""
    match, invite = await winner.open(clock=None, rated=rated)
    async with loser.connect() as table:
        await table.join(match, invite)
        assert (await table.submit("resign_match"))["t"] == "ack"
    return match


async def counted(server: ServerProcess, person: Guest, match: str) -> Any:
    """The profile as soon as the match is counted."""
    async with asyncio.timeout(PATIENCE):
        while True:
            _, profile = await server.ask("GET", f"/api/players/{person.player}")
            if match in [point["match"] for point in profile["history"]]:
                return profile


async def test_a_rated_match_moves_both_ratings_and_their_statistics(server: ServerProcess) -> None:
    ann, bob = await guest(server, "Ann"), await guest(server, "Bob")
    match = await resigned(ann, bob, rated=True)
    winner, loser = await counted(server, ann, match), await counted(server, bob, match)
    assert (winner["name"], loser["name"]) == ("Ann", "Bob")
    assert winner["rating"]["value"] - 1500 == 1500 - loser["rating"]["value"] == winner["history"][0]["change"] > 0
    assert winner["rating"]["provisional"]
    assert (winner["record"]["matches"], winner["record"]["wins"], loser["record"]["wins"]) == (1, 1, 0)
    assert loser["reliability"] == {"finished": 1, "begun": 1}
    _, mine = await server.ask("GET", "/api/matches", token=bob.token)
    assert [row["rating_change"] for row in mine["finished"]] == [loser["history"][0]["change"]]


async def test_the_table_shows_how_the_players_are_rated(server: ServerProcess) -> None:
    ann, bob = await guest(server, "Ann"), await guest(server)
    match, invite = await ann.open(rated=True)
    async with bob.connect() as table:
        joined = await table.join(match, invite)
    ratings = [seat["rating"] for seat in joined["view"]["seats"]]
    assert ratings == [{"value": 1500, "deviation": 350, "provisional": True}, None]


async def test_a_match_that_is_not_rated_is_in_the_statistics_alone(server: ServerProcess) -> None:
    ann, bob, nobody = await guest(server, "Ann"), await guest(server, "Bob"), await guest(server)
    await resigned(ann, bob)
    await resigned(ann, nobody, rated=True)
    match = await resigned(ann, bob, rated=True)
    profile = await counted(server, ann, match)
    assert len(profile["history"]) == 1
    async with asyncio.timeout(PATIENCE):
        while profile["record"]["matches"] < 3:
            _, profile = await server.ask("GET", f"/api/players/{ann.player}")
    assert profile["rated_matches"] == 1
    _, unnamed = await server.ask("GET", f"/api/players/{nobody.player}")
    assert (unnamed["rating"], unnamed["history"]) == (None, [])


async def test_a_rematch_begins_with_the_rating_that_the_match_made(server: ServerProcess) -> None:
    ann, bob = await guest(server, "Ann"), await guest(server, "Bob")
    match = await resigned(ann, bob, rated=True)
    profile = await counted(server, ann, match)
    async with ann.connect() as hers, bob.connect() as his:
        for table in (hers, his):
            await table.join(match)
            answer = await table.submit("propose", command_id="again", what="rematch")
        await hers.reach(answer["v"])
        joined = await hers.join(hers.view["rematch"])
    assert joined["view"]["seats"][joined["seat"]]["rating"] == profile["rating"]


async def test_a_server_killed_at_the_end_of_a_match_counts_it_when_it_is_back(server: ServerProcess) -> None:
    ann, bob = await guest(server, "Ann"), await guest(server, "Bob")
    match = await resigned(ann, bob, rated=True)
    await server.kill()
    await server.start()
    async with ann.connect() as table:
        await table.join(match)
        profile = await counted(server, ann, match)
    assert profile["rated_matches"] == 1
    assert (await counted(server, bob, match))["rated_matches"] == 1


async def test_nobody_is_among_the_best_after_one_match(server: ServerProcess) -> None:
    ann, bob = await guest(server, "Ann"), await guest(server, "Bob")
    await counted(server, bob, await resigned(ann, bob, rated=True))
    assert await server.ask("GET", "/api/top") == (200, {"players": []})


@pytest.mark.parametrize("player", ["x" * 33, "%7B", "a%0Ab", "a.b"])
async def test_what_can_be_no_player_is_refused(server: ServerProcess, player: str) -> None:
    status, answer = await server.ask("GET", f"/api/players/{player}")
    assert (status, answer["code"]) == (400, "MALFORMED")
