"""What is said at the table: heard by the other, in the reader's language; muted, refused, hidden from watchers."""

from playwright.async_api import expect

from client.seats import seated
from kit.browser import PHONE, Pages
from kit.server import ServerProcess
from kit.table_page import TablePage, eventually

ANSWERED = "!document.getElementById('chat-input').value || document.getElementById('chat-note').textContent"


async def say(table: TablePage, text: str) -> None:
    await table.at("chat-input").fill(text)
    await table.at("chat-input").press("Enter")


async def test_words_reach_the_other_and_stay_with_the_match(server: ServerProcess, open_page: Pages) -> None:
    host, guest = await seated(open_page, server, locale="de-AT")
    await say(guest, "Servus <b>Kaiserin</b>")
    await expect(guest.at("chat-input")).to_have_value("")
    await expect(host.at("chat-log")).to_contain_text("Servus <b>Kaiserin</b>")
    await guest.tap("chat-phrases")
    await guest.tap("phrase-well_played")
    await expect(host.at("chat-log")).to_contain_text("Gut gespielt")
    await host.page.reload()
    await host.arrived()
    await expect(host.at("chat-log").locator("p")).to_have_count(2)


async def test_letters_in_the_chat_are_no_moves(server: ServerProcess, open_page: Pages) -> None:
    _, guest = await seated(open_page, server)
    await guest.press("/")
    await expect(guest.at("chat-input")).to_be_focused()
    await guest.page.keyboard.type("mcxnl123?/")
    await guest.press("ArrowLeft", "Escape")
    await expect(guest.at("chat-input")).to_have_value("mcxnl123?/")
    await expect(guest.page.locator("#hand :focus")).to_have_count(1)
    assert guest.sent == []


async def test_a_person_can_be_muted_for_good(server: ServerProcess, open_page: Pages) -> None:
    host, guest = await seated(open_page, server)
    await say(guest, "Hello there")
    await expect(host.at("chat-log")).to_contain_text("Hello there")
    await host.tap("chat-mute")
    await expect(host.at("chat-log")).to_be_empty()
    await host.page.reload()
    await host.arrived()
    await expect(host.at("chat-log")).to_be_empty()
    await host.tap("chat-mute")
    await expect(host.at("chat-log")).to_contain_text("Hello there")


async def test_watchers_ask_for_the_chat_and_say_nothing(server: ServerProcess, open_page: Pages) -> None:
    host, guest = await seated(open_page, server)
    await say(guest, "Hello there")
    watcher = await TablePage.new(open_page)
    await watcher.goto(host.page.url)
    await expect(watcher.at("chat-log")).to_be_empty()
    await expect(watcher.at("chat-input")).to_be_hidden()
    await watcher.tap("chat-show")
    await expect(watcher.at("chat-log")).to_contain_text("Hello there")
    name = await watcher.page.locator("#topbar .name bdi").inner_text()
    await expect(host.page.locator("#score .names")).to_have_text(name)


async def test_who_speaks_too_fast_is_told_and_keeps_his_words(server: ServerProcess, open_page: Pages) -> None:
    host, guest = await seated(open_page, server)
    for number in range(5):
        await say(guest, f"line {number}")
        await expect(host.at("chat-log")).to_contain_text(f"line {number}")
    while not await guest.at("chat-note").inner_text():  # on a slow machine he may say more than five
        await say(guest, "and one more")
        await eventually(lambda: guest.page.evaluate(ANSWERED))
    await expect(guest.at("chat-note")).to_contain_text("Too fast")
    await expect(guest.at("chat-input")).not_to_have_value("")


async def test_on_a_phone_words_are_shown_for_a_moment_and_the_sheet_leaves_the_hand_free(
    server: ServerProcess, open_page: Pages
) -> None:
    host, guest = await seated(open_page, server, screen=PHONE)
    await say(guest, "Hello there")
    await expect(host.at("chat-news")).to_contain_text("Hello there")
    await host.tap("chat-news")
    await expect(host.at("chat-input")).to_be_visible()
    await expect(host.at("chat-log")).to_contain_text("Hello there")
    sheet = await host.page.locator("#chat-panel").bounding_box()
    hand = await host.at("hand").bounding_box()
    assert sheet
    assert hand
    assert sheet["y"] + sheet["height"] <= hand["y"]
    await host.press("Escape")
    await expect(host.page.locator("#chat-panel")).to_be_hidden()
