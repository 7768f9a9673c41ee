"""A server process of a simulated world: the real rooms and the real door, on the world's store, clock and lines."""

import asyncio
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast
from unittest.mock import patch

from kit.clock import START
from kit.rooms import NobodyRated
from schnapsen_server.rooms.audience import Visitor
from schnapsen_server.rooms.clocks import Timer
from schnapsen_server.rooms.dealing import FairChance
from schnapsen_server.rooms.directory import Directory
from schnapsen_server.store.contract import Unavailable
from schnapsen_server.web import leaving, socket
from schnapsen_server.web.house import House
from schnapsen_server.web.leaving import Leaving
from schnapsen_server.web.limits import Bucket
from schnapsen_server.web.socket import Sockets

from .line import Line
from .loop import Host, Loop

if TYPE_CHECKING:
    from .world import World


class SimulatedClock:
    """Implements Clock. All processes have the same time."""

    def __init__(self, loop: Loop) -> None:
        self._loop = loop

    def now_ms(self) -> int:
        return START + round(self._loop.time() * 1000)

    def call_later(self, delay_ms: int, callback: Callable[[], None]) -> Timer:
        return self._loop.call_later(max(0, delay_ms) / 1000, callback)


class InOrder(dict[Any, None]):
    """A set that is gone through in the order in which it was filled, whatever the addresses of its members are."""

    def add(self, member: Any) -> None:
        self[member] = None

    def discard(self, member: Any) -> None:
        self.pop(member, None)


class NumberedVisitor(Visitor):
    """A visitor whose place in a set does not depend on where he lies in memory."""

    numbers: Iterator[int]

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._number = next(self.numbers)

    def __hash__(self) -> int:
        return self._number


class NoLobby:
    """What a socket asks of the lobby, which is not simulated."""

    def __init__(self) -> None:
        self.board = self.matchmaker = self

    def arrive(self, player: str, outbox: object) -> None: ...
    def leave(self, caller: object) -> None: ...
    def shown(self, match: str, player: str) -> None: ...
    def newest(self, caller: object) -> None: ...
    def stop_pairing(self) -> None: ...
    async def plays_elsewhere(self, player: str, match: str) -> bool:
        return False


class Process(Host):
    """Started at once; ends when it is killed, or a little after it is told to stop."""

    def __init__(self, world: "World", name: str) -> None:
        super().__init__(name)
        self._world = world
        self._lines: list[Line] = []
        self.serves = False
        chance = FairChance(random.Random(world.luck.getrandbits(64)).randbytes)
        clock = SimulatedClock(world.loop)
        store = world.store
        self.directory = Directory(
            store,
            store.book,
            store.tables,
            NobodyRated(),
            chance,
            clock,
            process=name,
            invite=lambda match: f"key-{match}",
            on_told=lambda room: None,
        )

        async def name_of(player: str) -> str:
            return player

        house = SimpleNamespace(
            directory=self.directory,
            lobby=NoLobby(),
            client=SimpleNamespace(edition=SimpleNamespace(digest="simulated")),
            think=None,  # nobody here asks for advice
            identities=SimpleNamespace(player=lambda line: line.player, invites=lambda match, key: True),
            origins=(),
            proxies=(),
            frames_per_second=20,
            allowances=SimpleNamespace(words=Unlimited(), joins=Unlimited(), resumes=Unlimited()),
            book=store.book,
            name_of=name_of,
        )
        self._house = cast(House, house)
        self.sockets = Sockets(self._house)
        self.sockets._open = cast(Any, InOrder())
        self.spawn(self._start)

    def spawn(self, coroutine: Callable[..., Any], *args: Any) -> None:
        """Begin this as something the process does."""
        self._world.loop.create_task(coroutine(*args), context=self.context.copy())

    async def _start(self) -> None:
        while True:
            try:
                await self.directory.start()
            except Unavailable:  # the real one ends with a sentence, and is started again
                await asyncio.sleep(0.2)
            else:
                self.serves = True
                self._world.light_changed()
                return

    def accept(self, line: Line) -> None:
        self._lines.append(line)
        self.spawn(self.sockets.serve, line)

    def die(self) -> None:
        if not self.alive:
            return
        super().die()
        self._world.trace(f"{self.name} dies")
        self._world.store.forget(self)
        for line in self._lines:
            line.host_died()
        self._world.process_ended(self)

    def stop(self) -> None:
        self.spawn(self._stop)

    async def _stop(self) -> None:
        """As the server does when it is told to end; then the process is gone, whatever is still under way."""

        def close_listeners() -> None:
            self.serves = False

        await Leaving(self._house, self.sockets, 0)(close_listeners)
        self._world.light_changed()
        try:
            async with asyncio.timeout(5):
                await self.directory.close()
        except TimeoutError:
            self._world.wrong.append(f"{self.name} did not close its rooms in 5 s")
        self.die()


class Unlimited:
    """Rations are not simulated: they are counted in a time of their own."""

    async def take(self, player: str, address: str) -> None: ...


@contextmanager
def in_simulated_time(loop: Loop, luck: random.Random) -> Iterator[None]:
    """The door takes time and luck from the world, and numbers its visitors."""
    NumberedVisitor.numbers = iter(range(1, 1_000_000))
    clock = SimulatedClock(loop)
    with (
        patch.object(socket, "now_ms", clock.now_ms),
        patch.object(socket, "Bucket", partial(Bucket, now=loop.time)),
        patch.object(socket, "Visitor", NumberedVisitor),
        patch.object(leaving, "random", luck),
    ):
        yield
