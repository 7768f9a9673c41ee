"""Looking back, on the page of a replay and at the table: what is shown is what was seen."""

import hashlib
import random
import re
from typing import Any

import pytest
from playwright.async_api import Page, expect

from client.fits import NAMES
from kit.browser import Pages
from kit.client import Table, command_of, guest
from kit.dealt import Dealt, DealtServer
from kit.hands import OPEN_HAND
from kit.store import chance
from kit.table_page import TablePage, opened

__all__ = ["chance"]

SIZES = ((320, 568), (360, 740), (768, 1024), (1440, 900))
COVERED = """() => [...document.querySelectorAll("#trick .card, #opp-hand .card, #hand .card")].filter((card) => {
  const { x, y, width, height } = card.getBoundingClientRect();
  return !document.elementsFromPoint(x + 8, y + height / 2)[0]?.closest("#felt, #hand");
}).length"""

# A trick that is won is on the table for a moment only; its cards are in no picture.
PICTURE = """() => {
  const at = (where) => [...document.querySelectorAll(where)];
  const said = (id, ...names) => names.map((name) => document.getElementById(id).getAttribute(name));
  return JSON.stringify([
    at("#hand .card, #opp-hand .card").map((node) => node.dataset.face ?? node.dataset.card ?? ""),
    (at("#trick [data-won]").length ? [] : at("#trick .card"))
      .map((node) => [node.dataset.card, node.dataset.seat, node.dataset.marriage]),
    document.getElementById("trump").hidden, ...said("trump", "data-card", "data-closed"),
    ...said("stock", "data-count", "data-closed"), ...said("won-me", "data-count"), ...said("won-opp", "data-count"),
    at(".points, .pending, .tricks").map((node) => node.textContent), at(".strip .pips").map((node) => node.dataset.n),
  ]);
}"""


async def picture(page: Page) -> str:
    return hashlib.sha256((await page.evaluate(PICTURE)).encode()).hexdigest()


class Hand:
    """A hand that a page plays with a socket, with a picture of each of its versions."""

    def __init__(self, page: TablePage, opposite: Table, luck: random.Random) -> None:
        self.page, self.opposite, self.luck = page, opposite, luck
        self.pictures: dict[int, str] = {}

    async def remember(self) -> None:
        if (await self.page.view())["table"]:  # a card that is led waits until the trick before it is gone
            await expect(self.page.table).to_have_attribute("data-animating", "false")
        seq = await self.page.seq()
        self.pictures[seq] = await picture(self.page.page)

    async def own_move(self) -> None:
        moves = (await self.page.view())["legal"]
        rare = [move for move in moves if move == "exchange" or move.startswith("marriage")]
        await self.page.act(self.luck.choice(rare or [move for move in moves if move.startswith("play")]))
        await self.remember()

    async def other_submits(self) -> int:
        """The version that the other's move made."""
        command = command_of(self.luck.choice([move for move in self.opposite.view["legal"] if move != "close"]))
        answer = await self.opposite.submit(command.pop("t"), **command)
        version: int = answer["v"]
        return version

    async def other_move(self) -> None:
        await self.opposite.reach(await self.page.seq())
        await self.page.reach(await self.other_submits())
        await self.remember()

    async def until(self, turn: int | None, tricks: int = 0) -> None:
        """Play on to this seat's turn, or to the end of the hand."""
        while (view := await self.page.view())["phase"] == "playing":
            if view["to_play"] == turn and sum(seat["tricks"] for seat in view["seats"]) >= tricks:
                break
            await (self.own_move() if view["to_play"] == 0 else self.other_move())


@pytest.fixture
async def server(dealt: Dealt) -> DealtServer:
    return await dealt(OPEN_HAND)


async def test_what_is_looked_back_at_is_what_was_seen(
    server: DealtServer, open_page: Pages, chance: random.Random
) -> None:
    page, match, invite = await opened(open_page, server, name=NAMES[0])
    async with (await guest(server, NAMES[1])).connect() as opposite:
        await opposite.join(match, invite)
        await page.phase("playing")
        hand = Hand(page, opposite, chance)
        await hand.remember()
        await hand.until(1, tricks=1)
        await at_the_table(hand)
        await hand.until(None)
        link = page.at("to-replay")
        await expect(link).to_have_attribute("href", f"/m/{match}/replay?hand=1")
        replay = await open_page(f"{server.url}/m/{match}/replay?hand=1&eyes=0", context=page.page.context)
        await step_by_step(replay, hand)
        await by_key_and_link(replay, open_page)
        await in_sight(replay)
        await what_others_see(open_page, page, f"{server.url}/m/{match}")


async def at_the_table(hand: Hand) -> None:
    """On the other's turn: a line of the log shows the table as it was, until there is something to do."""
    page, rows = hand.page, hand.page.page.locator("#log button")
    await page.reload()
    now = await picture(page.page)
    told: list[Any] = []
    page.page.on("request", lambda request: told.append(request.url))
    sent = len(page.sent)
    await page.tap(rows.nth(1))
    looking = page.page.locator("#table[data-looking]")
    await expect(looking).to_be_attached()
    second = sorted(hand.pictures)[1]
    assert (await page.seq(), await picture(page.page)) == (second, hand.pictures[second])
    await page.tap(page.page.locator("#hand .card").first, force=True)
    await page.tap("look-back")
    await expect(page.table).to_have_attribute("data-seq", str(min(hand.pictures)))
    assert await picture(page.page) == hand.pictures[min(hand.pictures)]
    await page.press("Escape")
    await expect(looking).not_to_be_attached()
    assert await picture(page.page) == now
    await expect(rows.nth(1)).to_be_focused()
    await page.press("ArrowUp", "Enter")
    await expect(looking).to_be_attached()
    await expect(page.table).to_have_attribute("data-seq", str(min(hand.pictures)))
    assert len(page.sent) == sent
    assert [url for url in told if not re.search(r"/so-far$", url)] == []
    v = max(hand.pictures)
    while (await hand.opposite.reach(v))["to_play"] == 1:
        v = await hand.other_submits()
    await page.reach(v)
    await expect(looking).not_to_be_attached()
    await hand.remember()


async def step_by_step(page: Page, hand: Hand) -> None:
    slider = page.get_by_test_id("replay-slider")
    await expect(slider).to_have_attribute("aria-valuetext", re.compile("^Step 0 of "))
    steps = int(await slider.get_attribute("max") or 0)
    assert steps > 4
    seen = {}
    for step in range(steps + 1):
        await slider.fill(str(step))
        seen[int(await page.locator("#table").get_attribute("data-seq") or 0)] = await picture(page)
        said = await slider.get_attribute("aria-valuetext") or ""
        assert said.startswith(f"Step {step} of {steps}: ")
    assert seen | hand.pictures == seen
    assert len(hand.pictures) >= steps - 3  # what happened while he looked back, nobody took a picture of


async def by_key_and_link(page: Page, pages: Pages) -> None:
    slider = page.get_by_test_id("replay-slider")
    steps = await slider.get_attribute("max")
    assert steps
    await slider.evaluate("(node) => node.blur()")
    for key, step in (("Home", "0"), ("ArrowRight", "1"), ("ArrowRight", "2"), ("ArrowLeft", "1"), ("End", steps)):
        await page.keyboard.press(key)
        await expect(slider).to_have_value(step)
    await page.keyboard.press("PageUp")
    await expect(page.locator("#prompt-text")).to_contain_text("takes the trick")
    await page.keyboard.press("Home")
    await page.keyboard.press("PageDown")
    await expect(page.locator("#prompt-text")).to_contain_text("takes the trick")
    await page.keyboard.press("Home")
    await page.keyboard.press("Space")
    await expect(slider).to_have_value(re.compile(r"^([2-9]|\d\d)$"))  # it goes on while one looks
    await page.keyboard.press("Space")
    await expect(page.get_by_test_id("replay-play")).to_have_attribute("aria-label", "Play by itself")

    await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await page.locator(".step").nth(4).click()
    before = await picture(page)
    await page.get_by_test_id("replay-link").click()
    await expect(page.locator("#copied")).to_have_text("Link copied")
    copied = await page.evaluate("() => navigator.clipboard.readText()")
    assert copied.endswith("replay?hand=1&step=4&eyes=0")
    assert page.url == copied
    again = await pages(copied, context=page.context)
    await expect(again.get_by_test_id("replay-slider")).to_have_value("4")
    assert await picture(again) == before
    await again.close()

    await page.get_by_test_id("replay-eyes").select_option("both")
    await expect(page.locator("#opp-hand [data-face]")).to_have_count(5)
    await page.get_by_test_id("replay-text").click()
    await expect(page.locator("#copied")).to_have_text("Text copied")
    lines = (await page.evaluate("() => navigator.clipboard.readText()")).split("\n")
    assert lines[0] == f"Replay · Hand 1 · {NAMES[0]} – {NAMES[1]}"
    assert all("jack of hearts" in line or "ace of diamonds" in line for line in lines[1:3])
    assert lines[3] == "0. Hand 1 · queen of hearts is face up"
    assert [line.partition(".")[0] for line in lines[3 : 4 + int(steps)]] == [str(n) for n in range(1 + int(steps))]
    assert lines[-1] == page.url


async def in_sight(page: Page) -> None:
    """Nothing lies over the cards, but the list of steps when it is asked for."""
    for width, height in SIZES:
        await page.set_viewport_size({"width": width, "height": height})
        assert (width, await page.evaluate(COVERED)) == (width, 0)
    await page.set_viewport_size({"width": 768, "height": 1024})
    await page.get_by_test_id("replay-more").click()
    assert await page.evaluate(COVERED) > 0
    await page.keyboard.press("Escape")
    assert await page.evaluate(COVERED) == 0


async def what_others_see(pages: Pages, page: TablePage, table: str) -> None:
    """A stranger: no hands as long as the match goes on."""
    stranger = await TablePage.new(pages)
    await stranger.page.goto(f"{table}/replay?eyes=both")
    eyes = stranger.at("replay-eyes").locator("option")
    await expect(eyes).to_have_text(["What watchers saw"])
    assert await stranger.page.locator("#hand [data-face], #opp-hand [data-face]").count() == 0
    await stranger.goto(table)
    await page.menu("btn-resign")
    await page.tap("confirm-yes")
    for one, words in ((page, "Replay"), (stranger, "View replay")):
        await one.phase("match_over")
        await expect(one.at("match-result").get_by_test_id("to-replay")).to_have_text(words)
    await stranger.tap("to-replay")
    await expect(eyes).to_have_text(["Both hands", *(f"What \u2068{name}\u2069 saw" for name in NAMES)])
    await expect(stranger.page.locator("#hand [data-face]")).to_have_count(5)
    await stranger.page.goto(f"{table[: table.rindex('/')]}/nothing/replay")
    await expect(stranger.at("trouble")).to_contain_text("does not exist")
    assert [complaint for complaint in pages.complaints if "404" not in complaint] == []
    pages.complaints.clear()
