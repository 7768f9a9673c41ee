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
from typing import Any, TypeVar, cast

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
        self.parked: list[Call] = []

    def die(self) -> None:
        self.alive = False
        self.parked.clear()


HOST: ContextVar[Host | None] = ContextVar("host", default=None)


class Call:
    """Something to be run, soon or at its time. What asyncio knows of a handle, and no more."""

    __slots__ = ("args", "callback", "context", "host", "is_cancelled")

    def __init__(self, callback: Callable[..., object], args: tuple[Any, ...], context: Context | None) -> None:
        self.context = copy_context() if context is None else context
        self.host = self.context.get(HOST)
        self.callback, self.args = callback, args
        self.is_cancelled = False

    def cancel(self) -> None:
        self.is_cancelled = True

    def cancelled(self) -> bool:
        return self.is_cancelled


class Loop:
    """As much of asyncio's loop as rooms and doors use.

    `in_order` runs what is ready in the order in which it became so, as asyncio does; else any order is chosen.
    """

    def __init__(self, luck: random.Random, *, in_order: bool) -> None:
        self._random, self._in_order = luck.random, in_order
        self._now = 0.0
        self._ready: list[Call] = []
        self._timers: list[tuple[float, int, Call]] = []
        self._numbers = itertools.count()
        self._tasks: list[tuple[Host | None, asyncio.Task[Any]]] = []
        self._closed = False
        self._as_loop = cast(asyncio.AbstractEventLoop, self)
        self.steps = 0
        self.broken: list[str] = []
        """What callbacks and tasks raised that nobody saw."""

    # Running

    def run_until(self, moment: float) -> None:
        """Let everything happen up to this time, in seconds."""
        asyncio._set_running_loop(self._as_loop)
        ready, timers = self._ready, self._timers
        try:
            while True:
                if not ready:
                    if not timers or timers[0][0] > moment:
                        self._now = max(self._now, moment)
                        return
                    self._now = max(self._now, timers[0][0])
                while timers and timers[0][0] <= self._now:
                    ready.append(heapq.heappop(timers)[2])
                call = ready.pop(0 if self._in_order else int(self._random() * len(ready)))
                if not call.is_cancelled and (call.host is None or self._lets(call.host, call)):
                    self.steps += 1
                    try:
                        call.context.run(call.callback, *call.args)
                    except Exception as error:
                        self.broken.append(f"{call.callback} raised {error!r}")
        finally:
            asyncio._set_running_loop(None)

    def _lets(self, host: Host, call: Call) -> bool:
        """Whether a host can do this now."""
        if host.dies_in is not None and host.alive:
            host.dies_in -= 1
            if host.dies_in < 0:
                host.die()
        if host.alive and host.paused:
            host.parked.append(call)
        return host.alive and not host.paused

    def wake(self, host: Host) -> None:
        """What a host missed while it stood still it does now."""
        host.paused = False
        self._ready += host.parked
        host.parked.clear()

    def unseen(self) -> list[str]:
        """The failures of tasks that nobody has looked at, nor could have: of the living."""
        return [
            f"{task.get_coro()} died of {task.exception()!r}"
            for host, task in self._tasks
            if (host is None or host.alive)
            and task.done()
            and getattr(task, "_log_traceback", False)  # set until somebody asks for the exception
        ]

    def close(self) -> None:
        """What is still under way ends here, as the coroutines of a process do that is gone."""
        self._closed = True
        for _, task in self._tasks:
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

    def call_soon(self, callback: Callable[..., object], *args: Any, context: Context | None = None) -> Call:
        call = Call(callback, args, context)
        self._ready.append(call)
        return call

    def call_later(
        self, delay: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> Call:
        return self.call_at(self._now + delay, callback, *args, context=context)

    def call_at(self, when: float, callback: Callable[..., object], *args: Any, context: Context | None = None) -> Call:
        call = Call(callback, args, context)
        heapq.heappush(self._timers, (when, next(self._numbers), call))
        return call

    def create_future(self) -> "asyncio.Future[Any]":
        return asyncio.Future(loop=self._as_loop)

    def create_task(
        self, coro: Coroutine[Any, Any, T], *, name: str | None = None, context: Context | None = None
    ) -> "asyncio.Task[T]":
        task = asyncio.Task(coro, loop=self._as_loop, name=name, context=context)
        host = HOST.get() if context is None else context.get(HOST)
        self._tasks.append((host, task))  # a task that nobody holds would be swept away with its coroutine's last words
        return task

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        if not self._closed:
            with contextlib.suppress(Exception):
                self.broken.append(f"{context.get('message')}: {context.get('exception')!r}")

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return asyncio._get_running_loop() is self._as_loop

    def is_closed(self) -> bool:
        return self._closed
