"""An event loop without a world behind it: time jumps to the next timer, and a seed says what runs first.

Whatever belongs to a host, by the context in which it was asked for, ends without a word when the host dies and waits
while the host stands still.
"""

import asyncio
import contextlib
import heapq
import itertools
import random
from collections.abc import Callable, Coroutine
from contextvars import Context, ContextVar, copy_context
from typing import Any, TypeVar

T = TypeVar("T")


class Host:
    """A process that can die at any await and stand still at any time."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.alive = True
        self.paused = False
        self.dies_in: int | None = None
        """After so many steps more."""
        self.context = copy_context()
        self.context.run(HOST.set, self)
        self.parked: list[asyncio.Handle] = []

    def die(self) -> None:
        self.alive = False
        self.parked.clear()


HOST: ContextVar[Host | None] = ContextVar("host", default=None)


class Loop(asyncio.AbstractEventLoop):
    """`in_order` runs what is ready in the order in which it became so, as asyncio does; else any order is chosen."""

    def __init__(self, luck: random.Random, *, in_order: bool) -> None:
        self._random, self._in_order = luck.random, in_order
        self._now = 0.0
        self._ready: list[tuple[Host | None, asyncio.Handle]] = []
        self._timers: list[tuple[float, int, Host | None, asyncio.TimerHandle]] = []
        self._numbers = itertools.count()
        self._tasks: list[asyncio.Task[Any]] = []
        self._closed = False
        self.steps = 0
        self.broken: list[str] = []
        """What callbacks and tasks raised that nobody saw."""

    # Running

    def run_until(self, moment: float) -> None:
        """Let everything happen up to this time, in seconds."""
        asyncio._set_running_loop(self)
        ready, timers = self._ready, self._timers
        try:
            while True:
                if not ready:
                    if not timers or timers[0][0] > moment:
                        self._now = max(self._now, moment)
                        return
                    self._now = max(self._now, timers[0][0])
                while timers and timers[0][0] <= self._now:
                    _, _, host, timer = heapq.heappop(timers)
                    ready.append((host, timer))
                self._step(*ready.pop(0 if self._in_order else int(self._random() * len(ready))))
        finally:
            asyncio._set_running_loop(None)

    def _step(self, host: Host | None, handle: asyncio.Handle) -> None:
        if handle.cancelled():
            return
        if host is not None:
            if host.dies_in is not None and host.alive:
                host.dies_in -= 1
                if host.dies_in < 0:
                    host.die()
            if not host.alive:
                return
            if host.paused:
                host.parked.append(handle)
                return
        self.steps += 1
        handle._run()

    def wake(self, host: Host) -> None:
        """What a host missed while it stood still it does now."""
        host.paused = False
        self._ready += [(host, handle) for handle in host.parked]
        host.parked.clear()

    def unseen(self) -> list[str]:
        """The failures of tasks that nobody has looked at."""
        failed = [task for task in self._tasks if task.done() and not task.cancelled()]
        return [
            f"{task.get_name()} died of {task.exception()!r}"
            for task in failed
            if getattr(task, "_log_traceback", False)
        ]

    def close(self) -> None:
        """What is still under way ends here, as the coroutines of a process do that is gone."""
        self._closed = True
        for task in self._tasks:
            coroutine = task.get_coro()
            if task.done() or coroutine is None:
                continue
            for _ in range(10):  # whoever awaits something on the way out is told again
                try:
                    coroutine.close()
                except BaseException:
                    continue
                break
        self._tasks.clear()
        self._ready.clear()
        self._timers.clear()

    # What asyncio asks of a loop

    def time(self) -> float:
        return self._now

    def call_soon(
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        if context is None:
            context = copy_context()
        handle = asyncio.Handle(callback, args, self, context)
        self._ready.append((context.get(HOST), handle))
        return handle

    def call_later(
        self, delay: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        return self.call_at(self._now + delay, callback, *args, context=context)

    def call_at(
        self, when: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        if context is None:
            context = copy_context()
        timer = asyncio.TimerHandle(when, callback, args, self, context)
        heapq.heappush(self._timers, (when, next(self._numbers), context.get(HOST), timer))
        return timer

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """Nothing to tidy: it is passed over when its time comes."""

    def create_future(self) -> "asyncio.Future[Any]":
        return asyncio.Future(loop=self)

    def create_task(  # type: ignore[override]
        self, coro: Coroutine[Any, Any, T], *, name: str | None = None, context: Context | None = None
    ) -> "asyncio.Task[T]":
        task = asyncio.Task(coro, loop=self, name=name, context=context)
        self._tasks.append(task)  # a task that nobody holds would be swept away with its coroutine's last words
        return task

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        if not self._closed:
            with contextlib.suppress(Exception):
                self.broken.append(f"{context.get('message')}: {context.get('exception')!r}")

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return asyncio._get_running_loop() is self

    def is_closed(self) -> bool:
        return self._closed
