"""The line of a page is lost in every way, and the server with it: nothing is lost of the match."""

import asyncio
import time
from pathlib import Path

from playwright.async_api import expect

from client.screens import Stage
from client.seats import seconds
from kit.browser import PHONE, Pages
from kit.client import guest
from kit.dealt import Dealt
from kit.hands import Dice, command, deck
from kit.hurried import Hurried
from kit.played import Played
from kit.plays import LONG, SHORT, choose
from kit.table_page import TablePage, eventually, joined, opened
from schnapsen_protocol.cards import Preset, Versus
from schnapsen_protocol.terms import ClockRule, Terms
from schnapsen_server.game.clock import LAG_PER_MOVE
from schnapsen_server.game.house import OpenMatch, TakeSeat
from schnapsen_server.store.open import open_store

AN_HOUR_MS = 3_600_000
SPENT_MS, LEFT_MS = 295_000, 5_000


async def lost(table: TablePage) -> None:
    """The page says so, and its cards are there and take no orders."""
    await expect(table.at("conn")).to_have_attribute("data-state", "reconnecting")
    await expect(table.page.locator("#table[data-inert][data-live=false]")).to_be_attached()
    assert len(await table.hand()) == 5
    assert await table.playable() == set()


async def look(table: TablePage) -> None:
    """Somebody comes back to the page."""
    await table.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


async def play(tables: list[TablePage], tricks: int) -> None:
    """So many tricks, each page in its turn."""
    for _ in range(2 * tricks):
        version = max([await table.seq() for table in tables])
        views = [await table.reach(version) for table in tables]
        table = tables[views[0]["to_play"]]
        await table.act(choose([move for move in (await table.view())["legal"] if move.startswith("play:")]))


async def cards_of(table: TablePage) -> list[str]:
    """The cards that this page shows in the hand and beside the stock, once the last trick is off the felt."""
    await expect(table.page.locator("#trick .card")).to_have_count(0)
    shown: list[str] = await table.page.eval_on_selector_all(
        "#hand .card, #trump", "cards => cards.map((card) => `${card.parentElement.id} ${card.dataset.card}`)"
    )
    assert shown
    return shown


async def test_the_server_is_killed_in_the_middle_of_a_hand(hurried: Hurried, open_page: Pages) -> None:
    server = await hurried(LONG)
    desk, match, invite = await opened(open_page, server)
    phone = await joined(open_page, server, match, invite, screen=PHONE)
    watcher = await joined(open_page, server, match)
    tables = [desk, phone]
    await desk.phase("playing")
    await play(tables, 1)
    version = await desk.seq()
    stood = [await cards_of(table) for table in (*tables, watcher)]
    await server.kill()
    for table in tables:
        await lost(table)
    sent = len(desk.sent)
    await desk.page.locator("#hand .card").first.click(force=True)
    await server.start_later(AN_HOUR_MS)
    for table, before in zip((*tables, watcher), stood, strict=True):
        await expect(table.at("conn")).to_have_attribute("data-state", "online")
        # The clocks may have got back the time in which nobody kept them; nothing else has happened.
        assert await table.seq() >= version
        assert await cards_of(table) == before
    assert len(desk.sent) == sent
    for table in tables:  # nobody has paid for the hour, though the clocks had five minutes
        await expect(table.page.locator(".clock[data-running]")).to_have_count(1)
        assert min([await seconds(table, clock) for clock in ("clock-me", "clock-opp")]) > 200
    await play(tables, 1)
    await watcher.reach(version + 2)
    open_page.complaints.clear()


async def test_the_server_is_killed_with_five_seconds_on_a_clock(
    hurried: Hurried, open_page: Pages, tmp_path: Path
) -> None:
    """It comes back when they would be long over, and both pages come back to it by themselves."""
    now = time.time_ns() // 1_000_000
    server = await hurried(LONG, STANDS_AT_MS=str(now))
    stage = Stage(open_page, server)
    people = [await guest(server, name) for name in ("Ann", "Bob")]
    played = Played(now - SPENT_MS, Dice(decks=[deck(LONG)]))
    played.do(OpenMatch(Preset.SEED, Versus.HUMAN, 1, Terms(clock=ClockRule(SPENT_MS + LEFT_MS, 0))))
    for person in people:
        played.do(TakeSeat(person.player, person.name))
    played.do(command("CA"), 0)
    played.at = now - SPENT_MS
    played.do(command("CQ"), 1)
    async with await open_store(f"unix://{server.store.socket}", tmp_path) as store:
        await played.keep(store, "match")
    late, other = [TablePage(await stage.page(person)) for person in people]
    for table in (late, other):
        await table.goto(f"{server.url}/m/match")
    clock = (await late.view())["clock"]
    assert clock["running"] == 0
    assert clock["left"][0] - (now - clock["at"]) == LEFT_MS

    await server.kill()
    for table in (late, other):
        await lost(table)
    await server.start_later(2 * LEFT_MS)
    for table in (late, other):
        await expect(table.at("conn")).to_have_attribute("data-state", "online")
    await late.act("play:SA")
    view = await other.reach(await late.seq())
    assert view["phase"] == "playing"
    assert 0 <= view["clock"]["left"][0] - LEFT_MS <= LAG_PER_MOVE
    open_page.complaints.clear()


async def test_the_server_restarts_as_it_should(dealt: Dealt, open_page: Pages) -> None:
    server = await dealt(SHORT)
    desk, match, invite = await opened(open_page, server)
    phone = await joined(open_page, server, match, invite, screen=PHONE)
    await desk.phase("playing")
    await desk.act("exchange")
    stopping = asyncio.create_task(server.stop())
    for table in (desk, phone):
        await lost(table)
        await expect(table.prompt).to_contain_text("restarts")
    assert await stopping == 0
    await server.start()
    for table in (desk, phone):
        await expect(table.at("conn")).to_have_attribute("data-state", "online")
    await desk.act("marriage:HK")
    await phone.reach(await desk.seq())
    open_page.complaints.clear()


async def test_a_card_played_into_a_dead_line_counts_once(dealt: Dealt, open_page: Pages) -> None:
    """Half open: the page may write and nobody hears it."""
    server = await dealt(SHORT)
    desk, match, invite = await opened(open_page, server)
    phone = await joined(open_page, server, match, invite)
    await desk.live()
    version = await desk.seq()
    await desk.page.context.set_offline(True)
    await desk.make("play:SA")
    pending = desk.page.locator("#trick [data-card=SA][data-pending]")
    await expect(pending).to_be_visible()
    await expect(desk.at("conn")).not_to_have_attribute("data-state", "online")
    await expect(desk.prompt).to_have_text("You are offline. Your seat is kept.")
    await expect(pending).to_be_visible()
    await desk.page.context.set_offline(False)
    await expect(desk.at("conn")).to_have_attribute("data-state", "online")
    view = await phone.reach(version + 1)
    assert [card["card"] for card in view["table"]] == ["SA"]
    await expect(pending).to_have_count(0)
    assert await desk.reach(version + 1)
    assert await desk.seq() == await phone.seq() == version + 1
    assert {sent["id"] for sent in desk.sent} == {desk.sent[0]["id"]}
    await phone.act("play:SJ")
    open_page.complaints.clear()


async def test_what_happened_meanwhile_is_told(dealt: Dealt, open_page: Pages) -> None:
    server = await dealt(SHORT)
    desk, match, invite = await opened(open_page, server)
    phone = await joined(open_page, server, match, invite, screen=PHONE)
    await phone.live()
    await phone.page.context.set_offline(True)
    for move in ("exchange", "close", "marriage:HK"):
        await desk.act(move)
    await look(phone)
    await expect(phone.at("conn")).not_to_have_attribute("data-state", "online")
    await phone.page.context.set_offline(False)
    await look(phone)
    await phone.reach(await desk.seq())
    name = (await phone.view())["seats"][0]["name"]
    for event in ("trump exchanged for queen of hearts", "closes the stock", "40 in hearts", "king of hearts"):
        await expect(phone.at("log").locator("p", has_text=event)).to_have_count(1)
        await expect(phone.at("log").locator("p", has_text=event).locator("bdi").first).to_have_text(name)
    await phone.act("play:CJ")
    open_page.complaints.clear()


async def test_somebody_who_looks_at_the_page_waits_for_no_timer(dealt: Dealt, open_page: Pages) -> None:
    server = await dealt(SHORT)
    person = await open_page.person(timeless=True)
    desk, match, invite = await opened(open_page, server, context=person)
    await joined(open_page, server, match, invite)
    await desk.phase("playing")
    await person.set_offline(True)
    sockets = desk.sockets
    await look(desk)
    await person.clock.run_for(4_000)  # no heartbeat is awaited
    await expect(desk.at("conn")).not_to_have_attribute("data-state", "online")
    await eventually(lambda: dialled(desk, sockets))
    await person.set_offline(False)
    await look(desk)
    await expect(desk.at("conn")).to_have_attribute("data-state", "online")
    open_page.complaints.clear()


async def dialled(table: TablePage, before: int) -> bool:
    return table.sockets > before
