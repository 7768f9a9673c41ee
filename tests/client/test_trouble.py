"""Trouble at the server: the page says what it is, takes no orders meanwhile, and goes on by itself."""

import os
import shutil
import signal
from pathlib import Path

import pytest
from playwright.async_api import expect

from client.between import Frame, at_table
from kit.browser import DESKTOP, PHONE, Pages
from kit.server import ServerProcess
from kit.table_page import eventually, opened

STORE = {
    "en": "cannot store anything right now. Nothing is lost",
    "de": "kann gerade nichts speichern. Nichts ist verloren",
    "he": "השרת לא יכול לשמור כרגע. דבר לא אבד",
}
EARLIER = {"en-GB": "restored from an earlier moment", "de-AT": "früheren Zeitpunkt", "he-IL": "לרגע מוקדם יותר"}


async def test_while_the_store_stands_still_the_table_says_so_takes_no_orders_and_sends_the_card_again(
    server: ServerProcess, open_page: Pages
) -> None:
    table, line = await at_table(open_page, server, screen=DESKTOP)
    before = await table.seq()
    os.kill(server.store.pid, signal.SIGSTOP)
    try:
        await table.tap(table.page.locator("#hand .card:not([aria-disabled])").first)
        for language, sentence in STORE.items():
            await table.page.locator("select.language").select_option(language)
            await expect(table.prompt).to_contain_text(sentence)
        await expect(table.page.locator("#table[data-inert][data-live=false]")).to_be_attached()
        await expect(table.page.locator("#trick [data-pending]")).to_be_visible()
        assert await table.playable() == set()
        await table.page.locator("#hand .card").first.click(force=True)
    finally:
        os.kill(server.store.pid, signal.SIGCONT)
    await expect(table.at("conn")).to_have_attribute("data-state", "online")
    await expect(table.page.locator("[data-pending]")).to_have_count(0)
    await table.reach(before + 1)
    assert {frame["id"] for frame in line.submitted()} == {line.submitted()[0]["id"]}
    assert line.opened == 1
    await table.live()


async def test_who_only_looks_at_the_table_is_told_of_the_store_too_and_when_it_is_over(
    server: ServerProcess, open_page: Pages
) -> None:
    table, line = await at_table(open_page, server)
    os.kill(server.store.pid, signal.SIGSTOP)
    try:
        await expect(table.prompt).to_contain_text(STORE["en"], timeout=30_000)
        await expect(table.page.locator("#table[data-inert]")).to_be_attached()
    finally:
        os.kill(server.store.pid, signal.SIGCONT)
    await expect(table.at("conn")).to_have_attribute("data-state", "online")
    assert line.opened == 1
    assert not [frame for frame in line.asked if frame["t"] in ("submit", "resume")]
    await table.live()


async def test_a_store_that_dies_comes_back_under_the_table(server: ServerProcess, open_page: Pages) -> None:
    table, line = await at_table(open_page, server)
    before = await table.seq()
    os.kill(server.store.pid, signal.SIGKILL)
    await table.tap(table.page.locator("#hand .card:not([aria-disabled])").first)
    await table.reach(before + 1)
    await expect(table.at("conn")).to_have_attribute("data-state", "online")
    await expect(table.page.locator("[data-pending]")).to_have_count(0)
    assert {frame["id"] for frame in line.submitted()} == {line.submitted()[0]["id"]}
    await table.live()


async def test_a_table_that_cannot_be_opened_for_want_of_the_store_opens_when_it_is_there(
    server: ServerProcess, open_page: Pages
) -> None:
    table, line = await at_table(open_page, server)
    seq = await table.seq()
    refused: Frame = {"t": "fault", "code": "UNAVAILABLE", "sentence": "", "id": None}
    line.change = lambda frame: refused if frame["t"] == "joined" else frame
    await line.cut(1011)
    await expect(table.prompt).to_contain_text(STORE["en"])
    await expect(table.page.locator("#table[data-inert]")).to_be_attached()
    line.change = lambda frame: frame
    await expect(table.at("conn")).to_have_attribute("data-state", "online")
    assert await table.seq() == seq
    await table.live()


async def test_a_restart_is_told_quietly_and_the_page_comes_back_when_it_was_asked_to(
    server: ServerProcess, open_page: Pages
) -> None:
    person = await open_page.person(screen=PHONE, timeless=True)
    table, line = await at_table(open_page, server, context=person)
    usual = await table.at("prompt").evaluate("(node) => getComputedStyle(node).color")
    retry_ms = 1_500
    line.say({"t": "restarting", "retry_ms": retry_ms})
    await line.cut(1012)
    await expect(table.prompt).to_contain_text("restarts")
    await person.clock.run_for(retry_ms - 1)
    await expect(table.at("say")).to_contain_text("restarts")
    assert await table.at("prompt").evaluate("(node) => getComputedStyle(node).color") == usual
    await expect(table.page.locator("#table[data-inert]")).to_be_attached()
    assert line.opened == 1
    await person.clock.run_for(1)
    await expect(table.at("conn")).to_have_attribute("data-state", "online")
    await expect(table.at("alarm")).to_be_empty()


@pytest.mark.parametrize("locale", EARLIER)
async def test_it_is_told_when_the_table_is_one_of_an_earlier_moment(
    locale: str, server: ServerProcess, open_page: Pages
) -> None:
    table, line = await at_table(open_page, server, locale=locale)
    line.change = lambda frame: {**frame, "recovered": False, "events": []} if frame["t"] == "joined" else frame
    await line.cut(1011)
    await expect(table.prompt).to_contain_text(EARLIER[locale])
    await expect(table.at("log")).to_contain_text(EARLIER[locale])


async def test_a_store_that_was_set_back_shows_the_table_as_it_is_now(
    server: ServerProcess, open_page: Pages, tmp_path: Path
) -> None:
    table, _, _ = await opened(open_page, server, versus="computer")
    await expect(table.page.locator("#prompt[data-tone=turn]")).to_be_visible()
    await table.live()
    seq, hand = await table.seq(), await table.hand()
    await server.stop()
    shutil.copytree(server.data, tmp_path / "earlier")
    await server.start()
    await table.live()
    await table.tap(table.page.locator("#hand .card:not([aria-disabled])").first)
    await table.reach(seq + 1)
    await table.live()
    await server.kill()
    await eventually(lambda: ended(server.store.pid))
    shutil.rmtree(server.data)
    shutil.copytree(tmp_path / "earlier", server.data)
    await server.start()
    await expect(table.prompt).to_contain_text(EARLIER["en-GB"])
    assert (await table.seq(), await table.hand()) == (seq, hand)
    await table.live()
    await table.tap(table.page.locator("#hand .card:not([aria-disabled])").first)
    await table.reach(seq + 1)
    open_page.complaints.clear()


async def ended(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False
