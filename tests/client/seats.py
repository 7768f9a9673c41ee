"""Two people at a table in browsers, on terms that a test chooses."""

from typing import Any

from playwright.async_api import BrowserContext

from kit.browser import DESKTOP, Pages, Screen
from kit.server import ServerProcess
from kit.table_page import TablePage, same_version


async def seated(
    pages: Pages,
    server: ServerProcess,
    *,
    screen: Screen = DESKTOP,
    locale: str = "en-GB",
    guest: BrowserContext | None = None,
    **terms: Any,
) -> tuple[TablePage, TablePage]:
    """Two pages that play each other. `screen` and `locale` are the host's; `guest` is a person there already is."""
    host = await TablePage.new(pages, screen=screen, locale=locale)
    await host.page.request.get(server.url)  # brings the cookie
    answer = await host.page.request.post(
        f"{server.url}/api/matches", data={"preset": "seed", "versus": "human", **terms}
    )
    made = await answer.json()
    await host.goto(f"{server.url}/m/{made['match']}")
    other = await TablePage.new(pages, context=guest)
    await other.goto(f"{server.url}/m/{made['match']}#{made['invite']}")
    await host.phase("playing")
    await other.phase("playing")
    return host, other


async def play_one(host: TablePage, guest: TablePage) -> None:
    """Whoever is to play plays a card; both see it."""
    view = await host.view()
    mover = host if view["to_play"] == view["viewer"] else guest
    view = await mover.view()
    before = await mover.seq()
    await mover.act(next(move for move in view["legal"] if move.startswith("play:")))
    await same_version((host, guest), before + 1)


async def until_both_have_begun(host: TablePage, guest: TablePage) -> TablePage:
    """Each plays a first card, so that clocks run. The page of whoever is to play then."""
    while (view := await host.view())["clock"]["running"] is None:
        await play_one(host, guest)
    return host if view["to_play"] == view["viewer"] else guest


async def seconds(table: TablePage, testid: str) -> int:
    """What a clock shows."""
    minutes, rest = (await table.at(testid).inner_text()).split(":")
    return 60 * int(minutes) + int(rest)
