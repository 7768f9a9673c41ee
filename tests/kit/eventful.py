"""A match in which everything that can appear at a table does: for what must hold all the while."""

from playwright.async_api import expect

from .client import Table, guest
from .server import ServerProcess
from .table_page import TablePage, eventually

HAND = "DA CT CK SQ HJ | HK HA HT SA SK | HQ | ST DK CA CQ DJ CJ SJ DT DQ"


async def eventful(server: ServerProcess, page: TablePage, match: str, invite: str | None) -> None:
    """Play it against the one at the page, who opened the table and to whom HAND is dealt."""
    opposite: Table = (await guest(server, "Kaiserin Sissi")).connect()
    await opposite.dial()
    await opposite.join(match, invite)
    await page.phase("playing")

    await opposite.submit("say", phrase="hello")
    await expect(page.at("chat-news")).to_be_visible()
    await page.tap("btn-close")
    await page.tap("confirm-no")
    await trick(page, opposite, "CK", "HK")

    assert opposite.cut()
    await expect(page.at("opp-conn")).not_to_have_attribute("data-state", "online")
    await opposite.resume()
    await expect(page.at("opp-conn")).to_have_attribute("data-state", "online")

    lead = await opposite.submit("play_card", card="SA")
    await page.reach(lead["v"])
    assert opposite.cut()
    await page.act("play:SQ")
    await expect(page.at("gone")).to_be_visible()
    await opposite.resume()
    await expect(page.at("gone")).to_be_hidden()

    await opposite.submit("propose", what="save")
    await expect(page.page.locator("#proposal")).to_be_visible()
    await opposite.submit("decline", what="save")
    await expect(page.page.locator("#proposal")).to_be_hidden()

    await opposite.submit("concede_hand")
    await page.phase("hand_over")
    await opposite.submit("next_hand")
    await page.act("next")
    await page.phase("playing")
    await opposite.submit("resign_match")
    await page.phase("match_over")
    await opposite.submit("propose", what="rematch")
    await expect(page.at("rematch-box")).to_have_attribute("data-state", "asked")
    await opposite.hang_up()


async def trick(page: TablePage, opposite: Table, led: str, followed: str) -> None:
    await page.act(f"play:{led}")
    await opposite.reach(await page.seq())
    answer = await opposite.submit("play_card", card=followed)
    assert answer["t"] == "ack", answer
    await eventually(lambda: _stands(page, answer["v"]))


async def _stands(page: TablePage, version: int) -> bool:
    return await page.seq() >= version
