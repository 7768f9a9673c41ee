"""The page of settings, and that every choice on it takes effect at once at a table that is open."""

from collections.abc import Awaitable, Callable
from typing import Any

from playwright.async_api import BrowserContext, Page, expect

from client.opposite import against, answers, other
from kit.browser import PHONE, Pages
from kit.client import Table
from kit.dealt import Dealt
from kit.plays import SHORT
from kit.server import ServerProcess
from kit.table_page import TablePage, Way, eventually

__all__ = ["other"]

AUDIO = """() => {
  window.contexts = [];
  window.tones = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    window.tones.push(this.frequency.value);
    return start.apply(this, when);
  };
  window.AudioContext = class extends AudioContext {
    constructor() {
      super();
      window.contexts.push(this);
    }
  };
}"""
# A browser that asks its person once, and a tab that is looked at or not as the test says.
NOTIFICATION = """() => {
  window.asked = 0;
  window.notices = [];
  window.Notification = class {
    static get permission() {
      return localStorage.getItem("stub") ?? "default";
    }
    static async requestPermission() {
      window.asked++;
      localStorage.setItem("stub", "granted");
      return "granted";
    }
    constructor(title, { body }) {
      this.told = [title, body];
      window.notices.push(this.told);
    }
    close() {
      this.told.push("closed");
    }
  };
  let looked = true;
  document.hasFocus = () => looked;
  window.look = (now) => {
    looked = now;
    dispatchEvent(new Event(now ? "focus" : "blur"));
  };
}"""


async def settings(pages: Pages, url: str, **how: Any) -> Page:
    page = await pages(f"{url}/settings", **how)
    await page.wait_for_selector("html[data-ready]", state="attached")
    return page


async def beside(pages: Pages, table: TablePage) -> Page:
    """The settings in a second tab of who sits at the table."""
    return await settings(pages, table.page.url.split("/m/")[0], context=table.page.context)


def evaluates(page: Page, expression: str, to: object) -> Callable[[], Awaitable[bool]]:
    async def holds() -> bool:
        return bool(await page.evaluate(expression) == to)

    return holds


async def test_language_and_theme_are_those_of_the_bar(server: ServerProcess, open_page: Pages) -> None:
    page = await settings(open_page, server.url, screen=PHONE)
    assert await page.locator(".pages a").evaluate_all("(links) => links.map((link) => link.pathname)") == [
        "/games", "/settings", "/rules",
    ]  # fmt: skip
    for language in ("en", "de", "he"):
        await page.locator("#set-language").focus()
        await page.locator("#set-language").select_option(language)
        await expect(page.locator("html")).to_have_attribute("lang", language)
        await expect(page.locator("#set-language")).to_be_focused()
        for theme in ("light", "dark"):
            await page.locator("#set-theme").select_option(theme)
            await expect(page.locator("html")).to_have_attribute("data-theme", theme)
            await expect(page.locator("select.theme")).to_have_value(theme)


async def test_the_other_pages_are_a_tap_away_and_a_table_stays_open(server: ServerProcess, open_page: Pages) -> None:
    page = await settings(open_page, server.url, screen=PHONE)
    await page.get_by_role("button", name="More pages").press("Enter")
    await expect(page.get_by_role("link", name="Rules")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("link", name="Rules")).to_be_hidden()
    await expect(page.get_by_role("button", name="More pages")).to_be_focused()
    answer = await page.request.post(f"{server.url}/api/matches", data={"versus": "computer"})
    table = await TablePage.new(open_page, context=page.context)
    await table.goto(f"{server.url}/m/{(await answer.json())['match']}")
    await table.page.get_by_role("button", name="More pages").click()
    async with table.page.context.expect_page() as opened:
        await table.page.get_by_role("link", name="Settings").click()
    await expect((await opened.value).locator("#set-language")).to_be_visible()
    await table.live()
    assert table.sockets == 1


async def test_who_hides_points_opens_tables_that_show_none(server: ServerProcess, open_page: Pages) -> None:
    page = await settings(open_page, server.url)
    await page.get_by_label("Hide the other's points").check()
    table = await TablePage.new(open_page, context=page.context)
    await table.page.goto(server.url)
    await table.tap("play-bot")
    await table.arrived()
    view = await table.phase("playing")
    assert view["terms"]["hide_points"]
    assert [seat["points"] for seat in view["seats"]] == [0, None]
    await expect(table.page.get_by_text("Points are hidden")).to_be_attached()


async def test_choices_take_effect_at_an_open_table(dealt: Dealt, other: list[Table], open_page: Pages) -> None:
    table, opposite = await against(other, open_page, await dealt(SHORT))
    page = await beside(open_page, table)
    hand, seq = await table.hand(), await table.seq()

    picker = table.page.locator("select.language")
    await picker.focus()
    await picker.select_option("he")
    await expect(table.page.locator("html")).to_have_attribute("dir", "rtl")
    await expect(page.locator("#set-language")).to_have_value("he")
    await expect(picker).to_be_focused()
    assert (await table.hand(), await table.seq(), table.sockets) == (hand, seq, 1)
    await page.locator("#set-language").select_option("en")
    await expect(table.prompt).to_have_text("Your turn – lead a card")

    await page.get_by_label("Card faces").select_option("Double German")
    await expect(page.get_by_label("Suit colours")).to_have_value("tournament")
    await expect(table.card("HJ")).to_have_accessible_name("Unter of hearts, trump, playable")
    await page.get_by_label("Suit colours").select_option("poker")
    await page.get_by_label("Letters in the corners").select_option("large")
    for tab in (page, table.page):
        await expect(tab.locator("html[data-faces=german][data-suits=poker][data-index=large]")).to_be_attached()
    await page.get_by_label("Card faces").select_option("French")

    drawn = (await table.view())["seats"][0]["hand"]
    codes = "[...document.querySelectorAll('#hand [data-card]')].map((node) => node.dataset.card)"
    await page.get_by_label("The other way round").check()
    await eventually(evaluates(table.page, codes, hand[::-1]))
    await page.get_by_label("Order of my cards").select_option("As drawn")
    await eventually(evaluates(table.page, codes, drawn[::-1]))
    await table.menu("btn-sort")
    await eventually(evaluates(table.page, codes, drawn))
    await expect(page.get_by_label("The other way round")).not_to_be_checked()

    await expect(table.page.locator("#chat-panel")).to_be_visible()
    await page.get_by_label("Only the game").check()
    await expect(table.page.locator("#chat-panel")).to_be_hidden()
    await page.get_by_label("Only the game").uncheck()
    await expect(table.page.locator("#chat-panel")).to_be_visible()

    await page.get_by_label("Spoken detail").select_option("Short")
    await page.get_by_label("Two taps to play a card").check()
    await page.get_by_label("Ask before closing the stock").uncheck()
    await eventually(evaluates(table.page, "localStorage.getItem('confirm_close')", "off"))
    await table.act("exchange", Way.KEY)
    await table.live()
    await table.press("c")
    await table.reach(seq + 2)
    for card in ("SA", "HA"):
        await table.live()
        await table.make(f"play:{card}")
        await expect(table.prompt).to_have_text(f"Tap again to play: ace of {'spades' if card == 'SA' else 'hearts'}")
        await expect(table.page.locator("#hand [data-chosen]")).to_have_attribute("data-card", card)
    await table.act("play:HA")
    await answers(opposite, table, "CJ")
    await expect(table.at("say")).to_contain_text("jack of clubs. You win the trick. Your turn.")
    await table.act("play:SA", Way.DRAG)
    assert [sent["command"]["t"] for sent in table.sent] == [
        "exchange_trump", "close_stock", "play_card", "play_card",
    ]  # fmt: skip


async def test_a_name_and_a_time_for_the_next_match(server: ServerProcess, open_page: Pages) -> None:
    page = await settings(open_page, server.url)
    await page.locator("#own-name").fill("<b>")
    await page.keyboard.press("Enter")
    await expect(page.locator("#own-name-said")).to_contain_text("2 to 20 characters")
    await page.locator("#own-name").fill("Kaiserin_Sissi")
    await page.keyboard.press("Enter")
    await expect(page.locator("#own-name-said")).to_have_text("Saved")
    await expect(page.locator(".topbar .name bdi")).to_have_text("Kaiserin_Sissi")
    await page.get_by_label("My time against the computer").select_option("20 min + 40 s")
    await page.goto(server.url)
    await expect(page.get_by_test_id("play-bot")).to_contain_text("20 min + 40 s")
    await page.get_by_test_id("play-bot").click()
    await expect(page.get_by_test_id("clock-me")).to_have_text("20:00")


async def with_script(pages: Pages, script: str) -> BrowserContext:
    person = await pages.person()
    await person.add_init_script(f"({script})()")
    return person


async def test_sounds_wait_for_a_gesture_and_for_nothing_else(
    dealt: Dealt, other: list[Table], open_page: Pages
) -> None:
    person = await with_script(open_page, AUDIO)
    table, opposite = await against(other, open_page, await dealt(SHORT), context=person)
    page = table.page
    await table.live()
    assert await page.evaluate("window.contexts.length") == 0
    await table.press("h")
    sounds = evaluates(page, "window.contexts.map((one) => one.state)", ["running"])
    await eventually(sounds)
    await table.act("play:SA", Way.KEY)
    await answers(opposite, table, "SJ")
    assert await page.evaluate("window.tones") == [190, 150, 120]

    await page.evaluate("window.contexts[0].suspend()")
    await eventually(evaluates(page, "window.contexts[0].state", "suspended"))
    await table.press("h")
    await eventually(sounds)

    mute = page.get_by_role("button", name="Sound")
    await mute.click()
    await table.act("play:HA")
    await answers(opposite, table, "CJ")
    assert await page.evaluate("window.tones") == [190, 150, 120]
    await page.reload()
    await table.arrived()
    await expect(mute).to_have_attribute("aria-pressed", "false")
    await table.act("play:HT", Way.KEY)
    assert await page.evaluate("[window.contexts.length, window.tones.length]") == [0, 0]

    choices = await beside(open_page, table)
    won = choices.get_by_role("button", name="Hand won")
    await expect(won).to_be_disabled()
    await choices.get_by_label("Sound", exact=True).last.check()
    await expect(mute).to_have_attribute("aria-pressed", "true")
    await won.click()
    await eventually(evaluates(choices, "window.tones", [392, 494, 587]))
    await choices.get_by_label("Volume").fill("0")
    await expect(won).to_be_disabled()
    await table.press("h")
    await answers(opposite, table, "CK")
    assert await page.evaluate("window.contexts.length") == 0


async def test_who_looks_elsewhere_is_called_back_in_the_way_he_wants(
    dealt: Dealt, other: list[Table], open_page: Pages
) -> None:
    person = await with_script(open_page, NOTIFICATION)
    table, opposite = await against(other, open_page, await dealt(SHORT), context=person)
    page = table.page
    icon = page.locator("link[rel=icon]")
    usual = await icon.get_attribute("href") or ""
    await expect(page).to_have_title("Schnapsen")
    await page.evaluate("look(false)")
    await expect(page).to_have_title("● Your turn.")
    await expect(icon).not_to_have_attribute("href", usual)
    shown = await icon.get_attribute("href") or ""
    assert (await page.request.get(shown)).ok
    await page.evaluate("look(true)")
    await expect(page).to_have_title("Schnapsen")
    assert (await icon.get_attribute("href") or "").endswith(usual)

    choices = await beside(open_page, table)
    assert await page.evaluate("[asked, notices]") == [0, []]
    await choices.get_by_test_id("notices").click()
    await expect(choices.get_by_test_id("notices")).to_have_text("Turn off")
    assert await choices.evaluate("[asked, notices.length]") == [1, 1]
    await table.act("play:SA")
    await page.evaluate("look(false)")
    await answers(opposite, table, "SJ")
    await expect(page).to_have_title("● Your turn.")
    assert await page.evaluate("notices") == [["Your turn.", "Opposite"]]
    await page.evaluate("look(true)")
    assert await page.evaluate("notices") == [["Your turn.", "Opposite", "closed"]]
    await choices.get_by_test_id("notices").click()
    await expect(choices.get_by_test_id("notices-said")).to_have_text("Notices are off.")
    await table.act("play:HA")
    await page.evaluate("look(false)")
    await answers(opposite, table, "CJ")
    await expect(page).to_have_title("● Your turn.")
    assert await page.evaluate("[asked, notices.length]") == [0, 1]
