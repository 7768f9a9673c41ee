"""Puzzles: each has one best move, and the solver answers the way it promised."""

from typing import Any

from kit.client import guest
from kit.server import ServerProcess
from schnapsen_server.bots.puzzles import puzzles
from schnapsen_server.bots.standing import values


def test_each_has_one_best_move_that_is_worth_a_game_point() -> None:
    assert len(puzzles()) >= 10
    for case in puzzles():
        best, second, *_ = values(case.given)
        assert best.interval == 0
        assert best.points - second.points >= 1, case.name


async def test_they_are_played_out_against_the_solver(server: ServerProcess) -> None:
    ann = await guest(server)

    async def ask(number: int, *moves: str) -> tuple[int, Any]:
        query = "&".join(f"move={move}" for move in moves)
        return await server.ask("GET", f"/api/puzzles/{number}?{query}", token=ann.token)

    _, found = await ask(1)
    me = found["view"]["viewer"]
    assert (found["number"], found["of"], found["played"]) == (1, len(puzzles()), [])
    assert len(found["theirs"]) == found["view"]["seats"][1 - me]["cards"]
    best, *_, worst = values(puzzles()[0].given)
    moves = [best.move]
    while True:
        _, found = await ask(1, *moves)
        assert [one["lost"] for one in found["played"]] == [0] * len(found["played"])
        if found["view"]["result"] is not None:
            break
        for move in found["view"]["legal"]:  # the one that gives nothing away
            _, after = await ask(1, *moves, move)
            if not any(one["lost"] for one in after["played"]):
                moves.append(move)
                break
    result = found["view"]["result"]
    assert (result["winner"] == me, result["game_points"]) == (found["reachable"] > 0, abs(found["reachable"]))
    _, found = await ask(1, worst.move)
    assert found["played"][0]["lost"] == best.points - worst.points

    assert (await ask(99))[0] == 404
    assert (await ask(1, "play:XX"))[1]["code"] == "BAD_CARD"
    assert (await ask(1, "close"))[1]["code"] == "BAD_CARD"
    assert (await ask(1, *[best.move] * 2))[0] == 400
    assert (await server.ask("GET", "/api/puzzles/1"))[0] == 401
