"""Real pages in a real Chromium: fixtures that open them, and a hand that drags with the mouse or with a finger.

Import the fixtures in a conftest: `from kit.browser import open_page, page, phone`.
Every page listens to its own console: an error on it that the test did not expect fails the test.
"""

import asyncio
import os
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Route, async_playwright, expect

from kit import chromium

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
]


@dataclass(frozen=True, slots=True)
class Screen:
    width: int
    height: int
    touch: bool = False


DESKTOP = Screen(1440, 900)
PHONE = Screen(360, 740, touch=True)

expect.set_options(timeout=20_000)  # on a busy machine; only a failure waits so long

Spot = Locator | tuple[float, float]


class Pages:
    """Opens pages, each for a person (a browser context) of its own unless one is given, and hears their complaints."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.complaints: list[str] = []
        self.timeless: set[BrowserContext] = set()

    async def __call__(
        self,
        url: str | None = None,
        *,
        screen: Screen = DESKTOP,
        locale: str = "en-GB",
        context: BrowserContext | None = None,
    ) -> Page:
        """A new page, already at `url` if one is given; with `context` it is a second tab of the same person."""
        context = context or await self.person(screen=screen, locale=locale)
        page = await context.new_page()
        if url:
            await page.goto(url)
        return page

    async def person(
        self, *, screen: Screen = DESKTOP, locale: str = "en-GB", worker: bool = False, timeless: bool = False
    ) -> BrowserContext:
        """`worker` lets the page have its service worker; each costs a process, and few tests are about it.

        Where it is `timeless`, timers and clocks of the pages go on only as the test says: `context.clock.run_for(ms)`.
        """
        context = await self.browser.new_context(
            viewport={"width": screen.width, "height": screen.height},
            has_touch=screen.touch,
            is_mobile=screen.touch,
            locale=locale,
            service_workers="allow" if worker else "block",
        )
        if timeless:
            await context.clock.install()
            await context.clock.pause_at(time.time() + 1)  # before any page: later, that moment may be past already
            self.timeless.add(context)
        context.on("console", self.hear)
        context.on("weberror", lambda fault: self.complaints.append(str(fault.error)))
        return context

    def hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(f"{message.text} ({message.location.get('url')})")


@asynccontextmanager
async def withheld(context: BrowserContext, pattern: str) -> AsyncIterator[asyncio.Event]:
    """Requests wait for their answer until the event is set or the block ends; it does not end before one came."""
    asked, released = asyncio.Event(), asyncio.Event()

    async def hold(route: Route) -> None:
        asked.set()
        await released.wait()
        await route.continue_()

    await context.route(pattern, hold)
    yield released
    await asked.wait()
    released.set()


@asynccontextmanager
async def launched() -> AsyncIterator[Browser]:
    """A browser of its own for the running event loop; it takes about half a second."""
    found = chromium.find()
    chromium.mend_driver()
    environment: dict[str, str | float | bool] = {**os.environ, **found.environment}
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=found.path, args=FLAGS, env=environment)
        try:
            yield browser
        finally:
            await browser.close()


@pytest_asyncio.fixture
async def open_page() -> AsyncIterator[Pages]:
    """Opens pages: `await open_page(url, screen=PHONE)`. Fails a test whose pages logged errors it did not clear."""
    async with launched() as browser:
        pages = Pages(browser)
        yield pages
    assert not pages.complaints, f"on the browser's console: {pages.complaints}"


@pytest_asyncio.fixture
async def page(open_page: Pages) -> Page:
    """An empty page of a person at a desk."""
    return await open_page()


@pytest_asyncio.fixture
async def phone(open_page: Pages) -> Page:
    """An empty page of a person with a phone."""
    return await open_page(screen=PHONE)


async def drag(page: Page, start: Spot, end: Spot) -> None:
    """Drag with the mouse, from the middle of one thing to the middle of another or to a point of the page."""
    x, y = await middle(start)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(*await middle(end), steps=8)
    await page.mouse.up()


async def drag_by_finger(
    page: Page, start: Spot, end: Spot, *, lift: str = "touchEnd", step_ms: int = 16, rest_ms: int = 200
) -> None:
    """Drag with a finger; `lift="touchCancel"` is the system taking the finger away (a call, a gesture of its own).

    The finger rests before it lifts: after a throw the browser would take the next tap as the end of that throw.
    """
    (x0, y0), (x1, y1) = await middle(start), await middle(end)
    steps = 8
    at = time.time() - (steps * step_ms + rest_ms) / 1000
    finger = await page.context.new_cdp_session(page)

    async def touch(kind: str, *points: dict[str, float]) -> None:
        await finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points), "timestamp": at})

    try:
        await touch("touchStart", {"x": x0, "y": y0})
        for step in range(1, steps + 1):
            at += step_ms / 1000
            await touch("touchMove", {"x": x0 + (x1 - x0) * step / steps, "y": y0 + (y1 - y0) * step / steps})
        at += rest_ms / 1000
        await touch(lift)
    finally:
        await finger.detach()


async def middle(spot: Spot) -> tuple[float, float]:
    if isinstance(spot, tuple):
        return spot
    await spot.scroll_into_view_if_needed()
    box = await spot.bounding_box()
    assert box, f"{spot} is not on the screen"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
