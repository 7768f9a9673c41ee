"""A clock that stands still until a test moves it."""

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(order=True)
class Alarm:
    at: int
    number: int
    callback: Callable[[], None] = field(compare=False)
    cancelled: bool = field(default=False, compare=False)

    def cancel(self) -> None:
        self.cancelled = True


class FakeClock:
    """Implements Clock."""

    def __init__(self, now: int = 1_700_000_000_000) -> None:
        self._now = now
        self._numbers = itertools.count()
        self._alarms: list[Alarm] = []

    def now_ms(self) -> int:
        return self._now

    def call_later(self, delay_ms: int, callback: Callable[[], None]) -> Alarm:
        alarm = Alarm(self._now + max(0, delay_ms), next(self._numbers), callback)
        self._alarms.append(alarm)
        return alarm

    @property
    def waiting(self) -> list[Alarm]:
        return [alarm for alarm in self._alarms if not alarm.cancelled]

    def advance(self, ms: int) -> None:
        """Let this time pass: what falls due is called, in order, each at its own moment."""
        until = self._now + ms
        while due := sorted(alarm for alarm in self.waiting if alarm.at <= until):
            self._now = due[0].at
            self._alarms.remove(due[0])
            due[0].callback()
        self._now = until
