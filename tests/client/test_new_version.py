"""A new version of the pages: they say so quietly, load themselves again when it disturbs nobody, and lose nothing."""

import json
from collections.abc import AsyncIterator, Sized
from pathlib import Path

import pytest
from playwright.async_api import Page, WebSocketRoute, expect

from kit.browser import Pages, withheld
from kit.renewed import RenewedServer
from kit.server import ServerProcess
from kit.table_page import TablePage, eventually, opened

OLD = "window.old = true"
LOADED = "document.querySelector('script[type=module]').src"


@pytest.fixture
async def renewed(tmp_path: Path) -> AsyncIterator[RenewedServer]:
    server = RenewedServer(tmp_path / "data")
    await server.start()
    yield server
    await server.stop()
    assert "Traceback" not in "".join(server.output), "".join(server.output)


async def test_a_table_waits_for_the_end_of_the_hand_and_goes_on_where_it_was(
    renewed: RenewedServer, open_page: Pages
) -> None:
    table, _, _ = await opened(open_page, renewed, versus="computer")
    await table.live()
    await table.page.evaluate(OLD)
    before = await table.page.evaluate(LOADED)
    await renewed.renew()
    await expect(table.at("log")).to_contain_text("There is a new version")
    await table.live()
    assert await table.page.evaluate("window.old")
    async with table.page.expect_event("load"):
        await table.menu("btn-cancel")
        await table.tap("confirm-yes")
    await table.arrived()
    await expect(table.at("hand-result")).to_be_visible()
    assert await table.page.evaluate(LOADED) != before
    score = await table.at("gp-opp").get_attribute("data-n")
    await table.act("next")
    await table.phase("playing")
    assert score == await table.at("gp-opp").get_attribute("data-n") != "0"
    open_page.complaints.clear()


async def test_a_table_that_lacks_what_comes_later_from_the_old_version_is_loaded_again_at_once(
    renewed: RenewedServer, open_page: Pages
) -> None:
    person = await open_page.person()
    async with withheld(person, "**/*.later.*") as answered:
        table, _, _ = await opened(open_page, renewed, versus="computer", context=person, whole=False)
        await renewed.renew()
        await table.live()
        async with table.page.expect_event("load"):
            answered.set()
    await table.arrived()
    await table.phase("playing")
    await table.menu("btn-last")
    await expect(table.page.locator("dialog[data-act=last]")).to_be_visible()
    open_page.complaints.clear()


async def test_the_home_page_is_loaded_again_at_once_and_searches_on(renewed: RenewedServer, open_page: Pages) -> None:
    page = await open_page(renewed.url)
    await page.get_by_test_id("play-now").click()
    await expect(page.get_by_test_id("queue")).to_contain_text("apart")
    before = await page.evaluate(LOADED)
    async with page.expect_event("load"):
        await renewed.renew()
    await expect(page.get_by_test_id("queue")).to_contain_text("apart")
    assert await page.evaluate(LOADED) != before
    open_page.complaints.clear()


async def test_what_somebody_writes_is_not_lost_to_a_new_version(renewed: RenewedServer, open_page: Pages) -> None:
    table = await TablePage.new(open_page)
    await table.page.clock.install()
    await table.page.goto(renewed.url)
    await table.at("name").click()
    await table.page.get_by_label("Your name").fill("Sis")
    await table.page.evaluate(OLD)
    await renewed.renew()
    await eventually(lambda: welcomed(table, 2))
    await table.page.clock.run_for(1_500)  # it looks twice a second
    assert await table.page.evaluate("window.old")
    async with table.page.expect_event("load"):
        await table.press("Escape")
    open_page.complaints.clear()


async def test_a_home_page_that_the_server_does_not_talk_to_is_loaded_again_once_and_then_says_so(
    server: ServerProcess, open_page: Pages
) -> None:
    person = await open_page.person()
    await person.route_web_socket("**/ws", refuse)
    page = await open_page(context=person)
    loads: list[Page] = []
    page.on("load", lambda loaded: loads.append(loaded))  # a bound method of a list will not do
    await page.goto(server.url)
    await eventually(lambda: as_many(loads, 2))
    await expect(page.get_by_test_id("trouble")).to_contain_text("New version. Reload")
    async with page.expect_event("load"):
        await page.get_by_role("button", name="Try again").click()
    assert len(loads) == 3


def refuse(socket: WebSocketRoute) -> None:
    """As a server does to which the page's protocol means nothing."""

    async def answer(_: str | bytes) -> None:
        socket.send(json.dumps({"t": "fault", "code": "OUTDATED", "sentence": "", "id": None}))
        await socket.close(code=4001)

    socket.on_message(answer)


async def as_many(things: Sized, number: int) -> bool:
    return len(things) >= number


async def welcomed(table: TablePage, times: int) -> bool:
    return sum('"t":"welcome"' in text for text in table.heard) >= times
