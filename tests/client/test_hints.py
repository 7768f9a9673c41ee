"""Hints at the table: the button and the key, the card that is shown, the words in every language."""

import re

import pytest
from playwright.async_api import expect

from client.fits import misfits
from kit.axe import faults
from kit.browser import DESKTOP, PHONE, Pages, Screen
from kit.dealt import Dealt
from kit.table_page import TablePage, opened

HAND = "HJ HA SK SQ CT | DA DT CK CJ SJ | HQ | ST DK CA HK CQ DJ HT SA DQ"
WORDS = {
    "en-GB": ("Exchange first", "of the deals"),
    "de-AT": ("Zuerst tauschen", "der Verteilungen"),
    "he-IL": ("קודם להחליף", "מהחלוקות"),
}


async def marked(table: TablePage) -> list[str]:
    """What the advice is shown on."""
    found: list[str] = await table.page.evaluate(
        "() => [...document.querySelectorAll('[data-hint]')].map((node) => node.dataset.card ?? node.dataset.testid)"
    )
    return found


@pytest.mark.parametrize(("screen", "locale"), [(DESKTOP, "en-GB"), (PHONE, "de-AT"), (PHONE, "he-IL")], ids=str)
async def test_the_advice_is_shown_and_said(screen: Screen, locale: str, dealt: Dealt, open_page: Pages) -> None:
    exchange, share = WORDS[locale]
    table, _, _ = await opened(open_page, await dealt(HAND), versus="computer", screen=screen, locale=locale)
    await table.live()
    await table.tap("btn-hint")
    await expect(table.prompt).to_contain_text(exchange)
    await expect(table.at("say")).to_contain_text(exchange)
    assert await marked(table) == ["HQ", "HJ", "btn-exchange"]
    await table.act("exchange")
    assert await marked(table) == []
    await expect(table.prompt).not_to_contain_text(exchange)
    await table.live()
    await table.press("i")
    await expect(table.prompt).to_contain_text(share)
    await expect(table.at("say")).to_contain_text(share)
    assert len(await marked(table)) in (1, 2)
    assert await misfits(table.page) == []
    assert await faults(table.page) == []
    other, foreign = ("en-GB", "[א-ת]") if locale == "he-IL" else ("he-IL", "[A-Za-z]")
    await table.page.locator("select.language").select_option(other[:2])
    await expect(table.prompt).to_contain_text(WORDS[other][1])
    await expect(table.prompt).not_to_contain_text(re.compile(foreign))


async def test_between_people_both_see_that_hints_are_on_and_whose_turn_it_is_not_is_told_so(
    dealt: Dealt, open_page: Pages
) -> None:
    server = await dealt(HAND)
    page = await open_page(server.url)
    made = await (await page.request.post(f"{server.url}/api/matches", data={"hints": True, "clock": None})).json()
    host = await TablePage(page).goto(f"{server.url}/m/{made['match']}")
    guest = await (await TablePage.new(open_page, screen=PHONE)).goto(
        f"{server.url}/m/{made['match']}#{made['invite']}"
    )
    for table in (host, guest):
        await table.phase("playing")
        await expect(table.page.locator(".topbar .badge")).to_have_text("Hints are on")
        await expect(table.at("btn-hint")).to_be_visible()
    await guest.live()
    await guest.press("i")
    await expect(guest.prompt).to_contain_text("It is not your turn")
    assert not [frame for frame in guest.heard if '"t":"hint"' in frame]


async def test_where_there_are_none_there_is_no_button(dealt: Dealt, open_page: Pages) -> None:
    table, _, _ = await opened(open_page, await dealt(HAND))
    await expect(table.at("btn-hint")).to_be_hidden()
    await expect(table.page.locator(".topbar .badge")).to_be_hidden()
