"""The home page in a browser: start a match, come back to one, and read it in any language, size and light."""

import re

from playwright.async_api import Page, expect

from kit.browser import PHONE, Pages
from kit.client import guest
from kit.server import ServerProcess

WIDTHS = (320, 360, 768, 1024, 1440)

JUMPS = """new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.jumped = (window.jumped ?? 0) + entry.value;
}).observe({ type: "layout-shift", buffered: true })"""


async def ready(page: Page) -> None:
    await page.wait_for_selector("html[data-ready]", state="attached")


async def visit(pages: Pages, server: ServerProcess, **how: object) -> Page:
    page = await pages(server.url, **how)  # type: ignore[arg-type]
    await ready(page)
    return page


async def open_match(page: Page, server: ServerProcess, versus: str, preset: str = "seed") -> str:
    answer = await page.request.post(f"{server.url}/api/matches", data={"versus": versus, "preset": preset})
    match: str = (await answer.json())["match"]
    return match


async def matches(page: Page, server: ServerProcess) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = (await (await page.request.get(f"{server.url}/api/matches")).json())["matches"]
    return rows


async def test_one_click_opens_one_match_against_the_computer(server: ServerProcess, open_page: Pages) -> None:
    page = await visit(open_page, server, screen=PHONE)
    await page.get_by_test_id("play-bot").dblclick()
    await page.wait_for_url(re.compile("/m/"))
    (row,) = await matches(page, server)
    assert (row["versus"], row["phase"]) == ("computer", "playing")
    assert page.url == f"{server.url}/m/{row['match']}"
    # and the second click is the first card
    card = page.locator("#hand [data-card]:not([aria-disabled])").first
    await expect(card).to_have_attribute("data-turn", "")
    code = await card.get_attribute("data-card")
    await card.click()
    await expect(page.locator(f'#hand [data-card="{code}"]')).to_have_count(0)  # the trick is soon gone
    await expect(page.locator("dialog[open]")).to_have_count(0)


async def test_the_computer_plays_as_it_was_told_and_the_level_is_remembered(
    server: ServerProcess, open_page: Pages
) -> None:
    page = await visit(open_page, server, screen=PHONE)
    await page.get_by_test_id("levels").get_by_label("Strong").check()
    await expect(page.get_by_test_id("play-bot")).to_contain_text("Strong")
    await expect(page.get_by_test_id("levels")).to_contain_text("no mistake once the stock is empty")
    await expect(page.get_by_test_id("levels")).to_contain_text("Rating 1628.")
    await page.reload()
    await ready(page)
    await page.get_by_test_id("play-bot").click()
    await page.wait_for_url(re.compile("/m/"))
    (row,) = await matches(page, server)
    assert row["level"] == "strong"
    await expect(page.locator("#opp .name")).to_have_text("Computer (strong)")
    await page.goto(server.url)
    await expect(page.get_by_test_id("game").locator("bdi")).to_have_text("Computer (strong)")
    await expect(page.get_by_test_id("resume-bar")).to_contain_text("Computer (strong)")


async def test_the_computer_sits_down_at_ones_own_table_when_nobody_comes(
    server: ServerProcess, open_page: Pages
) -> None:
    page = await visit(open_page, server, screen=PHONE)
    await page.get_by_test_id("invite").click()
    await page.wait_for_url(re.compile("/m/"))
    await page.get_by_test_id("call-level").select_option("beginner")
    await page.get_by_test_id("btn-call-computer").click()
    await expect(page.locator("#opp .name")).to_have_text("Computer (beginner)")
    await expect(page.get_by_test_id("invitation")).to_be_hidden()
    (row,) = await matches(page, server)
    assert (row["versus"], row["level"], row["phase"]) == ("computer", "beginner", "playing")


async def test_an_invitation_has_the_chosen_rules_and_they_are_remembered(
    server: ServerProcess, open_page: Pages
) -> None:
    page = await visit(open_page, server)
    await page.get_by_label("Tournament").check()
    await page.get_by_test_id("invite").click()
    await page.wait_for_url(re.compile("/m/"))
    (row,) = await matches(page, server)
    assert (row["versus"], row["preset"], row["phase"]) == ("human", "tournament", "waiting")
    await page.goto(server.url)
    await expect(page.get_by_label("Tournament")).to_be_checked()


async def test_a_newcomer_has_no_match_to_return_to(server: ServerProcess, open_page: Pages) -> None:
    page = await visit(open_page, server)
    await expect(page.get_by_test_id("resume-bar")).to_be_hidden()
    await expect(page.get_by_text("No matches yet.")).to_be_visible()


async def test_a_running_match_is_one_click_away_and_in_the_list(server: ServerProcess, open_page: Pages) -> None:
    page = await visit(open_page, server)
    match = await open_match(page, server, "computer")
    await page.reload()
    await expect(page.get_by_test_id("resume-bar")).to_have_attribute("href", f"/m/{match}")
    await expect(page.locator("[data-group=running]").get_by_test_id("game")).to_have_count(1)


async def test_coming_back_by_the_browsers_own_button_shows_the_new_match(
    server: ServerProcess, open_page: Pages
) -> None:
    page = await visit(open_page, server)
    await page.get_by_test_id("play-bot").click()
    await page.wait_for_url(re.compile("/m/"))
    await page.go_back()
    await expect(page.get_by_test_id("resume-bar")).to_be_visible()
    await expect(page.get_by_test_id("play-bot")).to_be_enabled()


async def test_an_open_invitation_stands_in_the_list_until_somebody_comes(
    server: ServerProcess, open_page: Pages
) -> None:
    page = await visit(open_page, server)
    await open_match(page, server, "human")
    await page.reload()
    row = page.get_by_test_id("game")
    await expect(row).to_contain_text("Waiting for an opponent")
    (waiting,) = await matches(page, server)
    async with (await guest(server, "אבי 123!")).connect() as table:
        await table.join(str(waiting["match"]), str(waiting["invite"]))
    await page.evaluate("dispatchEvent(new Event('online'))")
    await expect(row.locator("bdi").first).to_have_text("אבי 123!")


async def test_switching_the_language_reaches_every_tab_and_keeps_the_focus(
    server: ServerProcess, open_page: Pages
) -> None:
    page = await visit(open_page, server)
    other = await visit(open_page, server, context=page.context)
    await page.get_by_label("Language").focus()
    await page.get_by_label("Language").select_option("he")
    for tab in (page, other):
        await expect(tab.locator("html")).to_have_attribute("dir", "rtl")
        await expect(tab.get_by_test_id("play-bot")).to_contain_text("משחק מול המחשב")
    await expect(page.locator("select.language")).to_be_focused()


async def test_german_cards_say_d_and_b_without_being_dealt_again(server: ServerProcess, open_page: Pages) -> None:
    page = await visit(open_page, server)
    queen = page.locator("#fan [data-rank=Q]").first
    await queen.evaluate("(node) => { window.queen = node }")
    before = await queen.get_attribute("d")
    await page.get_by_label("Language").select_option("de")
    await expect(queen).not_to_have_attribute("d", before or "")
    assert await queen.evaluate("(node) => node === window.queen")


async def test_the_theme_follows_the_system_until_somebody_chooses(server: ServerProcess, open_page: Pages) -> None:
    page = await visit(open_page, server)
    root = page.locator("html")
    await page.emulate_media(color_scheme="dark")
    await expect(root).to_have_attribute("data-theme", "dark")
    await page.get_by_label("Appearance").select_option("light")
    await expect(root).to_have_attribute("data-theme", "light")
    await page.reload()
    await expect(root).to_have_attribute("data-theme", "light")


async def test_a_name_is_changed_in_place_and_in_every_tab(server: ServerProcess, open_page: Pages) -> None:
    page = await visit(open_page, server, screen=PHONE)
    other = await visit(open_page, server, context=page.context)
    await page.get_by_test_id("name").click()
    await page.get_by_label("Your name").fill("Kaiserin_Sissi")
    await page.keyboard.press("Enter")
    for tab in (page, other):
        await expect(tab.locator(".name bdi")).to_have_text("Kaiserin_Sissi")
    await expect(page.get_by_test_id("name")).to_be_focused()


async def test_a_bad_name_is_refused_in_words_and_escape_leaves_the_old_one(
    server: ServerProcess, open_page: Pages
) -> None:
    page = await visit(open_page, server)
    await expect(page.locator(".name bdi")).not_to_be_empty()  # the page does not wait for it
    before = await page.locator(".name bdi").inner_text()
    await page.get_by_test_id("name").click()
    for name in ("x", "<b>bold</b>", "twenty-one characters"):
        await page.get_by_label("Your name").fill(name)
        await page.keyboard.press("Enter")
        await expect(page.locator(".rename .said.wrong")).to_contain_text("2 to 20 characters")
        await page.get_by_label("Your name").fill("")
    await page.keyboard.press("Escape")
    await expect(page.locator(".name bdi")).to_have_text(before)


async def test_a_lost_line_is_told_in_words_and_mends_itself(server: ServerProcess, open_page: Pages) -> None:
    page = await visit(open_page, server)
    await page.context.set_offline(True)
    await page.get_by_test_id("play-bot").click()
    await expect(page.get_by_test_id("trouble")).to_contain_text("No connection")
    await page.context.set_offline(False)
    await expect(page.get_by_test_id("trouble")).to_be_hidden()
    open_page.complaints.clear()


async def test_too_many_tables_are_refused_with_the_seconds_to_wait(server: ServerProcess, open_page: Pages) -> None:
    page = await visit(open_page, server)
    while (answer := await page.request.post(f"{server.url}/api/matches", data={"versus": "human"})).ok:
        pass
    # What the server said just now; a moment later it may let the page open one more.
    await page.route("**/api/matches", lambda route: route.fulfill(response=answer))
    await page.get_by_test_id("invite").click()
    await expect(page.get_by_test_id("trouble")).to_contain_text(re.compile(r"wait \d+ second"))
    open_page.complaints.clear()


async def test_nothing_jumps_while_the_page_fills(server: ServerProcess, open_page: Pages) -> None:
    # Nor does its patience end: a page whose lists come late is shown without them.
    page = await visit(open_page, server, context=await open_page.person(timeless=True))
    await open_match(page, server, "computer")
    await page.add_init_script(JUMPS)
    for width in WIDTHS:
        await page.set_viewport_size({"width": width, "height": 740})
        await page.reload()
        await ready(page)
        assert await page.evaluate("window.jumped ?? 0") <= 0.02
