"""The page of one's own matches, and its first lines on the home page."""

import re
import time

from playwright.async_api import Page, expect

from client.fits import misfits
from client.screens import speak
from kit.axe import faults
from kit.browser import PHONE, Pages
from kit.client import guest
from kit.clock import FakeClock
from kit.played import opened
from kit.served import match, server, store, store_url
from kit.server import ServerProcess
from kit.table_page import TablePage
from schnapsen_protocol.commands import ResignMatch
from schnapsen_server.lobby.ratings import Ratings
from schnapsen_server.rooms.filing import DAY_MS
from schnapsen_server.rooms.own_matches import list_match
from schnapsen_server.store.open import Store

from .test_home import ready

__all__ = ["match", "server", "store", "store_url"]

NAMES = ("אבי 123!", "Kaiserin_Sissi (18)")
PLAYED, PER_PAGE = 24, 20


async def visit(pages: Pages, server: ServerProcess) -> Page:
    page = await pages(f"{server.url}/games", screen=PHONE)
    await ready(page)
    return page


async def with_a_past(page: Page, server: ServerProcess, store: Store) -> None:
    """Matches of four hands, one every five days until today: each fourth unrated, the newest resigned by the other."""
    await page.request.put(f"{server.url}/api/me", data={"name": "Franz"})
    player = (await (await page.request.get(f"{server.url}/api/me")).json())["player"]
    others = [await guest(server, name) for name in NAMES]
    now = time.time_ns() // 1_000_000
    ratings = Ratings(store.log, store.players, store.results, FakeClock(now))
    for n in range(PLAYED):
        at = now - 5 * (PLAYED - 1 - n) * DAY_MS - 3_600_000
        game = opened(player, others[n % 2].player, names=("Franz", NAMES[n % 2]), rated=n % 4 > 0, at=at)
        if n == PLAYED - 1:
            game.do(ResignMatch(), 1)
        else:
            game.concede(*((1, 0, 1, 1) if n % 3 else (0, 1, 0, 0)))
        await game.keep(store, f"{player}-{n:02}")
        await list_match(store.players, f"{player}-{n:02}", game.match, game.entries[-1].at)
        await ratings.settle(f"{player}-{n:02}")


async def test_the_past_is_read_in_figures_in_a_plot_and_page_by_page(
    server: ServerProcess, store: Store, open_page: Pages
) -> None:
    page = await visit(open_page, server)
    await with_a_past(page, server, store)
    await page.request.post(f"{server.url}/api/matches", data={"versus": "computer"})
    await page.reload()
    await ready(page)
    await expect(page.locator("#panel-running").get_by_test_id("game")).to_contain_text("Computer (club)")
    await expect(page.get_by_role("tab", name="Running 1")).to_have_attribute("aria-selected", "true")

    figures = await page.get_by_test_id("tiles").locator("dd").all_inner_texts()
    assert figures == ["24", "16 (67%)", "–", "+0.46"]  # 15 × 6 less 8 × 6 points, in 23 × 4 hands

    # The plot and the table have the same numbers, and as many of them as the days that are chosen.
    seen: list[int] = []
    for days in ("30 days", "90 days", "All"):
        await page.get_by_role("button", name=days).click()
        drawn = await page.locator(".plot polyline").get_attribute("points") or ""
        label = await page.get_by_test_id("plot").get_by_role("img").get_attribute("aria-label") or ""
        await page.get_by_test_id("as-table").click()
        rows = await page.locator(".plot-table tbody tr").count()
        newest = await page.locator(".plot-table tbody tr").first.locator("td").all_inner_texts()
        await page.get_by_test_id("as-table").click()
        assert len(drawn.split()) == rows
        assert label.startswith(f"Rating over {rows} rated matches")
        assert f" to {newest[1]}." in label
        seen.append(rows)
    assert seen == [5, 14, 18]

    await page.get_by_role("tab", name="Running 1").press("End")
    await expect(page.get_by_role("tab", name="Finished")).to_be_focused()
    assert page.url.endswith("#finished")
    finished = page.get_by_test_id("finished")
    await expect(finished).to_have_count(PER_PAGE)
    await expect(finished.first).to_contain_text("Won")
    await expect(finished.first).to_contain_text("opponent resigned")
    await expect(finished.first.locator("bdi[dir=ltr]")).to_have_text(re.compile(r"^\+\d+$"))
    lost = finished.filter(has_text="Lost").filter(has=page.locator(".delta:not(:empty)")).first
    await expect(lost.locator("bdi[dir=ltr]")).to_have_text(re.compile("^\u2212\\d+$"))
    await expect(lost).to_contain_text("You 3, opponent 9")
    href = await lost.get_attribute("data-match")
    await expect(lost.get_by_test_id("game-replay")).to_have_attribute("href", f"/m/{href}/replay")
    await expect(lost.get_by_test_id("game-review")).to_have_attribute("href", f"/m/{href}/review")
    await page.get_by_test_id("more").click()
    await expect(finished).to_have_count(PLAYED)
    await expect(page.get_by_test_id("more")).to_be_hidden()
    await expect(finished.nth(PER_PAGE).get_by_test_id("game-player")).to_be_focused()
    names = await finished.evaluate_all("(rows) => rows.map((row) => row.dataset.match.slice(-2))")
    assert names == [f"{n:02}" for n in reversed(range(PLAYED))]
    for only, count in {"rated": 18, "unrated": 6, "lost": 8, "won": 16, "computer": 0}.items():
        await page.get_by_test_id("only").select_option(only)
        await expect(finished).to_have_count(count)
    await expect(page.locator("#empty-finished")).to_be_visible()
    await page.get_by_test_id("only").select_option("")
    await finished.first.get_by_test_id("game-player").click()
    await expect(page.get_by_test_id("players").locator("h3").first).to_have_text(NAMES[1])
    await page.keyboard.press("Escape")

    await speak(page, "he")
    assert await misfits(page) == []
    boxes = [await page.locator(f".plot {part}").bounding_box() for part in ("svg", ".values")]
    assert boxes[0] is not None
    assert boxes[1] is not None
    assert boxes[0]["x"] < boxes[1]["x"]  # its time runs to the right, also where texts run to the left
    assert await page.locator("bdi", has_text=NAMES[0]).count() == PER_PAGE // 2
    assert await faults(page) == []


async def test_a_newcomer_is_one_click_from_his_first_match_and_finds_it_when_it_is_over(
    server: ServerProcess, open_page: Pages
) -> None:
    page = await visit(open_page, server)
    await expect(page.get_by_role("tab")).to_have_count(0)
    await page.get_by_test_id("play-bot").click()
    await page.wait_for_url(re.compile("/m/"))
    await expect(page.locator("#table[data-phase=playing]")).to_be_attached()
    table = TablePage(page, touch=True)
    await table.menu("btn-resign")
    await table.tap("confirm-yes")
    await expect(page.locator("#table[data-phase=match_over]")).to_be_attached()
    await page.goto(server.url)
    await ready(page)
    await expect(page.get_by_test_id("finished")).to_contain_text("Computer (club)")
    await expect(page.get_by_test_id("resume-bar")).to_be_hidden()
    await page.get_by_test_id("all-games").click()
    await expect(page.get_by_role("tab", name="Finished")).to_have_attribute("aria-selected", "true")
    await expect(page.get_by_test_id("finished")).to_contain_text("you resigned")
    await expect(page.get_by_text("There is none yet.")).to_be_visible()  # nothing that counts
