"""Following matches: one subscribed connection for the whole process, which heals by itself and then says CHECK."""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable

from redis.asyncio.connection import AbstractConnection
from redis.exceptions import ConnectionError as LineLost
from redis.exceptions import RedisError

from .address import PATIENCE
from .contract import CHECK, Unavailable

PING_EVERY = 5.0
SILENCE = 15.0
"""A line that answers no ping for so long is dead, whatever the network says."""
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 2.0
CHANNELS_AT_ONCE = 500

log = logging.getLogger(__name__)


class Follower:
    """One callback on one channel. Implements Subscription."""

    def __init__(self, wakes: "Wakes", channel: str, on_version: Callable[[int], None]) -> None:
        self.channel = channel
        self.confirmed = asyncio.get_running_loop().create_future()
        self._wakes = wakes
        self._on_version = on_version
        self._closed = False

    def tell(self, version: int) -> None:
        if not self._closed:
            self._on_version(version)

    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._wakes.forget(self)


class Wakes:
    """Hears all channels over one connection, at a cost that does not grow with their number.

    One task speaks and one hears; callers only note what they want. So a caller who gives up cannot break the line.
    """

    def __init__(
        self,
        connect: Callable[[], AbstractConnection],
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        patience: float = PATIENCE,
    ) -> None:
        self._connect = connect
        self._sleep = sleep
        self._patience = patience
        self._pause = FIRST_PAUSE
        self._followers: dict[str, list[Follower]] = {}
        self._asked: set[str] = set()  # channels that this connection was asked to subscribe
        self._owed: Counter[str] = Counter()  # answers that are still to come, per channel
        self._changed: set[str] = set()
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    def start(self) -> None:
        self._task = asyncio.create_task(self._stay_connected(), name="wake-up line")

    async def close(self) -> None:
        self._closed = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def follow(self, channel: str, on_version: Callable[[int], None]) -> Follower:
        """Returns when the store has confirmed. Raises Unavailable."""
        follower = Follower(self, channel, on_version)
        self._followers.setdefault(channel, []).append(follower)
        if self._is_heard(channel):
            follower.confirmed.set_result(None)
            return follower
        self._note(channel)
        try:
            async with asyncio.timeout(self._patience):
                await follower.confirmed
        except TimeoutError:
            await follower.close()
            raise Unavailable("it confirms no subscription") from None
        except asyncio.CancelledError:
            await follower.close()
            raise
        return follower

    def forget(self, follower: Follower) -> None:
        others = self._followers[follower.channel]
        others.remove(follower)
        if not others:
            del self._followers[follower.channel]
            self._note(follower.channel)

    def _note(self, channel: str) -> None:
        self._changed.add(channel)
        self._news.set()

    def _is_heard(self, channel: str) -> bool:
        # Subscribe, unsubscribe, subscribe: only the last of the three answers says that the channel is open.
        return channel in self._asked and not self._owed[channel]

    async def _stay_connected(self) -> None:
        # Before Python 3.13 a group of tasks forgets that it was cancelled if its line is lost in the same moment.
        while not self._closed:
            try:
                await self._one_connection()
            except* (RedisError, OSError) as lost:
                if self._pause == FIRST_PAUSE:  # once an outage
                    log.warning("the wake-up line is down, trying again: %s", lost.exceptions[0])
            if self._closed:
                return
            await self._sleep(self._pause)
            self._pause = min(2 * self._pause, LONGEST_PAUSE)

    async def _one_connection(self) -> None:
        connection = self._connect()
        self._changed = set(self._followers)
        self._news.set()
        try:
            async with asyncio.timeout(self._patience):
                await connection.connect()  # type: ignore[no-untyped-call]
            async with asyncio.TaskGroup() as both:
                both.create_task(self._speak(connection))
                both.create_task(self._hear(connection))
        finally:
            self._asked.clear()
            self._owed.clear()
            await connection.disconnect(nowait=True)

    async def _speak(self, connection: AbstractConnection) -> None:
        while True:
            try:
                async with asyncio.timeout(PING_EVERY):
                    await self._news.wait()
            except TimeoutError:
                await connection.send_command("PING", check_health=False)
                continue
            self._news.clear()
            changed, self._changed = self._changed, set()
            wanted = changed & self._followers.keys()
            await self._tell("SUBSCRIBE", list(wanted - self._asked), connection)
            await self._tell("UNSUBSCRIBE", list((changed & self._asked) - wanted), connection)

    async def _tell(self, command: str, channels: list[str], connection: AbstractConnection) -> None:
        for start in range(0, len(channels), CHANNELS_AT_ONCE):
            some = channels[start : start + CHANNELS_AT_ONCE]
            self._owed.update(some)
            if command == "SUBSCRIBE":
                self._asked.update(some)
            else:
                self._asked.difference_update(some)
            await connection.send_command(command, *some, check_health=False)

    async def _hear(self, connection: AbstractConnection) -> None:
        while True:
            heard = await connection.read_response(timeout=SILENCE, push_request=True)
            match heard:
                case None:
                    raise LineLost(f"no answer for {SILENCE} s")
                case [b"message", channel, version]:
                    self._wake(channel.decode(), int(version))
                case [b"subscribe" | b"unsubscribe", channel, _]:
                    self._settle(channel.decode())
                case _:  # the answer to a ping
                    pass
            self._pause = FIRST_PAUSE

    def _settle(self, channel: str) -> None:
        self._owed[channel] -= 1
        if self._owed[channel]:
            return
        del self._owed[channel]
        if channel not in self._asked:
            return
        for follower in self._followers.get(channel, ()):
            if not follower.confirmed.done():
                follower.confirmed.set_result(None)
            else:
                self._call(follower, CHECK)

    def _wake(self, channel: str, version: int) -> None:
        for follower in self._followers.get(channel, ()):
            if follower.confirmed.done():
                self._call(follower, version)

    def _call(self, follower: Follower, version: int) -> None:
        # From the loop, not from here: a callback that fails must not silence the others.
        asyncio.get_running_loop().call_soon(follower.tell, version)
