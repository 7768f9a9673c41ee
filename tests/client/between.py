"""Between a page and its server: every frame passes through the hands of the test."""

import json
from collections.abc import Callable
from typing import Any

from playwright.async_api import BrowserContext, WebSocketRoute, expect

from kit.browser import PHONE, Pages, Screen
from kit.server import ServerProcess
from kit.table_page import TablePage

Frame = dict[str, Any]
Change = Callable[[Frame], Frame | None]


class Line:
    """Between page and server: hears both, and may change or swallow what the server says."""

    def __init__(self) -> None:
        self.opened = 0
        self.asked: list[Frame] = []
        self.change: Change = lambda frame: frame
        """What the page is told in the place of a frame."""
        self.ends: WebSocketRoute | None = None

    async def through(self, page_end: WebSocketRoute) -> None:
        self.opened += 1
        self.ends = page_end
        server_end = page_end.connect_to_server()

        def from_page(text: str | bytes) -> None:
            self.asked.append(json.loads(text))
            server_end.send(text)

        def from_server(text: str | bytes) -> None:
            frame = self.change(json.loads(text))
            if frame is not None:
                page_end.send(json.dumps(frame))

        page_end.on_message(from_page)
        server_end.on_message(from_server)

    def submitted(self) -> list[Frame]:
        return [frame for frame in self.asked if frame["t"] == "submit"]

    def say(self, frame: Frame) -> None:
        """In the server's name."""
        assert self.ends
        self.ends.send(json.dumps(frame))

    async def cut(self, code: int) -> None:
        assert self.ends
        await self.ends.close(code=code)


async def at_table(
    pages: Pages,
    server: ServerProcess,
    *,
    screen: Screen = PHONE,
    locale: str = "en-GB",
    context: BrowserContext | None = None,
) -> tuple[TablePage, Line]:
    """A page on lead or following at a table against the computer, with a line in our hands."""
    line = Line()
    table = await TablePage.new(pages, screen=screen, locale=locale, context=context)
    await table.page.route_web_socket("**/ws", line.through)
    await table.page.request.get(server.url)
    answer = await table.page.request.post(f"{server.url}/api/matches", data={"preset": "seed", "versus": "computer"})
    await table.goto(f"{server.url}/m/{(await answer.json())['match']}")
    await expect(table.page.locator("#prompt[data-tone=turn]")).to_be_visible()
    await table.live()
    return table, line


def without(*kinds: str) -> Change:
    return lambda frame: None if frame["t"] in kinds else frame
