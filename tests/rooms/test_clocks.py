"""How long a result stays on the table."""

import asyncio
from dataclasses import replace

from kit.hands import deal, play
from schnapsen_server.rooms.clocks import GRACE_AFTER_WAKING_MS, NEXT_HAND_MS, SystemClock, next_hand_at


def test_the_next_hand_is_dealt_some_seconds_after_the_result() -> None:
    assert next_hand_at(play(deal(), "concede"), result_at=1000, awake_since=0) == 1000 + NEXT_HAND_MS


def test_who_comes_back_to_an_old_result_gets_to_see_it() -> None:
    over = play(deal(), "concede")
    assert next_hand_at(over, result_at=1000, awake_since=90_000) == 90_000 + GRACE_AFTER_WAKING_MS


def test_nothing_counts_down_while_a_hand_is_played_or_somebody_stays() -> None:
    over = play(deal(), "concede")
    for match in (deal(), play(over, "0:stay"), replace(over, paused=True), play(over, "0:resign")):
        assert next_hand_at(match, result_at=1000, awake_since=0) is None


async def test_the_system_clock_calls_and_can_be_told_not_to() -> None:
    called = asyncio.Event()
    clock = SystemClock()
    clock.call_later(0, lambda: called.set()).cancel()
    await asyncio.sleep(0.01)
    assert not called.is_set()
    clock.call_later(-5, called.set)  # what is overdue is called at once
    async with asyncio.timeout(10):
        await called.wait()
    assert clock.now_ms() > 1_600_000_000_000
