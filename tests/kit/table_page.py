"""A table in a browser, as a test handles it: what goes over its line, what it shows, a hand for every way to act."""

import asyncio
import contextlib
import difflib
import json
import time
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any, Self, TypeVar

from playwright.async_api import BrowserContext, Locator, Page, Position, WebSocket, expect

from .browser import DESKTOP, Pages, Screen, Spot, drag, drag_by_finger
from .client import Frame, command_of
from .server import PATIENCE, ServerProcess

T = TypeVar("T")

STILL = """() => Promise.all(document.getAnimations()
  .filter((one) => one.effect.getComputedTiming().endTime < Infinity)
  .map((one) => one.finished.catch(() => {})))"""

# What a reload may change is left out: where the focus was, decoration that has run, what is said in
# passing.
SHOWN = """() => {
  const lines = [];
  const say = (node, depth) => {
    if (node.nodeType === Node.TEXT_NODE) lines.push(" ".repeat(depth) + node.data);
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    const told = [...node.attributes].map(({ name, value }) => `${name}=${value}`)
      .filter((word) => !/^(style|tabindex|data-k|data-drawn)=|^class=$/.test(word)).sort();
    lines.push(" ".repeat(depth) + [node.localName, ...told].join(" "));
    if (["prompt-text", "ring"].includes(node.id) || node.role === "timer") return;
    for (const child of node.childNodes) say(child, depth + 1);
  };
  say(document.getElementById("table"), 0);
  return lines;
}"""


class Way(StrEnum):
    """How a hand does it. On a page that is touched, TAP and DRAG are those of a finger."""

    TAP = "tap"
    DRAG = "drag"
    KEY = "key"


DOUBLE_CLICK = 0.35
"""Seconds after which the page takes a second tap on one spot for one of its own."""


class TablePage:
    """One page, from before its first load: every frame of its sockets is kept."""

    def __init__(self, page: Page, *, touch: bool = False, whole: bool = True, timeless: bool = False) -> None:
        self.page = page
        self.touch = touch
        self.whole = whole
        self.timeless = timeless
        self.sockets = 0
        self.heard: list[str] = []
        self.sent: list[Frame] = []
        """The commands that were sent, resent ones twice."""
        self.views: dict[int, Frame] = {}
        self.answers: dict[str, Frame] = {}
        self._taps = 0
        self._sent_at = 0.0
        self._news = asyncio.Event()
        page.on("websocket", self._listen)

    @classmethod
    async def new(
        cls,
        pages: Pages,
        *,
        screen: Screen = DESKTOP,
        locale: str = "en-GB",
        calm: bool = True,
        context: BrowserContext | None = None,
        whole: bool = True,
    ) -> Self:
        """An empty page. `calm` asks for reduced motion: what moves is over at once. `whole`: a table is not there
        before all that comes later is."""
        page = await pages(screen=screen, locale=locale, context=context)
        if calm:
            await page.emulate_media(reduced_motion="reduce")
        return cls(page, touch=screen.touch, whole=whole, timeless=page.context in pages.timeless)

    def _listen(self, socket: WebSocket) -> None:
        self.sockets += 1
        socket.on("framesent", self._on_sent)
        socket.on("framereceived", self._on_heard)

    def _on_sent(self, text: str | bytes) -> None:
        frame = json.loads(text)
        if frame["t"] == "submit":
            self.sent.append(frame)
            self._sent_at = time.monotonic()
        self._news.set()

    def _on_heard(self, text: str | bytes) -> None:
        assert isinstance(text, str)
        self.heard.append(text)
        frame = json.loads(text)
        if frame["t"] in ("joined", "update"):
            self.views[frame["v"]] = frame["view"]
        if frame.get("id") and frame["t"] in ("ack", "refused", "fault"):
            self.answers[frame["id"]] = frame
        self._news.set()

    async def _until(self, found: Callable[[], T | None]) -> T:
        async with asyncio.timeout(PATIENCE):
            while (it := found()) is None:
                self._news.clear()
                await self._news.wait()
        return it

    # ---- what it shows

    def at(self, testid: str) -> Locator:
        return self.page.get_by_test_id(testid)

    @property
    def table(self) -> Locator:
        return self.page.locator("#table")

    @property
    def prompt(self) -> Locator:
        return self.page.locator("#prompt-text")

    def card(self, card: str) -> Locator:
        return self.page.locator(f'#hand [data-card="{card}"]')

    async def seq(self) -> int:
        return int(await self.table.get_attribute("data-seq") or 0)

    async def reach(self, version: int) -> Frame:
        """Wait until the table shows this version or a later one; the view of the one that it shows."""
        await eventually(lambda: self._has_reached(version))
        return await self.view()

    async def _has_reached(self, version: int) -> bool:
        return await self.seq() >= version

    async def view(self) -> Frame:
        """The view that the server sent for what is shown."""
        seq = await self.seq()
        return await self._until(lambda: self.views.get(seq))

    async def live(self) -> None:
        """Wait until the table takes orders and nothing is in the air."""
        await expect(self.page.locator("#table[data-live=true]")).to_be_attached()
        await self.page.evaluate(STILL)

    async def phase(self, phase: str) -> Frame:
        """Wait until the match has come so far."""
        await expect(self.table).to_have_attribute("data-phase", phase)
        return await self.view()

    async def playable(self) -> set[str]:
        """The cards that are not marked as impossible."""
        cards: list[str] = await self.page.locator("#hand [data-card]:not([aria-disabled])").evaluate_all(
            "(nodes) => nodes.map((node) => node.dataset.card)"
        )
        return set(cards)

    async def hand(self) -> list[str]:
        """From left to right."""
        cards: list[str] = await self.page.locator("#hand [data-card]").evaluate_all(
            "(nodes) => nodes.map((node) => node.dataset.card)"
        )
        return cards

    async def shown(self) -> list[str]:
        """The whole table at rest, a line for each element and text, without what a reload may change."""
        await expect(self.table).to_have_attribute("data-animating", "false")
        await expect(self.page.locator(".moving")).to_have_count(0)
        lines: list[str] = await self.page.evaluate(SHOWN)
        return lines

    # ---- what a hand does

    async def goto(self, url: str) -> Self:
        """Open a table and wait until it is here and the server has said what stands there."""
        await self.page.goto(url)
        return await self.arrived()

    async def arrived(self) -> Self:
        await expect(self.page.locator("#table:not([data-phase=''])")).to_be_attached()
        await expect(self.at("conn")).to_have_attribute("data-state", "online")
        if self.whole:
            await eventually(self._is_whole)
        return self

    async def _is_whole(self) -> bool:
        if self.timeless:
            await self.page.clock.run_for(1)  # what comes later is sent for in a task of its own
        return await self.page.locator("#score > table").count() > 0  # drawn by what comes later

    async def reload(self) -> None:
        """Load the page again: what it shows is what it showed."""
        before = await self.shown()
        await self.page.reload()
        await self.arrived()

        async def same() -> bool:
            return await self.shown() == before

        with contextlib.suppress(TimeoutError):
            await eventually(same)
        now = await self.shown()
        assert now == before, "\n".join(difflib.unified_diff(before, now, "before", "after", n=0, lineterm=""))

    async def act(self, move: str, way: Way = Way.TAP) -> Frame:
        """Make a move of the legal list; wait for the answer and until the table shows what came of it. The command."""
        await self.live()
        before = len(self.sent)
        await self.make(move, way)
        try:
            submitted = await self._until(lambda: self.sent[before] if len(self.sent) > before else None)
        except TimeoutError:
            says = await self.at("prompt").inner_text()
            raise AssertionError(f"{move} by {way} sent nothing; the table says: {says}") from None
        answer = await self.answer(submitted)
        assert answer["t"] == "ack", answer
        await self.reach(answer["v"])
        command: Frame = submitted["command"]
        assert command == ({"t": "next_hand"} if move == "next" else command_of(move)), f"{move} by {way}"
        return command

    async def answer(self, submitted: Frame) -> Frame:
        return await self._until(lambda: self.answers.get(submitted["id"]))

    async def make(self, move: str, way: Way = Way.TAP) -> None:
        """What the hand does for a move, whatever comes of it."""
        kind, _, card = move.partition(":")
        match way:
            case Way.TAP:
                await self._by_tap(kind, card)
            case Way.DRAG:
                await self._by_drag(kind, card)
            case Way.KEY:
                await self._by_key(kind, card)

    async def tap(self, what: Locator | str, *, force: bool = False) -> None:
        """`force` taps what is marked as impossible too; without it, it is waited for."""
        target = self.at(what) if isinstance(what, str) else what
        await (target.tap(force=force) if self.touch else target.click(force=force))

    async def drag(self, start: Spot, end: Spot) -> None:
        await (drag_by_finger if self.touch else drag)(self.page, start, end)

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.page.keyboard.press(key)

    async def menu(self, testid: str) -> None:
        """Choose something of the menu."""
        more = self.at("btn-more")  # the one of the result, which may lie over the other
        await self.tap(more if await more.is_visible() else "btn-menu")
        await self.tap(self.page.locator("dialog").get_by_test_id(testid))

    async def _by_tap(self, kind: str, card: str) -> None:
        if kind == "play":
            # High and low by turns: two quick taps on one spot count as a double click.
            self._taps += 1
            spot: Position = {"x": 20, "y": 20 if self._taps % 2 else 60}
            target = self.card(card)
            await (target.tap if self.touch else target.click)(position=spot, force=True)
            return
        # A button may stand where a card was tapped just now.
        await asyncio.sleep(max(0.0, self._sent_at + DOUBLE_CLICK - time.monotonic()))
        asks = kind == "marriage" and await self._marriage_is_a_question()
        await self.tap(f"btn-{kind}", force=True)
        if kind == "close":
            await self.tap("confirm-yes")
        if asks:
            await self._choose_marriage(card)

    async def _by_drag(self, kind: str, card: str) -> None:
        match kind:
            case "play":
                await self.drag(self.card(card), await self.trick_spot())
            case "marriage":
                await self.drag(self.card(card), self.card(card[0] + ("Q" if card[1] == "K" else "K")))
            case "close":
                await self.drag(await self.trump_spot(), self.at("stock"))
            case "exchange":
                trump = await self.at("trump").get_attribute("data-card")
                assert trump
                await self.drag(self.card(f"{trump[0]}J"), await self.trump_spot())
            case _:
                await self._by_tap(kind, card)  # there is nothing to take hold of

    async def _by_key(self, kind: str, card: str) -> None:
        match kind:
            case "play":
                key = str((await self.hand()).index(card) + 1)
                if not await self.card(card).evaluate("(node) => node === document.activeElement"):
                    await self.press(key)
                await self.press(key)
            case "marriage":
                asks = await self._marriage_is_a_question()
                await self.press("m")
                if asks:
                    await self._choose_marriage(card)
            case "close":
                await self.press("c", "Enter")
            case "exchange":
                await self.press("x")
            case "next":
                await self.press("n")

    async def _marriage_is_a_question(self) -> bool:
        """Where there are two; one is led at once."""
        legal: list[str] = (await self.view())["legal"]
        return sum(move.startswith("marriage:") for move in legal) > 1

    async def _choose_marriage(self, card: str) -> None:
        await self.page.locator(f'[data-testid=marriage-choice][data-choice="{card}"]').press("Enter")

    async def trump_spot(self) -> tuple[float, float]:
        """Where the trump card can be touched: the stock lies on the rest of it."""
        box = await self.at("trump").bounding_box()
        assert box
        return box["x"] + box["width"] * 0.85, box["y"] + box["height"] / 2

    async def trick_spot(self) -> tuple[float, float]:
        """Where a card is put: the middle of the trick, or of its place."""
        box = await self.page.locator("#trick").bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def opened(
    pages: Pages,
    server: ServerProcess,
    *,
    preset: str = "seed",
    versus: str = "human",
    name: str | None = None,
    **how: Any,
) -> tuple[TablePage, str, str | None]:
    """A new person's page at a new table of his own, its match and the invite key."""
    table = await TablePage.new(pages, **how)
    await table.page.request.get(server.url)  # brings the cookie
    if name is not None:
        await table.page.request.put(f"{server.url}/api/me", data={"name": name})
    answer = await table.page.request.post(f"{server.url}/api/matches", data={"preset": preset, "versus": versus})
    made = await answer.json()
    await table.goto(f"{server.url}/m/{made['match']}")
    return table, made["match"], made["invite"]


async def joined(pages: Pages, server: ServerProcess, match: str, invite: str | None = None, **how: Any) -> TablePage:
    """Another person's page there: with the key at the free seat, else among the watchers."""
    table = await TablePage.new(pages, **how)
    return await table.goto(f"{server.url}/m/{match}{'' if invite is None else '#' + invite}")


async def eventually(holds: Callable[[], Any]) -> None:
    """Wait until this awaits to something true."""
    async with asyncio.timeout(PATIENCE):
        while not await holds():  # noqa: ASYNC110  # a page has no event for everything
            await asyncio.sleep(0.02)


async def same_version(tables: Sequence[TablePage], version: int) -> None:
    for table in tables:
        await table.reach(version)
