"""Whom a player does not want to meet again."""

from kit.client import guest
from kit.lobby import SEEK
from kit.server import ServerProcess


async def test_those_who_do_not_want_to_meet_are_not_paired(server: ServerProcess) -> None:
    ann, bob, cat = await guest(server), await guest(server), await guest(server)
    status, answer = await server.ask("PUT", f"/api/blocks/{bob.player}", {}, token=ann.token)
    assert (status, answer) == (200, {"players": [bob.player]})
    async with ann.connect() as a, bob.connect() as b, cat.connect() as c:
        await b.send(SEEK)
        await b.until("seeking")
        await a.send(SEEK)
        await a.until("seeking")
        await c.send(SEEK)
        match = (await c.until("paired"))["match"]
        await c.join(match)
        names = {seat["player"] for seat in c.view["seats"]}
        assert names in ({ann.player, cat.player}, {bob.player, cat.player})
    status, answer = await server.ask("DELETE", f"/api/blocks/{bob.player}", {}, token=ann.token)
    assert (status, answer) == (200, {"players": []})


async def test_a_stranger_has_no_list_and_nobody_blocks_himself(server: ServerProcess) -> None:
    ann = await guest(server)
    assert (await server.ask("GET", "/api/blocks"))[0] == 401
    assert (await server.ask("PUT", f"/api/blocks/{ann.player}", {}, token=ann.token))[0] == 400
