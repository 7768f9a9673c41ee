"""Handing on a match that is over: its link, by every way there is, and the picture of its result."""

from playwright.async_api import expect

from kit.axe import faults
from kit.browser import PHONE, Pages
from kit.server import ServerProcess
from kit.table_page import eventually, joined, opened

SYSTEM = "() => { navigator.share = async ({ url }) => { window.handed = url; }; }"
"""As a phone has it."""
CUT_OFF = """() => [...document.querySelectorAll("#actions .button")]
  .filter((node) => node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1)
  .map((node) => node.textContent)"""


async def test_a_result_is_shared_by_link_by_camera_and_as_a_picture(server: ServerProcess, open_page: Pages) -> None:
    table, match, _ = await opened(open_page, server, versus="computer", screen=PHONE, locale="he-IL", name="אבי 123!")
    page, url = table.page, f"{server.url}/m/{match}"
    await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await page.evaluate(SYSTEM)
    watcher = await joined(open_page, server, match, screen=PHONE, locale="de-AT")
    assert await watcher.page.evaluate(CUT_OFF) == []
    await watcher.tap("btn-share")  # while it is played there is the link alone
    await expect(watcher.at("share-link")).to_have_value(url)
    await expect(watcher.page.locator(".picture")).to_have_count(0)
    await watcher.press("Escape")
    await table.menu("btn-resign")
    await table.tap("confirm-yes")
    for at in (watcher, table):
        await at.tap("result-share")
        await expect(at.at("share").locator(".qr svg[role=img]")).to_be_visible()
        await expect(at.page.locator(".picture")).to_have_js_property("naturalWidth", 1200)
    await table.tap("share-copy")
    await eventually(lambda: page.evaluate("(url) => navigator.clipboard.readText().then((text) => text === url)", url))
    await table.tap("share-share")
    await eventually(lambda: page.evaluate("(url) => window.handed === url", url))
    async with page.expect_download() as saving:
        await table.tap("share-picture")
    assert (await saving.value).suggested_filename == "schnapsen.png"
    assert await faults(page) == []
    assert await page.evaluate("[document.documentElement.scrollWidth, innerWidth]") == [PHONE.width] * 2
    await page.keyboard.press("Escape")
    await expect(table.at("result-share")).to_be_focused()
