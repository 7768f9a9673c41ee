"""What two people agree on, and what a third may do."""

import json

from playwright.async_api import expect

from kit.browser import PHONE, Pages
from kit.client import Frame
from kit.dealt import Dealt
from kit.plays import SHORT, choose
from kit.server import ServerProcess
from kit.table_page import TablePage, joined, opened


async def two(pages: Pages, server: ServerProcess) -> tuple[TablePage, TablePage, str]:
    desk, match, invite = await opened(pages, server)
    phone = await joined(pages, server, match, invite, screen=PHONE)
    await desk.phase("playing")
    return desk, phone, match


async def test_two_tabs_of_a_player_are_one_player(dealt: Dealt, open_page: Pages) -> None:
    desk, phone, match = await two(open_page, await dealt(SHORT))
    url = desk.page.url
    tab = await (await TablePage.new(open_page, context=desk.page.context)).goto(url)
    assert match in url
    for table, move in (
        (tab, "exchange"),
        (desk, "close"),
        (tab, "marriage:HK"),
        (phone, "play:CJ"),
        (desk, "play:HA"),
    ):
        await table.act(move)
        version = await table.seq()
        for other in (desk, tab, phone):
            await other.reach(version)
        assert await desk.shown() == await tab.shown()
    await tab.page.close()
    await phone.act("play:CK")
    await desk.reach(await phone.seq())
    await desk.act("play:HT")
    assert all(frame["seats"] == [True, True] for frame in heard(phone) if frame["t"] == "presence")
    assert len(desk.sent) + len(tab.sent) + len(phone.sent) == 7


async def test_watchers_are_counted_and_can_do_nothing(dealt: Dealt, open_page: Pages) -> None:
    server = await dealt(SHORT)
    desk, phone, match = await two(open_page, server)
    watchers = [await joined(open_page, server, match) for _ in range(3)]
    for table in (desk, phone, *watchers):
        await expect(table.at("spectators")).to_have_attribute("data-n", "3")
    await desk.act("exchange")
    await watchers[0].page.close()
    for table in (desk, phone, *watchers[1:]):
        await expect(table.at("spectators")).to_have_attribute("data-n", "2")
    watcher = watchers[1]
    deeds = ("marriage", "close", "exchange", "claim", "next", "stay", "save", "cancel", "resign")
    await watcher.menu("btn-switch")
    await watcher.tap("btn-menu")
    for testid in (*(f"btn-{deed}" for deed in deeds), "confirm-yes", "card"):
        await expect(watcher.at(testid)).to_have_count(0)
    await watcher.press("Escape", "m", "c", "x", "1", "1", "n", "Shift+S", "Shift+X")
    await desk.menu("btn-cancel")
    await desk.tap("confirm-yes")
    await watcher.phase("hand_over")
    await expect(watcher.at("btn-next")).to_have_count(0)
    await watcher.press("n")
    assert watcher.sent == []


def heard(table: TablePage) -> list[Frame]:
    return [json.loads(text) for text in table.heard]


async def test_saving_needs_both_and_brings_the_match_back(dealt: Dealt, open_page: Pages) -> None:
    server = await dealt(SHORT)
    desk, phone, match = await two(open_page, server)
    await desk.act("exchange")
    await desk.menu("btn-save")
    await desk.tap("confirm-yes")
    await expect(phone.page.locator("#proposal")).to_contain_text("asks to pause and save")
    await expect(phone.at("alarm")).to_contain_text("asks to pause and save")
    await phone.tap("btn-decline")
    await expect(desk.page.locator("#proposal")).to_have_count(0)
    await expect(desk.at("log")).to_contain_text("does not want to pause")

    await desk.menu("btn-save")
    await desk.tap("confirm-yes")
    await phone.tap("btn-accept")
    for table in (desk, phone):
        await table.phase("paused")
        assert await table.playable() == set()
    await desk.page.goto(server.url)
    row = desk.page.locator("[data-group=paused]").get_by_test_id("game")
    await expect(row).to_have_count(1)
    await row.click()
    await desk.arrived()
    await desk.tap("btn-resume")
    await phone.tap("btn-resume")
    await desk.phase("playing")
    await phone.phase("playing")
    await desk.act("marriage:HK")
    assert match in desk.page.url


async def test_against_the_computer_saving_asks_nobody(server: ServerProcess, open_page: Pages) -> None:
    table, _, _ = await opened(open_page, server, versus="computer", screen=PHONE)
    await table.live()
    await table.menu("btn-save")
    await table.phase("paused")
    await table.tap("btn-resume")
    await table.phase("playing")


async def test_giving_up_a_hand_says_what_it_costs(dealt: Dealt, open_page: Pages) -> None:
    desk, phone, _ = await two(open_page, await dealt(SHORT))
    await desk.menu("btn-cancel")
    await expect(desk.prompt).to_contain_text("gets 3 game points")
    await desk.tap("confirm-no")
    await desk.press("Shift+X")
    await expect(desk.at("confirm-no")).to_be_focused()
    await desk.tap("confirm-yes")
    for table in (desk, phone):
        await table.phase("hand_over")
        await expect(table.at("result-points")).to_have_text("3")
    await expect(phone.at("gp-me")).to_have_attribute("data-n", "3")
    assert len(desk.sent) == 1


async def test_resigning_ends_the_match_at_once(dealt: Dealt, open_page: Pages) -> None:
    desk, phone, _ = await two(open_page, await dealt(SHORT))
    await phone.menu("btn-resign")
    await phone.tap("confirm-no")
    await phone.menu("btn-resign")
    await phone.tap("confirm-yes")
    await expect(desk.at("match-result")).to_contain_text("You win the match")
    await expect(phone.at("match-result")).to_contain_text("You lose the match")
    await desk.tap("rematch")
    await phone.tap("btn-decline")
    await expect(desk.at("rematch-box")).to_have_attribute("data-state", "idle")
    await phone.page.close()
    await expect(desk.at("rematch-box")).to_have_attribute("data-state", "unavailable")


async def test_whoever_stays_may_look_as_long_as_he_likes(dealt: Dealt, open_page: Pages) -> None:
    desk, phone, _ = await two(open_page, await dealt(SHORT))
    await desk.act("exchange")
    while (await desk.view())["phase"] == "playing":
        view = await desk.view()
        table = (desk, phone)[view["to_play"]]
        await table.reach(await desk.seq())
        await table.act(choose((await table.view())["legal"]))
        await desk.reach(await table.seq())
    await expect(desk.page.locator("#ring")).to_be_visible()
    await phone.tap("btn-stay")
    for table in (desk, phone):
        await expect(table.page.locator("#ring")).to_be_hidden()
    await desk.tap("btn-tricks")
    await desk.press("Escape")
    await desk.act("next")
    await phone.act("next")
    await desk.phase("playing")
