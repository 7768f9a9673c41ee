"""A review in the making outlives the process that makes it."""

import asyncio
from collections.abc import Callable
from typing import Any, cast

from kit.played import opened
from kit.server import PATIENCE
from schnapsen_protocol.advice import Review
from schnapsen_server.bots.decisions import Decision, judged
from schnapsen_server.bots.pool import Think
from schnapsen_server.bots.reviews import Reviews
from schnapsen_server.store.open import Store

HELD_MS = 100


class Judge:
    """Thinks here, about so many decisions; the next one never comes to its end."""

    def __init__(self, most: int) -> None:
        self._most = most
        self.asked: list[int] = []

    async def __call__(self, task: Callable[..., Any], *args: Any, **_: Any) -> Any:
        (decision,) = args
        assert task is judged
        assert isinstance(decision, Decision)
        if len(self.asked) == self._most:
            await asyncio.get_running_loop().create_future()
        self.asked.append(decision.v)


async def test_when_its_process_dies_another_one_goes_on_where_it_was(store: Store, match: str) -> None:
    played = opened("ann", "bob").concede(0, 1, 0, 1, 0)  # ann leads the hands that she gives up
    await played.keep(store, match)
    first, second = Judge(1), Judge(99)
    one, two = (
        Reviews(store.log, store.reviews, cast(Think, judge), process=name, hold_ms=HELD_MS)
        for name, judge in (("one", first), ("two", second))
    )
    assert (await one.ask(match, "ann")).done == 0
    await until(one, match, 1)
    assert first.asked
    await one.close()
    found = await until(two, match, 3)
    assert second.asked
    assert not set(first.asked) & set(second.asked)
    assert len(first.asked) + len(second.asked) == found.of == 3
    await two.close()


async def until(reviews: Reviews, match: str, done: int) -> Review:
    """Ask again as a page does."""
    async with asyncio.timeout(PATIENCE):
        while True:
            found = await reviews.ask(match, "ann")
            if found.done >= done:
                return found
            await asyncio.sleep(0.01)
