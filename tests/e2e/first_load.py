"""What the first load of a page costs, and a later one. Run: python tests/e2e/first_load.py

Prints bytes over the wire (headers too, compressed) and requests, as Chromium counts them; the websocket is left out.
"""

import asyncio
import sys
import tempfile
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.async_api import Page

from kit.browser import PHONE, Pages, launched
from kit.server import ServerProcess


class Meter:
    """Counts what comes to a page until it is quiet."""

    def __init__(self) -> None:
        self.bytes = 0
        self.requests = 0
        self.cached = 0

    async def watch(self, page: Page) -> None:
        network = await page.context.new_cdp_session(page)
        await network.send("Network.enable")
        network.on("Network.responseReceived", self._answered)
        network.on("Network.loadingFinished", self._finished)

    def _answered(self, event: dict[str, dict[str, object]]) -> None:
        if event["response"].get("fromDiskCache"):
            self.cached += 1
        else:
            self.requests += 1

    def _finished(self, event: dict[str, float]) -> None:
        self.bytes += int(event["encodedDataLength"])


async def load(pages: Pages, url: str, page: Page | None = None) -> tuple[Page, Meter]:
    """Open a page as somebody new, or load it once more."""
    page = page or await pages(screen=PHONE)
    meter = Meter()
    await meter.watch(page)
    await page.goto(url, wait_until="networkidle")
    return page, meter


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder) / "data")
        await server.start()
        try:
            async with launched() as browser:
                pages = Pages(browser)
                opener = await pages(server.url)
                answer = await opener.request.post(f"{server.url}/api/matches", data={"versus": "computer"})
                table = f"{server.url}/m/{(await answer.json())['match']}"
                print(f"{'page':<8}{'load':<8}{'bytes':>9}{'requests':>10}{'from cache':>12}")
                for name, url in (("home", server.url), ("table", table)):
                    page, first = await load(pages, url)
                    _, again = await load(pages, url, page)
                    for how, meter in (("first", first), ("again", again)):
                        print(f"{name:<8}{how:<8}{meter.bytes:>9,}{meter.requests:>10}{meter.cached:>12}")
        finally:
            await server.stop()


if __name__ == "__main__":
    asyncio.run(main())
