"""Reviews of finished matches, as their players ask for them."""

import asyncio
from typing import Any

from kit.client import Frame, Guest, command_of, guest
from kit.dealt import Dealt
from kit.server import PATIENCE, ServerProcess

from .test_hints import HAND, HIDDEN_OTHERWISE
from .test_table import seated


async def review(server: ServerProcess, player: Guest, match: str) -> tuple[int, Any]:
    return await server.ask("GET", f"/api/matches/{match}/review", token=player.token)


async def whole(server: ServerProcess, player: Guest, match: str) -> Frame:
    """The review when it is done; what comes meanwhile is a part of it."""
    async with asyncio.timeout(2 * PATIENCE):
        done = 0
        while True:
            status, found = await review(server, player, match)
            assert status == 200, found
            assert done <= found["done"] <= found["of"]
            done = found["done"]
            if done == found["of"]:
                whole: Frame = found
                return whole
            await asyncio.sleep(0.4)  # no more than three questions a second


async def played_and_given_up(server: ServerProcess, *moves: str) -> tuple[Guest, str]:
    """A match against the computer: these moves are made on the first turn, then every hand is given up."""
    ann = await guest(server)
    match, _ = await ann.open(versus="computer")
    async with ann.connect() as a:
        await a.join(match)
        for move in moves:
            command = command_of(move)
            await a.reach((await a.submit(command.pop("t"), **command))["v"])
        while a.view["phase"] != "match_over":
            kind = "next_hand" if a.view["phase"] == "hand_over" else "concede_hand"
            answer = await a.submit(kind)
            if answer["t"] == "ack":
                await a.reach(answer["v"])
    return ann, match


async def test_a_review_tells_what_was_given_away(dealt: Dealt) -> None:
    server = await dealt(HAND)
    ann, match = await played_and_given_up(server)
    found = await whole(server, ann, match)
    assert (found["match"], found["seat"]) == (match, 0)
    assert 0 < found["decisions"] <= found["of"]
    first = found["mistakes"][0]
    assert (first["played"], first["better"]["move"], first["better"]["why"]) == ("concede", "exchange", "exchange")
    assert first["lost"] > 2  # three game points for the other, with a good hand
    assert found["lost"] == round(sum(mistake["lost"] for mistake in found["mistakes"]), 2)
    for mistake in found["mistakes"]:
        view = mistake["view"]
        assert mistake["better"]["move"] in view["legal"]
        assert (view["viewer"], view["to_play"], view["seats"][1]["hand"], view["rest"]) == (0, 0, None, None)


async def test_the_best_move_is_no_mistake(dealt: Dealt) -> None:
    server = await dealt(HAND)
    ann, match = await played_and_given_up(server, "exchange")
    found = await whole(server, ann, match)
    assert "exchange" not in [mistake["better"]["move"] for mistake in found["mistakes"] if mistake["v"] == 1]


async def test_what_the_player_could_not_see_changes_nothing(dealt: Dealt) -> None:
    server = await dealt(HAND, HAND, HAND, HIDDEN_OTHERWISE, HAND, HAND)
    reviews = []
    for _ in range(2):
        ann, match = await played_and_given_up(server)
        found = await whole(server, ann, match)
        for mistake in found["mistakes"]:
            mistake["view"]["seats"][0].update(player="", name="")
        reviews.append({**found, "match": ""})
    assert reviews[0]["mistakes"][0] == reviews[1]["mistakes"][0]


async def test_only_its_players_may_see_it_and_each_his_own(server: ServerProcess) -> None:
    match, ann, bob = await seated(server, clock=None)
    eve = await guest(server)
    assert (await review(server, ann, match))[1]["code"] == "MATCH_RUNNING"
    async with ann.connect() as a:
        await a.join(match)
        await a.submit("resign_match")
    status, refused = await review(server, eve, match)
    assert (status, refused["code"]) == (403, "NOT_A_PLAYER")
    assert (await server.ask("GET", f"/api/matches/{match}/review"))[0] == 401
    assert (await review(server, ann, "nothing"))[0] == 404
    assert [(await whole(server, player, match))["seat"] for player in (ann, bob)] == [0, 1]


async def test_a_review_is_kept(server: ServerProcess) -> None:
    ann, match = await played_and_given_up(server)
    before = await whole(server, ann, match)
    await server.kill()
    await server.start()
    status, after = await review(server, ann, match)
    assert (status, after) == (200, before)
