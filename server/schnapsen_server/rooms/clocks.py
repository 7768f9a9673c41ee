"""The time of the server, handed in so that a whole system can run on a time of its own."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

from schnapsen_protocol.views import Phase
from schnapsen_server.game.state import Match

NEXT_HAND_MS = 20_000
"""How long a hand's result stays before the next hand is dealt by itself."""
GRACE_AFTER_WAKING_MS = 5_000
"""At least this long after a room woke: whoever comes back to a result gets to see it."""


class Timer(Protocol):
    def cancel(self) -> None: ...


class Clock(Protocol):
    def now_ms(self) -> int:
        """Milliseconds since 1970."""

    def call_later(self, delay_ms: int, callback: Callable[[], None]) -> Timer: ...


class SystemClock:
    """The machine's clock and the running loop's timers."""

    def now_ms(self) -> int:
        return time.time_ns() // 1_000_000

    def call_later(self, delay_ms: int, callback: Callable[[], None]) -> Timer:
        return asyncio.get_running_loop().call_later(max(0, delay_ms) / 1000, callback)


def next_hand_at(match: Match, result_at: int, awake_since: int) -> int | None:
    """When the next hand is dealt by itself, in server ms; None while nothing counts down."""
    if match.phase is not Phase.HAND_OVER or any(match.stayed):
        return None
    return max(result_at + NEXT_HAND_MS, awake_since + GRACE_AFTER_WAKING_MS)
