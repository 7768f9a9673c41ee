"""What befalls servers, their store and the lines to them: each at its own pace, all by one seed."""

import asyncio
import os
import random
import signal
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from .people import Person
from .servers import Fleet


@dataclass(frozen=True)
class Pace:
    """Seconds between two of a kind, on the average for freezes and cuts."""

    kill: float
    freeze: float
    store: float
    cut: float
    """Of the line of each person."""


@dataclass
class Kill:
    """When a worker was killed, and who had his line there, with how often he had come to the table until then."""

    at: float
    hit: list[tuple[Person, int]]

    def all_back_after(self) -> float | None:
        """Seconds until the last of them was at his table again; None if that cannot be said."""
        back = [person.arrivals[count] - self.at for person, count in self.hit if len(person.arrivals) > count]
        return max(back, default=None)


@dataclass
class Trouble:
    """Makes it until cancelled. `people` are those who are at tables now."""

    fleet: Fleet
    pace: Pace
    chance: random.Random
    people: Callable[[], Sequence[Person]]
    kills: list[Kill] = field(default_factory=list)
    freezes: int = 0
    store_restarts: int = 0
    cuts: int = 0

    async def run(self) -> None:
        async with asyncio.TaskGroup() as all_kinds:
            all_kinds.create_task(self._every(lambda: self.pace.kill, self._kill))
            all_kinds.create_task(self._every(lambda: self._about(self.pace.freeze), self._freeze))
            all_kinds.create_task(self._every(lambda: self.pace.store, self._restart_store))
            all_kinds.create_task(self._keep_cutting())

    async def _every(self, pause: Callable[[], float], what: Callable[[], Awaitable[None]]) -> None:
        due = time.monotonic()
        while True:
            due += pause()
            await asyncio.sleep(max(0, due - time.monotonic()))
            await what()

    def _about(self, seconds: float) -> float:
        return self.chance.expovariate(1 / seconds)

    async def _kill(self) -> None:
        server = self.chance.choice(self.fleet.servers)
        if not (living := server.living()):
            return  # they find no store just now, and are about to be replaced
        victim = self.chance.choice(living)
        hit = [(person, len(person.arrivals)) for person in self.people() if person.here and person.served_by == victim]
        self.kills.append(Kill(time.monotonic(), hit))
        say(f"kill -9 the worker {victim}, {len(hit)} lines")
        # Half of the time the store stands still before: it reads some commands only when their server is dead.
        store = [self.fleet.store.pid] if self.chance.random() < 0.5 else []
        signal_all(store, signal.SIGSTOP)
        try:
            await asyncio.sleep(0.05)
            server.tell_worker(victim, signal.SIGKILL)
            await asyncio.sleep(0.05)
        finally:
            signal_all(store, signal.SIGCONT)

    async def _freeze(self) -> None:
        server, seconds = self.chance.choice(self.fleet.servers), self.chance.uniform(2, 8)
        if not (living := server.living()):
            return
        victim = self.chance.choice(living)
        self.freezes += 1
        say(f"SIGSTOP the worker {victim} for {seconds:.1f} s")
        server.tell_worker(victim, signal.SIGSTOP)
        try:
            await asyncio.sleep(seconds)
        finally:
            server.tell_worker(victim, signal.SIGCONT)

    async def _restart_store(self) -> None:
        how = (signal.SIGKILL, signal.SIGTERM)[self.store_restarts % 2]
        self.store_restarts += 1
        say(f"{how.name} to the store")
        signal_all([self.fleet.store.pid], how)

    async def _keep_cutting(self) -> None:
        while True:
            people = self.people()
            pause = self._about(self.pace.cut / max(1, len(people)))
            await asyncio.sleep(min(pause, 1))  # and throw again: chance has no memory, and people come and go
            if people and pause <= 1:
                self.cuts += self.chance.choice(people).cut()


def signal_all(pids: Sequence[int], what: signal.Signals) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, what)


def say(what: str) -> None:
    print(what, file=sys.stderr, flush=True)
