"""Where the computer thinks: in processes of its own, so that nobody's table waits for it."""

import asyncio
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from typing import ParamSpec, Protocol, TypeVar

from schnapsen_protocol.refusals import Code, Refused

P = ParamSpec("P")
T = TypeVar("T")


class Think(Protocol):
    """Carries out a pure function elsewhere. Raises Refused(THINKING) when too much is waiting already."""

    async def __call__(self, task: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T: ...


class Pool:
    """A few processes, started when the first thought is wanted. They go with their parent, however it ends."""

    def __init__(self, workers: int = 1, most_waiting: int = 16) -> None:
        self._workers, self._most = workers, most_waiting
        self._waiting = 0
        self._executor: ProcessPoolExecutor | None = None

    async def __call__(self, task: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        if self._waiting >= self._most:
            raise Refused(Code.THINKING)
        self._waiting += 1
        try:
            try:
                return await asyncio.wrap_future(self._running().submit(task, *args, **kwargs))
            except BrokenProcessPool:  # a worker was killed; the next ones know nothing of it
                self._executor = None
                return await asyncio.wrap_future(self._running().submit(task, *args, **kwargs))
        finally:
            self._waiting -= 1

    def _running(self) -> ProcessPoolExecutor:
        if self._executor is None:
            self._executor = ProcessPoolExecutor(self._workers, get_context("spawn"), initializer=_begin)
        return self._executor

    async def close(self) -> None:
        """Waits for what is being thought, not for what is only waiting."""
        if self._executor is not None:
            await asyncio.to_thread(self._executor.shutdown, wait=True, cancel_futures=True)


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends its workers in order
    os.nice(10)
    threading.Thread(target=_follow, name="follow the parent", daemon=True).start()


def _follow() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(0)
