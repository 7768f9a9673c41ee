"""The one store of a simulated world, and the network between it and the processes: slow, forgetful, repetitive."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable
from contextvars import Context, copy_context
from typing import TYPE_CHECKING, TypeVar

from kit.memory_log import Following, MemoryBook, MemoryLog
from kit.memory_tables import memory_tables
from schnapsen_server.store.address import PATIENCE
from schnapsen_server.store.contract import CHECK, Conflict, Entry, Unavailable

from .loop import HOST, Host

if TYPE_CHECKING:
    from .world import World

T = TypeVar("T")


class Answer:
    """What came of a request: a value, or what was raised instead."""

    def __init__(self, do: Callable[[], object]) -> None:
        self.value: object = None
        self.error: Exception | None = None
        try:
            self.value = do()
        except (Conflict, Unavailable) as error:
            self.error = error


class SimulatedStore(MemoryLog):
    """All processes use this one. Who asks, and who is woken, is told by the context."""

    def __init__(self, world: "World") -> None:
        super().__init__()
        self._world = world
        self._faults, self._luck = world.faults, world.luck
        self.tables = memory_tables(self)
        self.book = MemoryBook(self)
        self.lost: defaultdict[str, list[list[Entry]]] = defaultdict(list)
        """What the log of a match said each time before it lost its end."""
        self._hosts: dict[Callable[[int], None], Context] = {}

    # Requests

    async def ask(self, what: str, do: Callable[[], T]) -> T:
        loop = self._world.loop
        answer: asyncio.Future[T] = loop.create_future()
        host = HOST.get()
        there = self._travel("store delay")
        ask = (what, do, answer, host)
        if self._faults.strikes("lost request"):
            self._world.trace(f"{host and host.name} {what}: the request is lost")
            self._fail(answer, self._impatience())
        elif self._faults.strikes("late request"):
            self._fail(answer, self._impatience())
            loop.call_later(PATIENCE + self._luck.uniform(0, 3), self._arrives, *ask, context=self._world.network)
        else:
            loop.call_later(there, self._arrives, *ask, context=self._world.network)
        return await answer

    def _arrives(self, what: str, do: Callable[[], T], answer: "asyncio.Future[T]", host: Host | None) -> None:
        if self.down:
            self._world.trace(f"{host and host.name} {what}: the store is down")
            self._fail(answer, self._luck.choice((0.001, PATIENCE)))
            return
        if host is not None and self._faults.strikes("death at the store"):
            host.dies_in = self._luck.choice((0, 0, 1, 2, 4, 8))
        came = Answer(do)
        self._world.trace(f"{host and host.name} {what}: {came.error or 'done'}")
        if isinstance(came.error, Conflict):
            self._faults.counted["conflict"] += 1
        loop, network = self._world.loop, self._world.network
        if self._faults.strikes("doubled request") and what != "follow":
            loop.call_later(self._travel("store delay"), Answer, do, context=network)
        if self._faults.strikes("lost reply"):
            self._fail(answer, self._impatience())
        else:
            loop.call_later(self._travel("store delay"), self._replies, answer, came, context=network)

    def _replies(self, answer: "asyncio.Future[T]", came: Answer) -> None:
        if answer.done():
            return
        if self.down and self._luck.random() < 0.5:  # it went down meanwhile, and its lines with it
            answer.set_exception(Unavailable("the line to the store is gone"))
        elif came.error is not None:
            answer.set_exception(came.error)
        else:
            answer.set_result(came.value)  # type: ignore[arg-type]

    def _fail(self, answer: "asyncio.Future[T]", after: float) -> None:
        def fail() -> None:
            if not answer.done():
                answer.set_exception(Unavailable("no answer"))

        self._world.loop.call_later(after, fail, context=self._world.network)

    def _impatience(self) -> float:
        """How long until a caller knows that no answer comes: the line is seen to break, or he loses patience."""
        return PATIENCE if self._luck.random() < 0.5 else self._luck.uniform(0.001, 0.1)

    def _travel(self, delay: str) -> float:
        return self._luck.uniform(0.01, 1.4) if self._faults.strikes(delay) else self._luck.uniform(0.0001, 0.003)

    # Wake-up calls

    async def follow(self, match: str, on_version: Callable[[int], None]) -> Following:
        context = copy_context()
        made: list[Following] = []
        given_up = False

        def follow() -> Following | None:
            if given_up:  # the line on which this was asked is closed
                return None
            following = Following(self, match, on_version)
            self._hosts[following.tell] = context
            made.append(following)
            return following

        try:
            following = await self.ask("follow", follow)
        except BaseException:
            given_up = True
            for following in made:
                await following.close()
            raise
        assert following is not None
        return following

    def write(self, match: str, entries: Iterable[Entry]) -> None:
        for entry in entries:
            self._world.trace(f"{match} version {entry.version}: {entry.author} {entry.command_id}")
            super().write(match, [entry])

    def wake(self, match: str, version: int) -> None:
        for follower in self.followers[match]:
            if self._faults.strikes("lost wake-up"):
                continue
            for _ in range(2 if self._faults.strikes("doubled wake-up") else 1):
                self._call(follower, version)

    def _call(self, follower: Callable[[int], None], version: int) -> None:
        late = self._faults.strikes("late wake-up")
        delay = self._luck.uniform(0.01, 4) if late else self._luck.uniform(0.0001, 0.003)
        self._world.loop.call_later(delay, follower, version, context=self._hosts[follower])

    # Trouble

    def come_up(self) -> None:
        """Whoever follows is told that he may have missed something, once his line has healed."""
        self.down = False
        for followers in self.followers.values():
            for follower in followers:
                self._world.loop.call_later(self._luck.uniform(0.01, 2), follower, CHECK, context=self._hosts[follower])

    def lose_end(self, match: str, last: int) -> None:
        """As a store that comes back without its last second, or a replica that had not heard of it."""
        entries = self.entries[match]
        self._world.trace(f"{match} loses versions {last + 1} to {len(entries)}")
        self.lost[match].append(entries[:])
        del entries[last:]

    def forget(self, host: Host) -> None:
        """The lines of a dead process are closed."""
        for followers in self.followers.values():
            followers[:] = [one for one in followers if self._hosts[one].get(HOST) is not host]
