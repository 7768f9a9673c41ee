"""The line of a table: what is lost on the way comes again, and the page says honestly what it does not know."""

from playwright.async_api import expect

from client.between import at_table, without
from kit.browser import Pages
from kit.server import ServerProcess
from kit.table_page import TablePage, opened

DEAF = """() => {
  window.Deafened = WebSocket;
  window.WebSocket = class { static OPEN = 1; static CONNECTING = 0; readyState = 0; close() {} };
}"""
"""From now on no socket opens."""
HEARING = """() => { window.WebSocket = window.Deafened; dispatchEvent(new Event("online")); }"""

LOOKS = (
    "document.dispatchEvent(new Event('visibilitychange'))",
    "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))",
    "document.dispatchEvent(new Event('resume'))",
)
"""What a browser says when somebody looks again, comes back by its own button, and when a frozen page is thawed. A
browser without a screen freezes none, so all three are said in its place."""
CROWDED = 1008
"""After this the page comes back by itself in a minute: longer than any of this waits."""


async def test_a_command_whose_answer_was_lost_is_sent_again_under_its_name(
    server: ServerProcess, open_page: Pages
) -> None:
    table, line = await at_table(open_page, server)
    line.change = without("ack", "update", "beat")  # a beat would have it ask, and send it once more
    await table.tap(table.page.locator("#hand .card:not([aria-disabled])").first)
    await expect(table.page.locator("#trick [data-pending]")).to_be_visible()
    line.change = lambda frame: frame
    await line.cut(1011)
    await expect(table.page.locator("[data-pending]")).to_have_count(0)
    first, again = line.submitted()
    assert first == again


async def test_a_page_that_is_loaded_again_sends_what_was_not_answered(server: ServerProcess, open_page: Pages) -> None:
    table, line = await at_table(open_page, server)
    line.change = without("ack", "update", "beat")  # a beat would have it ask, and send it once more
    await table.tap(table.page.locator("#hand .card:not([aria-disabled])").first)
    await expect(table.page.locator("#trick [data-pending]")).to_be_visible()
    line.change = lambda frame: frame
    await table.page.reload()
    await table.arrived()
    await expect(table.page.locator("[data-pending]")).to_have_count(0)
    first, again = line.submitted()
    assert first == again


async def test_without_a_line_the_table_stays_in_sight_and_takes_no_orders(
    server: ServerProcess, open_page: Pages
) -> None:
    table, line = await at_table(open_page, server)
    hand = await table.hand()
    seq = await table.seq()
    await table.page.evaluate(DEAF)
    await line.cut(1012)
    await expect(table.at("conn")).to_have_attribute("data-state", "reconnecting")
    assert (await table.hand(), await table.playable()) == (hand, set())
    await expect(table.page.locator("dialog[open]")).to_have_count(0)
    await table.page.locator("#hand .card").first.tap(force=True)
    assert line.submitted() == []
    await table.page.evaluate(HEARING)
    await table.live()
    assert (await table.seq(), await table.hand()) == (seq, hand)


async def test_it_says_so_when_nobody_knows_what_was_missed(server: ServerProcess, open_page: Pages) -> None:
    table, line = await at_table(open_page, server)
    line.change = lambda frame: {**frame, "recovered": False, "events": []} if frame["t"] == "joined" else frame
    await line.cut(1011)
    await expect(table.at("prompt")).to_contain_text("not known")
    await expect(table.at("log")).to_contain_text("not known")


async def test_many_missed_events_are_told_in_a_sentence(server: ServerProcess, open_page: Pages) -> None:
    table, line = await at_table(open_page, server)
    missed = [{"t": "card_played", "seat": 1, "card": card} for card in ("SA", "ST", "SK", "SQ", "SJ")]
    line.change = lambda frame: {**frame, "events": missed} if frame["t"] == "joined" else frame
    await line.cut(1011)
    await expect(table.at("prompt")).to_contain_text("Meanwhile")
    await expect(table.at("prompt")).to_contain_text("jack of spades")


async def test_an_outdated_page_asks_to_be_loaded_again_and_gives_up_its_line(
    server: ServerProcess, open_page: Pages
) -> None:
    table, line = await at_table(open_page, server)
    shown = await table.seq(), await table.hand()
    await line.cut(4001)
    await expect(table.at("conn")).to_have_attribute("data-state", "outdated")
    await expect(table.prompt).to_contain_text("Reload – your match is kept")
    async with table.page.expect_navigation():
        await table.page.locator("#reload").click()
    await table.arrived()
    assert line.opened == 2  # nothing was loaded again before somebody wanted it
    assert (await table.seq(), await table.hand()) == shown


async def test_a_beat_that_is_ahead_makes_the_page_ask_for_what_it_missed(
    server: ServerProcess, open_page: Pages
) -> None:
    table, line = await at_table(open_page, server)
    before = await table.seq()
    line.change = without("update")
    await table.tap(table.page.locator("#hand .card:not([aria-disabled])").first)
    await table.reach(before + 1)
    resumed = [frame for frame in line.asked if frame["t"] == "resume"]
    assert [frame["version"] for frame in resumed][:1] == [before]


async def test_whoever_looks_at_the_page_again_knows_at_once_whether_the_line_is_alive(
    server: ServerProcess, open_page: Pages
) -> None:
    table, line = await at_table(open_page, server)
    line.change = lambda frame: None
    await table.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    await expect(table.at("conn")).to_have_attribute("data-state", "reconnecting")
    assert {"t": "probe"} in line.asked


async def test_whoever_comes_back_to_a_page_without_a_line_waits_for_no_timer(
    server: ServerProcess, open_page: Pages
) -> None:
    table, line = await at_table(open_page, server)
    seq = await table.seq()
    for lines, look in enumerate(LOOKS, 2):
        await line.cut(CROWDED)
        await expect(table.at("conn")).to_have_attribute("data-state", "reconnecting")
        await table.page.evaluate(look)
        await expect(table.at("conn")).to_have_attribute("data-state", "online")
        assert (line.opened, await table.seq()) == (lines, seq), look


async def test_a_table_that_does_not_exist_says_so(server: ServerProcess, open_page: Pages) -> None:
    table = await TablePage.new(open_page)
    await table.page.goto(f"{server.url}/m/nosuchmatch")
    await expect(table.at("prompt")).to_contain_text("does not exist")


async def test_an_opened_table_shows_its_link_until_somebody_sits_down(server: ServerProcess, open_page: Pages) -> None:
    table, match, invite = await opened(open_page, server)
    await expect(table.at("invite-link")).to_have_value(f"{server.url}/m/{match}#{invite}")
    guest = await TablePage.new(open_page)
    await guest.goto(f"{server.url}/m/{match}#{invite}")
    await table.phase("playing")
    assert guest.page.url == f"{server.url}/m/{match}"
