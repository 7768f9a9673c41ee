"""The page of rules, and the ways to it: from a refusal, from the choice of rules, from a network that blocks."""

from playwright.async_api import WebSocketRoute, expect

from client.fits import misfits
from kit.axe import faults
from kit.browser import PHONE, Pages
from kit.client import guest
from kit.server import ServerProcess
from kit.table_page import TablePage, eventually, opened
from schnapsen_server.game.presets import RULES

from .test_rules_text import SECTIONS
from .test_texts import texts

TITLES = {"de": ("Regeln", "light"), "he": ("חוקים", "dark"), "en": ("Rules", "light")}
HELD = """(id) => {
  const { top } = document.getElementById(id).getBoundingClientRect();
  return Math.round(top);
}"""
WRONG = """(preset) => [...document.querySelectorAll("#text [data-for]")].map((part) =>
  part.checkVisibility() !== part.dataset.for.split(" ").includes(preset) && part.textContent).filter(Boolean)"""
SEEN = """(id) => {
  const { top, bottom } = document.getElementById(id).getBoundingClientRect();
  return top >= document.getElementById("presets").getBoundingClientRect().bottom && bottom <= innerHeight;
}"""
# A reason goes by itself, but not from under somebody who is on its link.
ASK_AND_STAY = """(id) => {
  document.querySelector(`[data-testid=${id}]`).click();
  document.querySelector("#more a").focus();
}"""
DEAD = 1006


async def test_the_rules_are_read_in_every_language_light_and_preset(server: ServerProcess, open_page: Pages) -> None:
    page = await open_page(f"{server.url}/rules?preset=tournament#why.marriage_lead_card", screen=PHONE)
    await expect(page.locator("#marriage-card:target")).to_contain_text("Which one is up to you")
    assert await page.evaluate(SEEN, "marriage-card")
    for preset in RULES:
        before = await page.evaluate(HELD, "marriage-card")
        await page.locator(f"#presets input[value={preset}]").check(force=True)
        await expect(page).to_have_url(f"{server.url}/rules?preset={preset}#marriage-card")
        assert await page.evaluate(HELD, "marriage-card") == before
        assert await page.evaluate(WRONG, preset) == []
    for language, (title, theme) in TITLES.items():
        await page.locator("select.language").select_option(language)
        await expect(page.locator("h1")).to_have_text(title)
        await expect(page).to_have_title(f"{title} – {'שנאפסן' if language == 'he' else 'Schnapsen'}")
        await expect(page.get_by_test_id("contents").locator("a")).to_have_count(len(SECTIONS))
        assert await page.evaluate(SEEN, "marriage-card")
        assert await page.locator("#text [data-card] svg.face .paper").count() == 11
        await expect(page.locator("#text kbd", has_text="Shift + S")).to_have_count(1)
        await page.locator("select.theme").select_option(theme)
    await page.locator('#contents a[href="#fair"]').tap()
    await eventually(lambda: page.evaluate(SEEN, "fair"))


async def test_a_refusal_leads_to_its_rule_and_the_match_stays_open(server: ServerProcess, open_page: Pages) -> None:
    table, _, _ = await opened(open_page, server, versus="computer", preset="sharp", screen=PHONE)
    await expect(table.page.locator("#prompt[data-tone=turn]")).to_be_visible()
    await table.live()
    view = await table.view()
    blocked = next(move for move in ("marriage", "exchange", "close") if move in view["blocked"])
    height = await table.at("prompt").evaluate("(node) => node.clientHeight")
    await table.page.evaluate(ASK_AND_STAY, f"btn-{blocked}")
    link = table.at("prompt").get_by_test_id("more")
    address, _, reason = (await link.get_attribute("href") or "").partition("#why.")
    assert address == "/rules?preset=sharp"
    await expect(table.prompt).to_have_text(str(texts("en")[f"why.{reason}"]))
    assert await table.at("prompt").evaluate("(node) => node.clientHeight") == height
    assert await misfits(table.page) == []
    async with table.page.expect_popup() as popup:
        await table.tap(link)
    rules = await popup.value
    await expect(rules.locator(f"#text :target[data-why~={reason}]")).to_be_visible()
    await table.live()
    assert table.sockets == 1


async def test_who_finds_nothing_is_offered_something(server: ServerProcess, open_page: Pages) -> None:
    page = await open_page(server.url, screen=PHONE)
    await expect(page.locator("#live-none p")).to_be_visible()
    assert await page.locator("#live-none").evaluate("(node) => node.offsetHeight") == 64  # as a row
    await page.locator("input[name=preset][value=sharp]").check(force=True)
    await expect(page.get_by_test_id("preset-rules")).to_have_attribute("href", "/rules?preset=sharp")

    await page.get_by_test_id("name").tap()
    await page.locator(".rename input").fill("<b>Sissi, Kaiserin von Österreich")
    await page.locator(".rename input").press("Enter")
    await page.get_by_test_id("name-suggested").tap()
    await page.locator(".rename input").press("Enter")
    await expect(page.get_by_test_id("name").locator("bdi")).to_have_text("b Sissi, Kaiserin vo")

    await page.goto(f"{server.url}/m/nosuchmatch")
    await expect(page.get_by_test_id("prompt")).to_contain_text("does not exist")
    await expect(page.locator(".nomatch")).to_contain_text("cut off")
    assert [await link.get_attribute("href") for link in await page.locator(".nomatch a").all()] == ["/#play", "/"]

    match, invite = await (await guest(server, "Host")).open()
    async with (await guest(server, "Other")).connect() as other:
        await other.join(match, invite)
        late = await open_page.person(screen=PHONE, timeless=True)  # it is said for some seconds
        table = await TablePage.new(open_page, screen=PHONE, context=late)
        await table.goto(f"{server.url}/m/{match}#{invite}")
        full = table.at("prompt").filter(has_text="you are watching")
        await expect(full.get_by_test_id("more")).to_have_attribute("href", "/#play")

    await page.goto(server.url)
    await page.get_by_test_id("live-bot").tap()
    await expect(page.locator("#table[data-phase=playing]")).to_be_attached()


async def test_a_page_that_cannot_work_says_why(server: ServerProcess, open_page: Pages) -> None:
    async def refuse(socket: WebSocketRoute) -> None:
        await socket.close(code=DEAD)

    page = await open_page()
    await page.route_web_socket("**/ws", refuse)
    for path, place in (("/", "trouble"), ("/m/nosuchmatch", "prompt")):
        await page.goto(f"{server.url}{path}")
        await expect(page.get_by_test_id(place)).to_contain_text("Your network blocks live connections")
        await expect(page.get_by_test_id(place).get_by_test_id("more")).to_have_attribute("href", "/rules#blocked")

    old = await open_page(locale="he-IL")
    await old.add_init_script("delete Array.prototype.at")
    await old.route("**/*.joined.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    for path in ("/", "/m/nosuchmatch", "/rules"):
        await old.goto(f"{server.url}{path}")
        told = old.locator("#too-old p")
        assert [await line.get_attribute("lang") for line in await told.all()] == ["he", "en", "de"]
        await expect(told.first).to_be_visible()
        await expect(told.first).to_contain_text("הדפדפן הזה ישן מדי")
    assert await faults(old) == []
