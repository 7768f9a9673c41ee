"""A watcher who reads nothing: the players do not notice, the house keeps little for him, and lets him go."""

import asyncio
from itertools import pairwise

import pytest

from kit.client import guest
from kit.inside import Inside, inside
from kit.pair import sit_down, talk
from kit.server import PATIENCE
from kit.sleeper import Sleeper
from kit.store import store_url
from schnapsen_server.rooms.outbox import MAX_BYTES, MAX_FRAMES
from schnapsen_server.web import socket as door
from schnapsen_server.web import transport
from schnapsen_server.web.transport import WebsocketTransport

__all__ = ["inside", "store_url"]

TALK = MAX_FRAMES + 400
"""More updates than an outbox and the buffers behind it hold."""


async def test_what_waits_for_a_watcher_who_reads_nothing_stays_bounded(inside: Inside) -> None:
    ann, bob = await sit_down(inside.address)
    eve = await guest(inside.address, "Eve")
    sleeper = await Sleeper.at(eve, ann.match)
    outbox, most = inside.outbox_of(eve.player), 0
    for _ in range(TALK // 10):
        await talk(ann, bob, 10)
        most = max(most, len(outbox))
        assert len(outbox) <= MAX_FRAMES
        assert outbox.waiting_bytes <= MAX_BYTES
    assert most > MAX_FRAMES / 2  # it did wait for him
    assert len(outbox) < MAX_FRAMES / 2  # and was emptied
    assert [frame["v"] for frame in bob.frames if frame["t"] == "update"] == list(
        range(bob.frames[1]["v"] + 1, bob.v + 1)
    )

    await sleeper.reach(bob.v)  # he wakes up: in order, then one jump to the newest
    told = [frame for frame in sleeper.frames if frame["t"] in ("joined", "update")]
    jumps = [after for before, after in pairwise(told) if after["v"] != before["v"] + 1]
    assert [(frame["v"], frame["events"]) for frame in jumps] == [(bob.v, [])]
    assert sleeper.view == {
        **bob.view,
        "viewer": None,
        "seats": sleeper.view["seats"],
        "legal": [],
        "blocked": {},
        "concede_cost": None,
        "may_abort": False,
    }
    sleeper.cut()
    for table in (ann, bob):
        await table.hang_up()


async def test_who_takes_nothing_for_long_is_told_so_and_let_go(
    inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "STALLED_SECONDS", 0.2)
    ann, bob = await sit_down(inside.address)
    eve = await guest(inside.address, "Eve")
    sleeper = await Sleeper.at(eve, ann.match)
    while inside.is_connected(eve.player):
        await talk(ann, bob, 10)
    assert await sleeper.closed() == 1013
    await talk(ann, bob, 10)
    assert bob.view["phase"] == "playing"
    for table in (ann, bob):
        await table.hang_up()


async def test_a_line_on_which_nobody_reads_even_the_goodbye_is_dropped(
    inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "STALLED_SECONDS", 0.2)
    dropped = asyncio.Event()
    lost = WebsocketTransport.connection_lost

    def noted(self: WebsocketTransport, error: Exception | None) -> None:
        lost(self, error)
        if self.close_sent:
            dropped.set()

    monkeypatch.setattr(WebsocketTransport, "connection_lost", noted)
    monkeypatch.setattr(transport, "GOODBYE_SECONDS", 0.2)
    ann, bob = await sit_down(inside.address)
    eve = await guest(inside.address, "Eve")
    sleeper = await Sleeper.at(eve, ann.match)
    while inside.is_connected(eve.player):
        await talk(ann, bob, 10)
    async with asyncio.timeout(PATIENCE):
        await dropped.wait()
    sleeper.cut()
    for table in (ann, bob):
        await table.hang_up()


async def test_a_burst_reaches_a_client_that_paused_in_order_and_whole(inside: Inside) -> None:
    ann, bob = await sit_down(inside.address)
    eve = await guest(inside.address, "Eve")
    sleeper = await Sleeper.at(eve, ann.match)
    first = sleeper.v
    paused_until = asyncio.get_running_loop().time() + 0.5
    await talk(ann, bob, 300)
    await asyncio.sleep(max(0.0, paused_until - asyncio.get_running_loop().time()))
    await sleeper.reach(bob.v)
    updates = [frame for frame in sleeper.frames if frame["t"] == "update"]
    assert [frame["v"] for frame in updates] == list(range(first + 1, first + 301))
    assert all(len(frame["events"]) == 1 for frame in updates)
    sleeper.cut()
    for table in (ann, bob):
        await table.hang_up()
