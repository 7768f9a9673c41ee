"""The page of a review: how one comes there, what it shows, and in which words."""

import pytest
from playwright.async_api import expect

from client.opposite import against, other
from kit.browser import DESKTOP, PHONE, Pages, Screen
from kit.client import Table
from kit.dealt import Dealt, DealtServer
from kit.table_page import TablePage

__all__ = ["other"]

HAND = "HJ HA SK SQ CT | DA DT CK CJ SJ | HQ | ST DK CA HK CQ DJ HT SA DQ"
WORDS = {
    "en": ("game points lost in 1 of 1 decisions", "ten of clubs", "Exchange first"),
    "de": ("Punkte verloren, in 1 von 1 Entscheidungen", "Kreuz Zehner", "Zuerst tauschen"),
    "he": ("נקודות משחק אבדו ב־1 מתוך 1 החלטות", "עשר תלתן", "קודם להחליף"),
}


async def resigned(others: list[Table], pages: Pages, server: DealtServer, screen: Screen = DESKTOP) -> TablePage:
    """A match in which one card was played, without exchanging first, and then the match was given up."""
    table, _ = await against(others, pages, server, screen=screen)
    await table.act("play:CT")
    await table.menu("btn-resign")
    await table.tap("confirm-yes")
    await table.phase("match_over")
    return table


@pytest.fixture
async def server(dealt: Dealt) -> DealtServer:
    return await dealt(HAND)


async def test_it_is_read_in_every_language(server: DealtServer, other: list[Table], open_page: Pages) -> None:
    page = (await resigned(other, open_page, server, PHONE)).page
    await page.get_by_test_id("to-review").tap()
    await expect(page.get_by_test_id("mistake")).to_have_count(1)
    for language, (total, played, reason) in WORDS.items():
        await page.locator("select.language").select_option(language)
        await expect(page.get_by_test_id("total")).to_contain_text(total)
        await expect(page.get_by_test_id("mistake").locator("dd").nth(0)).to_have_text(played)
        await expect(page.get_by_test_id("mistake").locator("dd").nth(1)).to_contain_text(reason)


async def test_it_shows_the_position_and_both_moves(server: DealtServer, other: list[Table], open_page: Pages) -> None:
    page = (await resigned(other, open_page, server)).page
    await page.goto(server.url)
    await page.get_by_test_id("game-review").click()
    mistake = page.get_by_test_id("mistake")
    await expect(mistake).to_have_count(1)
    await expect(mistake.locator('[data-mark="played"]')).to_have_attribute("data-face", "CT")
    await expect(mistake.locator('[data-mark="better"]')).to_have_attribute("data-face", "HQ")
    shown = await mistake.locator("[data-face]").evaluate_all("(cards) => cards.map((card) => card.dataset.face)")
    assert [card for card in shown if card] == ["HQ", "SK", "SQ", "HA", "HJ", "CT"]  # never the other's
    await page.get_by_test_id("to-table").click()
    await expect(page.locator("#table[data-phase=match_over]")).to_be_attached()


async def test_others_are_told_that_it_is_not_theirs(server: DealtServer, other: list[Table], open_page: Pages) -> None:
    table = await resigned(other, open_page, server)
    stranger = await open_page(f"{table.page.url}/review")
    await expect(stranger.get_by_test_id("trouble")).to_contain_text("Only the two players")
    await expect(stranger.get_by_test_id("mistake")).to_have_count(0)
    assert open_page.complaints
    assert all("403" in complaint for complaint in open_page.complaints)
    open_page.complaints.clear()
