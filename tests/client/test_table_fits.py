"""The table at every size, in every language and light: nothing scrolls, nothing is cut off, and axe finds nothing."""

import contextlib
from collections.abc import AsyncIterator

import pytest
from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped]  # has no types
from playwright.async_api import Page, expect

from kit.browser import Pages
from kit.client import Table, guest
from kit.dealt import Dealt, DealtServer
from kit.table_page import TablePage, opened

STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
LOCALES = {"en-GB": "ltr", "de-AT": "ltr", "he-IL": "rtl"}
SIZES = ((320, 568), (360, 740), (768, 1024), (1440, 900))
HAND = "DA CT CK SQ HJ | HK HA HT SA SK | HQ | ST DK CA CQ DJ CJ SJ DT DQ"
NAMES = ("אבי 123!", "Kaiserin Sissi 1837!")

MISFITS = """() => {
  const screen = document.documentElement;
  const seen = [...document.querySelectorAll("button, a.button, h2, #prompt-text, .reason")]
    .filter((node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest(".hidden-text, .skip"));
  const told = (node) => `${node.dataset.testid ?? node.id ?? ""} ${node.textContent}`.trim();
  return {
    scrolls: [screen.scrollWidth > innerWidth, screen.scrollHeight > innerHeight].filter(Boolean),
    cut: seen.filter((node) => node.scrollWidth > node.clientWidth + 1 && node.clientWidth > 1).map(told),
    low: seen.filter((node) => node.matches("button") && node.scrollHeight > node.clientHeight + 1).map(told),
    outside: seen.filter((node) => !node.closest("#log-panel, #panel")).filter((node) => {
      const { left, right, top, bottom } = node.getBoundingClientRect();
      return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
    }).map(told),
    nameless: [...document.querySelectorAll("#table *")].filter((node) => [...node.childNodes].some((one) =>
      one.nodeType === Node.TEXT_NODE && /אבי|Kaiserin/.test(one.data)) && !node.closest("bdi, [dir=auto]")).map(told),
  };
}"""
FITS: dict[str, list[object]] = {"scrolls": [], "cut": [], "low": [], "outside": [], "nameless": []}
CARDS_IN_SIGHT = """() => [...document.querySelectorAll("#trick .card, #opp-hand .card, #trump")].every((card) => {
  const { x, y, width, height, bottom, right } = card.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  return x >= 0 && y >= 0 && right <= innerWidth && bottom <= innerHeight && Boolean(top?.closest("#felt"));
})"""


@contextlib.asynccontextmanager
async def scenes(pages: Pages, server: DealtServer, locale: str) -> AsyncIterator[AsyncIterator[tuple[str, TablePage]]]:
    """A page on its way through a match, stopping wherever it looks different."""
    page, match, invite = await opened(pages, server, locale=locale, preset="tournament", name=NAMES[0])
    opposite: Table = (await guest(server, NAMES[1])).connect()

    async def walk() -> AsyncIterator[tuple[str, TablePage]]:
        yield "invitation", page
        await opposite.dial()
        await opposite.join(match, invite)
        await page.phase("playing")
        yield "lead", page
        await page.tap("btn-close")
        yield "question", page
        await page.tap("confirm-yes")
        await expect(page.page.locator("#trump[data-closed]")).to_be_visible()
        yield "closed", page
        await page.act("play:CK")
        await opposite.submit("play_card", card="HK")
        ack = await opposite.submit("play_card", card="SA")
        await page.reach(ack["v"])
        yield "follow", page
        await opposite.submit("propose", what="save")
        await expect(page.page.locator("#proposal")).to_be_visible()
        yield "proposal", page
        await page.tap("btn-accept")
        await page.phase("paused")
        yield "paused", page
        await opposite.submit("propose", what="resume")
        await page.tap("btn-resume")
        await page.phase("playing")
        await page.act("play:SQ")
        await opposite.submit("concede_hand")
        await page.phase("hand_over")
        await opposite.submit("stay")
        yield "hand result", page
        await page.menu("btn-resign")
        await page.tap("confirm-yes")
        await page.phase("match_over")
        yield "match result", page
        await opposite.submit("propose", what="rematch")
        await expect(page.at("rematch-box")).to_have_attribute("data-state", "asked")
        yield "rematch", page

    try:
        yield walk()
    finally:
        await opposite.hang_up()


@pytest.mark.parametrize("locale", LOCALES)
async def test_every_scene_fits_every_screen(locale: str, dealt: Dealt, open_page: Pages) -> None:
    async with scenes(open_page, await dealt(HAND), locale) as walk:
        async for scene, table in walk:
            for width, height in SIZES:
                await table.page.set_viewport_size({"width": width, "height": height})
                found = await table.page.evaluate(MISFITS)
                assert (scene, width, found) == (scene, width, FITS)
                if scene == "hand result" or (scene == "match result" and width > 700):
                    assert (scene, width, await table.page.evaluate(CARDS_IN_SIGHT)) == (scene, width, True)
        assert await sides(table.page) == {"page": LOCALES[locale], "felt": "ltr", "hand": "ltr"}


async def sides(page: Page) -> dict[str, str]:
    found: dict[str, str] = await page.evaluate("""() => Object.fromEntries(
      Object.entries({ page: "html", felt: "#felt", hand: "#hand" })
        .map(([name, where]) => [name, getComputedStyle(document.querySelector(where)).direction]))""")
    return found


@pytest.mark.parametrize("locale", LOCALES)
async def test_axe_finds_nothing_at_the_table(locale: str, dealt: Dealt, open_page: Pages) -> None:
    async with scenes(open_page, await dealt(HAND), locale) as walk:
        async for scene, table in walk:
            await table.page.set_viewport_size({"width": 360, "height": 740})
            for theme in ("light", "dark"):
                await table.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
                await expect(table.page.locator("html")).to_have_attribute("data-theme", theme)
                found = (
                    await Axe().run(table.page, options={"runOnly": {"type": "tag", "values": STANDARDS}})
                ).response
                faults = [(fault["id"], [node["target"] for node in fault["nodes"]]) for fault in found["violations"]]
                assert (scene, theme, faults) == (scene, theme, [])


ORDER = """() => Object.fromEntries(
  Object.entries({ columns: ["#score", "#felt", "#log-panel"], felt: ["#stock", "#trick", "#won-opp"] })
    .map(([name, ids]) => [name, ids.map((id) => document.querySelector(id).getBoundingClientRect().x)]))"""


async def test_columns_change_sides_and_the_felt_does_not(dealt: Dealt, open_page: Pages) -> None:
    server = await dealt(HAND)
    orders = {}
    for locale in ("en-GB", "he-IL"):
        async with scenes(open_page, server, locale) as walk:
            async for scene, table in walk:
                if scene == "follow":
                    orders[locale] = await table.page.evaluate(ORDER)
                    break
    assert orders["en-GB"]["columns"] == sorted(orders["en-GB"]["columns"])
    assert orders["he-IL"]["columns"] == sorted(orders["he-IL"]["columns"], reverse=True)
    for order in orders.values():
        assert order["felt"] == sorted(order["felt"])
