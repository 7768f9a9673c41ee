"""Every screen of the product, one after the other and each as full as it gets.

`WALKS` are ways through the product that stop wherever it looks different: a screen is one more `yield Shown`, a page
that needs nothing but its address one more line in PLAIN.

Run `.venv/bin/python tests/client/screens.py FOLDER` for a picture of each, on a phone and at a desk, in English and in
Hebrew, light and dark. `FOLDER WALK` takes those of one walk.
"""

import asyncio
import contextlib
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).parents[1])

from playwright.async_api import Locator, Page, expect

from client.fits import NAMES
from kit.browser import DESKTOP, Pages, launched
from kit.client import Frame, Guest, Table, command_of, guest
from kit.dealt import DealtServer
from kit.lobby import BLITZ, listed
from kit.plays import LONG, choose
from kit.table_page import TablePage

CLOSED = "DA CT CK SQ HJ | HK HA HT SA SK | HQ | ST DK CA CQ DJ CJ SJ DT DQ"
"""Whoever leads closes and plays the spade; the other must follow suit."""
MARRIAGES = "HK HQ SK SQ CT | DA DT CK CJ SJ | HT | ST DK CA CQ DJ HA HJ SA DQ"
FORGOTTEN = "HJ HA SK SQ CT | DA DT CK CJ SJ | HQ | ST DK CA HK CQ DJ HT SA DQ"
"""Whoever leads holds the trump jack."""
TIMED = {"bank_ms": 7_200_000, "increment_ms": 10_000}
PLAIN = {"puzzle": "/puzzles", "rules": "/rules", "settings": "/settings"}
"""Pages that need nothing but their address."""


@dataclass(frozen=True)
class Shown:
    """A page as it looks now. What `open` brings up is closed by Escape: its words do not change while it is open."""

    name: str
    page: Page
    open: Callable[[], Awaitable[object]] | None = None
    phone: bool = False
    """There is nothing of it on wider screens."""


Walk = Callable[["Stage"], AsyncIterator[Shown]]


class Stage:
    """A server and the people on it."""

    def __init__(self, pages: Pages, server: DealtServer) -> None:
        self.server = server
        self._pages = pages
        self._lines: list[Table] = []

    async def page(self, person: Guest | None = None) -> Page:
        context = await self._pages.person(screen=DESKTOP)
        if person is not None:
            await context.add_cookies([{"name": "schnapsen", "value": person.token, "url": self.server.url}])
        page = await self._pages(context=context)
        await page.emulate_media(reduced_motion="reduce")
        # A finger, for which everything is larger; the width of the screen is still the test's to choose.
        device = await context.new_cdp_session(page)
        await device.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
        return page

    async def home(self, page: Page) -> Page:
        await page.goto(self.server.url)
        await page.wait_for_selector("html[data-ready]", state="attached")
        return page

    async def sits(self, person: Guest, match: str, invite: str | None = None, **more: object) -> Table:
        """This person at that table, without a page."""
        table = person.connect()
        await table.dial()
        await table.join(match, invite, **more)
        self._lines.append(table)
        return table

    async def turn(self, both: tuple[Table, Table]) -> Table:
        """Whose turn it is, once both have heard all that one of them has."""
        for table in both:
            await table.reach(max(one.v for one in both))
        return next(table for table in both if table.view["legal"])

    async def plays(self, both: tuple[Table, Table], *moves: str) -> int:
        """These moves by whoever's turn it is; the version after them."""
        for move in moves:
            command = command_of(move)
            ack = await (await self.turn(both)).submit(command.pop("t"), **command)
            assert ack["t"] == "ack", ack
            for table in both:
                await table.reach(ack["v"])
        return both[0].v

    async def plays_while(self, both: tuple[Table, Table], holds: Callable[[Frame], bool]) -> int:
        """Moves as in `kit.plays` as long as the view is so; the version after them."""
        while holds(both[0].view):
            await self.plays(both, choose((await self.turn(both)).view["legal"]))
        return both[0].v

    async def agree(self, both: tuple[Table, Table], command: str, **fields: Any) -> None:
        """Both ask for it."""
        for table in both:
            ack = await table.submit(command, **fields)
            assert ack["t"] == "ack", ack
        for table in both:
            await table.reach(ack["v"])

    async def close(self) -> None:
        for table in self._lines:
            await table.hang_up()


def click(target: Locator) -> Callable[[], Awaitable[object]]:
    return target.click


async def lobby(stage: Stage) -> AsyncIterator[Shown]:
    """The home page: with nobody there, full, and with all that opens on it."""
    short, long = [await guest(stage.server, name) for name in NAMES]
    page = await stage.home(await stage.page(short))
    yield Shown("home, nobody there", page)
    await stage.sits(short, await listed(short, clock=TIMED))
    await stage.sits(long, await listed(long, clock=TIMED, rated=True))
    match = await listed(long, clock=BLITZ)
    live = await stage.sits(long, match), await stage.sits(await guest(stage.server, NAMES[1]), match, sit=True)
    await stage.plays(live, "play:DA")
    own, invite = await short.open()
    await stage.sits(long, own, invite)
    await stage.home(page)
    for shown in ("table-row", "live-board", "resume-bar"):
        await expect(page.get_by_test_id(shown).first).to_be_visible()
    yield Shown("home", page)
    for opener in ("open-table", "open-players", "name"):
        yield Shown(opener, page, click(page.get_by_test_id(opener)))
    await page.get_by_test_id("play-now").click()
    await page.get_by_test_id("queue-bot").wait_for()
    yield Shown("searching", page)


async def hand(stage: Stage) -> AsyncIterator[Shown]:
    """The first hand of a match, from the invitation to looking back at it, as a player and a watcher see it."""
    host, other = [await guest(stage.server, name) for name in NAMES]
    watcher = TablePage(await stage.page())
    page = TablePage(await stage.page(host))
    name, invite = await host.open(clock=TIMED, rated=True)
    near = await stage.sits(host, name)
    await page.goto(f"{stage.server.url}/m/{name}")
    yield Shown("invitation", page.page)

    far = await stage.sits(other, name, invite)
    both = near, far
    await watcher.goto(f"{stage.server.url}/m/{name}")
    await page.phase("playing")
    yield Shown("first card", page.page)
    await page.reach(await stage.plays_while(both, lambda view: not (view["last_trick"] and view["legal"])))
    await far.submit("say", text=f"Servus, {NAMES[0]}: " + "das wird ein gutes Spiel. " * 5)
    yield Shown("lead", page.page)
    for item in ("btn-log", "btn-chat"):
        yield Shown(item, page.page, lambda item=item: page.menu(item), phone=True)  # type: ignore[misc]  # bound now
    yield Shown("watching", watcher.page)

    await page.reach(await stage.plays_while(both, lambda view: bool(view["stock"])))
    yield Shown("empty stock", page.page)
    await stage.plays_while(both, lambda view: bool(view["phase"] == "playing"))
    await far.submit("stay")
    await page.phase("hand_over")
    await watcher.phase("hand_over")
    yield Shown("hand result", page.page)
    yield Shown("hand result, watched", watcher.page)
    await page.page.goto(f"{stage.server.url}/m/{name}/replay?hand=1&step=7")
    await page.at("replay-slider").wait_for()
    yield Shown("replay", page.page)


async def end(stage: Stage) -> AsyncIterator[Shown]:
    """The second hand, which is closed and saved and does not come to its end, and what follows it."""
    host, other = [await guest(stage.server, name) for name in NAMES]
    page = TablePage(await stage.page(host))
    name, invite = await host.open(clock=TIMED, rated=True)
    both = near, far = await stage.sits(host, name), await stage.sits(other, name, invite)
    await stage.plays(both, "play:DA", "play:SA")
    await far.submit("concede_hand")
    await stage.agree(both, "next_hand")
    await page.goto(f"{stage.server.url}/m/{name}")
    await page.reach(await stage.plays(both, "close", "play:SQ"))
    yield Shown("follow, closed", page.page)
    await page.reach(await stage.plays(both, "play:SA"))
    yield Shown("giving up", page.page, lambda: page.menu("btn-cancel"))
    yield Shown("menu", page.page, click(page.at("btn-menu")))
    for item in ("btn-last", "btn-watchers", "btn-opponent", "btn-keys"):
        yield Shown(item, page.page, lambda item=item: page.menu(item))  # type: ignore[misc]  # bound now
    await far.submit("propose", what="save")
    await page.page.locator("#proposal").wait_for()
    yield Shown("proposal", page.page)
    await near.submit("propose", what="save")
    await page.phase("paused")
    yield Shown("paused", page.page)
    await stage.agree(both, "propose", what="resume")
    await stage.plays(both, "play:SK")
    await far.hang_up()
    await page.at("gone").wait_for()
    yield Shown("left alone", page.page)
    await far.resume()
    await near.submit("resign_match")
    await page.phase("match_over")
    await expect(page.at("rating-change")).to_contain_text("→")
    yield Shown("match result", page.page)
    yield Shown("sharing", page.page, click(page.at("result-share")))
    await far.submit("propose", what="rematch")
    await page.page.locator("[data-testid=rematch-box][data-state=asked]").wait_for()
    yield Shown("rematch asked for", page.page)
    await page.page.goto(f"{stage.server.url}/games")
    await page.page.wait_for_selector("html[data-ready]", state="attached")
    yield Shown("my games", page.page)


async def tournament(stage: Stage) -> AsyncIterator[Shown]:
    """Where the players count: one action more, and two marriages to choose from."""
    host, other = [await guest(stage.server, name) for name in NAMES]
    page = TablePage(await stage.page(host))
    name, invite = await host.open("tournament")
    await stage.sits(other, name, invite)
    await page.goto(f"{stage.server.url}/m/{name}")
    await page.phase("playing")
    yield Shown("claiming", page.page)
    yield Shown("two marriages", page.page, click(page.at("btn-marriage")))


async def review(stage: Stage) -> AsyncIterator[Shown]:
    """A match with one mistake in it: the exchange was forgotten."""
    host, other = [await guest(stage.server, name) for name in NAMES]
    name, invite = await host.open()
    both = await stage.sits(host, name), await stage.sits(other, name, invite)
    await stage.plays(both, "play:CT")
    await both[0].submit("resign_match")
    page = await stage.page(host)
    await page.goto(f"{stage.server.url}/m/{name}/review")
    await page.get_by_test_id("mistake").wait_for()
    yield Shown("review", page)


async def plain(stage: Stage) -> AsyncIterator[Shown]:
    page = await stage.page()
    for name, path in PLAIN.items():
        await page.goto(stage.server.url + path)
        await page.wait_for_selector("html[data-ready]", state="attached")
        yield Shown(name, page)


WALKS: dict[str, tuple[Walk, tuple[str, ...]]] = {
    "hand": (hand, (LONG,)),
    "end": (end, (CLOSED,)),
    "lobby": (lobby, (CLOSED,)),
    "tournament": (tournament, (MARRIAGES,)),
    "review": (review, (FORGOTTEN,)),
    "plain": (plain, (CLOSED,)),
}
"""Each with the hands that its server deals."""


async def speak(page: Page, language: str) -> None:
    """Another language for an open page."""
    await page.locator("select.language").select_option(language)
    await expect(page.locator("html")).to_have_attribute("lang", language)


async def size(page: Page, width: int, height: int) -> None:
    await page.set_viewport_size({"width": width, "height": height})


@contextlib.asynccontextmanager
async def opened(shown: Shown) -> AsyncIterator[None]:
    """What there is to open is open, and then closed."""
    if shown.open is None:
        yield
        return
    await shown.open()
    yield
    await shown.page.keyboard.press("Escape")


async def pictures(folder: Path, *names: str) -> None:
    async with launched() as browser:
        for name in names or WALKS:
            walk, deals = WALKS[name]
            with tempfile.TemporaryDirectory() as data:
                server = DealtServer(Path(data), *deals)
                await server.start()
                stage = Stage(Pages(browser), server)
                async for shown in walk(stage):
                    print(f"{name}: {shown.name}")
                    await take(shown, folder)
                await stage.close()
                await server.stop()


async def take(shown: Shown, folder: Path) -> None:
    for language in ("en", "he"):
        await size(shown.page, 360, 740)
        await speak(shown.page, language)
        async with opened(shown):
            for width, height in ((360, 740), *(() if shown.phone else ((1440, 900),))):
                await size(shown.page, width, height)
                for theme in ("light", "dark"):
                    await shown.page.emulate_media(color_scheme=theme)
                    await shown.page.screenshot(path=folder / f"{shown.name} {width} {language} {theme}.png")


if __name__ == "__main__":
    asyncio.run(pictures(Path(sys.argv[1]), *sys.argv[2:]))
