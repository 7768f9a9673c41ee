"""The picture of a table's link."""

from kit.client import guest
from kit.server import ServerProcess
from schnapsen_server.web.qr import picture


async def test_a_link_becomes_a_picture_of_the_origin_that_asks(server: ServerProcess) -> None:
    ann = await guest(server)
    match, invite = await ann.open()
    path = f"/m/{match}#{invite}"
    status, svg = await server.ask("POST", "/api/qr", {"path": path}, token=ann.token, Origin=server.url)
    assert (status, svg) == (200, picture(server.url + path))
    assert svg.startswith(b"<svg ")
    assert b"script" not in svg
    step = {"path": f"/m/{match}?hand=3&step=12"}
    assert (await server.ask("POST", "/api/qr", step, token=ann.token))[0] == 200


async def test_no_other_address_is_drawn(server: ServerProcess) -> None:
    ann = await guest(server)
    for path in ("https://elsewhere.example/", "//elsewhere.example/m/x", "/m/a b", "/m/<x>", "/m/x\n", "/m/x?y=z", ""):
        status, answer = await server.ask("POST", "/api/qr", {"path": path}, token=ann.token)
        assert (status, answer["code"]) == (400, "MALFORMED"), path
