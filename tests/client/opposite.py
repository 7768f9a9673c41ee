"""A page at seat 0, and a program opposite that plays what the test says."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from kit.browser import Pages
from kit.client import Table, guest
from kit.dealt import DealtServer
from kit.table_page import TablePage, opened


@pytest.fixture
async def other() -> AsyncIterator[list[Table]]:
    """The opponents that a test has called in: programs, who hang up at its end."""
    called: list[Table] = []
    yield called
    for table in called:
        await table.hang_up()


async def against(
    others: list[Table], pages: Pages, server: DealtServer, *, preset: str = "seed", **how: Any
) -> tuple[TablePage, Table]:
    """A page at seat 0 and a program opposite, the first hand dealt."""
    page, match, invite = await opened(pages, server, preset=preset, **how)
    table = (await guest(server, "Opposite")).connect()
    others.append(table)
    await table.dial()
    await table.join(match, invite)
    await page.phase("playing")
    return page, table


async def answers(opposite: Table, page: TablePage, card: str) -> None:
    """The program plays, and the page shows it."""
    ack = await opposite.submit("play_card", card=card)
    assert ack["t"] == "ack", ack
    await page.reach(ack["v"])
