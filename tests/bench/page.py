"""What the pages cost a phone, beside what they may. On a quiet machine: .venv/bin/python tests/bench/page.py [part…]

Times are those of this machine made four times slower, with 1.6 Mbit/s and 150 ms to the server; for tasks they are
processor time, times four. Nothing here is a test: what can be held without a clock is in client/test_page_costs.py.
"""

import asyncio
import os
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.async_api import Page, expect

from bench.main_thread import tasks_of
from kit.browser import PHONE, Pages, launched
from kit.client import Table, guest
from kit.dealt import DealtServer
from kit.eventful import HAND, eventful
from kit.meter import THERE, Meter
from kit.plays import LONG, SHORT, play_hand
from kit.server import ServerProcess
from kit.table_page import TablePage

STARTS = 5
SLOWER = 4
HANDS = 50
MIB = 2**20
MOST = {"HTML": "<= 6,144 B", "CSS": "<= 12,288 B", "JS": "<= 46,080 B", "locale": "<= 5,120 B", "faces": "<= 12,288 B"}


def line(what: str, found: str, target: str = "") -> None:
    print(f"{what:<44}{found:>26}   {target}", flush=True)


async def loads(pages: Pages, server: ServerProcess) -> None:
    """Bytes and requests of both pages, for somebody new and for somebody who has been there.

    "later" is what was sent for when the page could be used already: it is part of the load and of no first look.
    """
    for name in ("home", "table"):
        page, url = await at(pages, server, name)
        meter = await Meter.on(page)
        for how, target in (("first", "<= 102,400 B in 12"), ("repeat", "<= 8,192 B")):
            meter.forget()
            await page.goto(url, wait_until="networkidle")
            for kind, count in sorted(meter.bytes.items()):
                line(f"{name}, {how} load: {kind}", f"{count:,} B in {meter.requests[kind]}", MOST.get(kind, ""))
            line(f"{name}, {how} load, all of it", f"{meter.bytes.total():,} B in {meter.requests.total()}", target)


async def starts(pages: Pages, server: ServerProcess) -> None:
    """When both pages are there, over a slow line on a slow phone; home is `ready` when its buttons can be used."""
    for name in ("home", "table"):
        found: dict[str, list[float]] = {"paint": [], "ready": []}
        for _ in range(STARTS):
            page, url = await at(pages, server, name)
            meter = await Meter.on(page)
            await meter.slow_down()
            await page.goto(url)
            await expect(page.locator(THERE)).to_be_attached()
            await page.wait_for_load_state("networkidle")
            felt = await meter.felt()
            for figure, times in found.items():
                times.append(felt[figure])
            await page.context.close()
        line(f"{name}: largest paint", of(found["paint"]), "<= 1,500 ms")
        if name == "home":
            line("home: play-now can be used", of(found["ready"]), "<= 2,000 ms")


async def match(pages: Pages, server: ServerProcess) -> None:
    """A match with everything that can appear; frames, too."""
    page = await TablePage.new(pages, screen=PHONE, calm=False)
    meter = await Meter.on(page.page)
    await eventful(server, page, *await seat(page, server))
    felt = await meter.felt()
    line("match: layout shift", f"{sum(shift['value'] for shift in felt['shifts']):.4f}", "<= 0.02")
    line("match: elements at its end", str(await meter.elements()), "<= 600")
    for (frame, size), target in zip(meter.sizes().items(), (120, 300, 4096, 4096), strict=True):
        line(f"match: largest {frame}", f"{size:,} B", f"<= {target:,} B")


async def hand(pages: Pages, server: ServerProcess) -> None:
    """Twenty cards, and twenty more on a slow phone."""
    page = await TablePage.new(pages, screen=PHONE, calm=False)
    meter = await Meter.on(page.page)
    opposite = await sit_down(page, server)
    async with tasks_of(pages.browser, page.page) as tasks:
        await play_hand(page, opposite)
    line(f"hand: longest of {len(tasks)} tasks", f"{SLOWER * max(tasks):.0f} ms", "<= 50 ms")
    await go_on(page, opposite)
    await meter.slow_down(network=False)
    await play_hand(page, opposite)
    taps = (await meter.felt())["taps"]
    line(f"hand: {len(taps)} taps on cards until painted", of(taps), "<= 50 ms")


async def memory(pages: Pages, server: ServerProcess) -> None:
    """Matches and rematches in one tab."""
    page = await TablePage.new(pages, screen=PHONE)
    meter = await Meter.on(page.page)
    opposite = await sit_down(page, server)
    played, heaps, elements = 0, [], 0
    while played < HANDS:
        await play_hand(page, opposite)
        played += 1
        heaps.append(await meter.heap())
        elements = max(elements, await meter.elements())
        if opposite.view["phase"] == "match_over":
            await again(page, opposite)
        else:
            await go_on(page, opposite)
    line(f"{played} hands: JavaScript's heap after the first", f"{heaps[0] / MIB:.2f} MiB")
    line(f"{played} hands: after the last", f"{(heaps[-1] - heaps[0]) / MIB:+.2f} MiB", "± 2 MB")
    line(f"{played} hands: most at any time", f"{(max(heaps) - heaps[0]) / MIB:+.2f} MiB", "± 2 MB")
    line(f"{played} hands: most elements", str(elements), "<= 600")


# ---- people and their tables


async def at(pages: Pages, server: ServerProcess, name: str) -> tuple[Page, str]:
    """A new person's empty page, and the address to open: the home page, or a table against the computer."""
    page = await pages(screen=PHONE)
    if name == "home":
        return page, server.url
    await page.request.get(server.url)  # brings the cookie
    answer = await page.request.post(f"{server.url}/api/matches", data={"versus": "computer"})
    return page, f"{server.url}/m/{(await answer.json())['match']}"


async def seat(page: TablePage, server: ServerProcess) -> tuple[str, str]:
    """The page at a table of its own: the match and the key for the other seat."""
    await page.page.request.get(server.url)
    terms = {"preset": "tournament", "versus": "human", "hints": True}
    made = await (await page.page.request.post(f"{server.url}/api/matches", data=terms)).json()
    await page.goto(f"{server.url}/m/{made['match']}")
    return made["match"], made["invite"]


async def sit_down(page: TablePage, server: ServerProcess) -> Table:
    match, invite = await seat(page, server)
    opposite = (await guest(server)).connect()
    await opposite.dial()
    await opposite.join(match, invite)
    await page.phase("playing")
    return opposite


async def go_on(page: TablePage, opposite: Table) -> None:
    await opposite.submit("next_hand")
    await page.act("next")
    await opposite.reach(await page.seq())


async def again(page: TablePage, opposite: Table) -> None:
    """The next match of the two, in the same tab."""
    await opposite.submit("propose", what="rematch")
    await page.tap("rematch")
    while (match := opposite.view["rematch"]) is None:
        await opposite.receive()
    await page.tap("rematch")
    await page.page.wait_for_url(f"**/{match}")
    await page.arrived()
    await opposite.join(match)


def of(times: list[Any]) -> str:
    if not times:
        return "none"
    return f"{median(times):,.0f} ms ({min(times):,.0f} to {max(times):,.0f})"


PARTS = {loads: HAND, starts: HAND, match: HAND, hand: LONG, memory: SHORT}


async def main(wanted: list[str]) -> None:
    print(f"load of this machine: {os.getloadavg()[0]:.1f}, on {os.cpu_count()} processors")
    for part, deal in PARTS.items():
        if wanted and part.__name__ not in wanted:
            continue
        with tempfile.TemporaryDirectory() as folder:
            server = DealtServer(Path(folder) / "data", deal)
            await server.start()
            try:
                async with launched() as browser:
                    await part(Pages(browser), server)
            finally:
                await server.stop()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
