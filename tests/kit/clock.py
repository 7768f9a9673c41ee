"""A clock that stands still until a test moves it."""

import heapq
import itertools
from collections.abc import Callable, Iterator

START = 1_700_000_000_000


class Alarm:
    """Implements Timer."""

    def __init__(self, callback: Callable[[], None]) -> None:
        self.callback = callback
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class FakeClock:
    """Implements Clock."""

    def __init__(self, now: int = START) -> None:
        self.now = now
        self._alarms: list[tuple[int, int, Alarm]] = []
        self._numbers = itertools.count()

    def now_ms(self) -> int:
        return self.now

    def call_later(self, delay_ms: int, callback: Callable[[], None]) -> Alarm:
        alarm = Alarm(callback)
        heapq.heappush(self._alarms, (self.now + max(0, delay_ms), next(self._numbers), alarm))
        return alarm

    def advance(self, ms: int) -> None:
        """Let this time pass: what falls due is called, in order, each at its own moment."""
        for callback in self.ringing(self.now + ms):
            callback()

    def ringing(self, until: int) -> Iterator[Callable[[], None]]:
        """Whom each alarm up to this moment calls, in order; it is the alarm's moment while he is served."""
        while self._alarms and self._alarms[0][0] <= until:
            at, _, alarm = heapq.heappop(self._alarms)
            if not alarm.cancelled:
                self.now = max(self.now, at)
                yield alarm.callback
        self.now = max(self.now, until)
