"""The keyboard of the table: every key, in any layout, and none of them while somebody writes or does not want them."""

from playwright.async_api import expect

from client.opposite import against, answers, other
from kit.browser import PHONE, Pages
from kit.client import Table
from kit.dealt import Dealt
from kit.plays import SHORT
from kit.table_page import TablePage, Way, eventually

__all__ = ["other"]

PRESS = """([key, code]) => {
  for (const kind of ["keydown", "keyup"])
    document.activeElement.dispatchEvent(new KeyboardEvent(kind, { key, code, bubbles: true, cancelable: true }));
}"""
FOCUSED = "document.activeElement.closest('#hand, #actions, #felt, #log, #chat-panel, #topbar')?.id"
EVERY_KEY = ["1", "1", "m", "c", "x", "n", "l", "t", "p", "k", "h", "r", "i", "Shift+S", "Shift+X", "/", "?"]


async def test_keys_say_what_is_asked_for_and_lead_through_the_table(
    dealt: Dealt, other: list[Table], open_page: Pages
) -> None:
    page, _ = await against(other, open_page, await dealt(SHORT))
    await page.live()
    for key, says in (
        ("h", "Your cards: ace of spades, ace of hearts, ten of hearts, king of hearts, jack of hearts."),
        ("t", "Trump: hearts. 10 cards in the stock"),
        ("p", "Opposite: 0"),
        ("k", "Opposite: 5:00 left"),
        ("r", "Opposite: 5:00 left"),
    ):
        await page.press(key)
        await expect(page.at("say")).to_contain_text(says)
    dialog = page.page.locator("dialog")
    await page.press("?")
    for words in ("F6", "in the hand", "say both clocks", "home page"):
        await expect(dialog).to_contain_text(words)
    await page.press("?")
    await expect(dialog).to_have_count(0)
    await page.press("l")
    await expect(dialog).to_contain_text("No trick yet")
    await page.press("l")
    await expect(dialog).to_have_count(0)

    await page.press("Home")
    visited = []
    for key in ("F6", "F6", "F6", "F6", "F6", "Shift+F6", "Shift+F6"):
        await page.press(key)
        visited.append(await page.page.evaluate(FOCUSED))
    assert visited == ["actions", "felt", "log", "chat-panel", "hand", "chat-panel", "log"]
    await page.press("/")
    await expect(page.at("chat-input")).to_be_focused()
    await page.press("Escape")
    assert await page.page.evaluate(FOCUSED) == "hand"
    assert page.sent == []


async def test_the_last_trick_is_seen_as_long_as_its_key_is_held(
    dealt: Dealt, other: list[Table], open_page: Pages
) -> None:
    person = await open_page.person()
    await person.clock.install()
    page, opposite = await against(other, open_page, await dealt(SHORT), context=person)
    await page.act("play:SA")
    await answers(opposite, page, "SJ")
    await page.live()
    await page.page.keyboard.down("l")
    await expect(page.page.locator("dialog")).to_contain_text("13")
    await page.page.clock.run_for(500)
    await page.page.keyboard.up("l")
    await expect(page.page.locator("dialog")).to_have_count(0)


async def test_a_layout_without_latin_letters_has_the_same_keys(
    dealt: Dealt, other: list[Table], open_page: Pages
) -> None:
    page, _ = await against(other, open_page, await dealt(SHORT), locale="he-IL", screen=PHONE)
    await page.live()
    before = await page.seq()
    await page.page.evaluate(PRESS, ["ס", "KeyX"])
    await page.reach(before + 1)
    await page.live()
    await page.page.evaluate(PRESS, ["צ", "KeyM"])
    await page.reach(before + 2)
    assert [sent["command"]["t"] for sent in page.sent] == ["exchange_trump", "declare_marriage"]


async def test_keys_do_nothing_while_somebody_writes_or_does_not_want_them(
    dealt: Dealt, other: list[Table], open_page: Pages
) -> None:
    page, _ = await against(other, open_page, await dealt(SHORT))

    async def written(field: str) -> None:
        await page.page.keyboard.type("mcxnl123?")
        await page.press("ArrowLeft", "Home", "End", "ArrowRight")
        await expect(page.page.locator(field)).to_have_value("mcxnl123?")
        await page.press("Escape")

    await page.tap("name")
    await page.page.get_by_label("Your name").fill("")
    await written(".rename .field")
    await page.tap("chat-input")
    await written("#chat-input")
    await off(page)
    await page.card("SA").focus()
    await page.press(*EVERY_KEY)
    await expect(page.page.locator("dialog")).to_have_count(0)
    await expect(page.card("SA")).to_be_focused()
    await page.act("play:SA", Way.TAP)
    assert len(page.sent) == 1


async def off(page: TablePage) -> None:
    settings = await page.page.context.new_page()
    await settings.goto(page.page.url.split("/m/")[0] + "/settings")
    await settings.get_by_label("Single-key shortcuts").uncheck()
    await eventually(lambda: page.page.evaluate("localStorage.getItem('shortcuts') === 'off'"))
    await settings.close()
