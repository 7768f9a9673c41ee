"""Finds opponents. Every process runs one; each step is the store's, so that none of them needs to be the one.

A ticket waits in the store's queue. One process at a time plans pairs; a script takes both tickets of a pair and writes
the pairing down, or does nothing. From then on the pairing is looked after until both have come to the table: its match
is opened, both are told, and if one does not come in time the match is called off and the other goes on waiting, before
everybody else. Whatever a process leaves undone when it dies, another finds due.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Protocol

from schnapsen_server.rooms.clocks import Clock
from schnapsen_server.store.contract import Subscription, Unavailable
from schnapsen_server.store.lobby_contract import News, NewsKind, Pairing, Place, Queue, Ticket

from .callers import Caller, Callers
from .often import often
from .pairing import plan
from .seekers import Seeker, tell_ended, tell_paired

logger = logging.getLogger(__name__)

BEAT_SECONDS, MATCH_SECONDS, DUE_SECONDS = 0.4, 0.25, 1.0
NEWS_SECONDS = 2.0
"""The news is read at least so often, should a wake-up call be lost."""
DUE_AT_ONCE = 100
PAIRS_AT_ONCE = AT_ONCE = 8


class Tables(Protocol):
    """What the matchmaker wants of the tables."""

    def new_match(self) -> tuple[str, int]:
        """The id of a match to come, and who deals first in it."""
        ...

    async def open(self, pairing: Pairing) -> None:
        """Write the match's first entry, with both seated; nothing if it is written. Raises Unavailable."""
        ...

    async def call_off(self, pairing: Pairing) -> bool:
        """End the match without a result, if it has not ended; false if it has one. Raises Unavailable."""
        ...

    async def who_played(self, match: str) -> list[str] | None:
        """The players of a match that is over or put off; None if it goes on or cannot be read. Raises Unavailable."""
        ...


class Matchmaker:
    """The search for opponents, for the callers of this process."""

    def __init__(self, queue: Queue, callers: Callers, clock: Clock) -> None:
        self._queue, self._callers, self._clock = queue, callers, clock
        self._tables: Tables | None = None
        self._seekers: dict[str, Seeker] = {}
        self._to_let_go: set[tuple[str, str]] = set()
        self._letting_go = asyncio.Event()
        self._to_show: set[tuple[str, str]] = set()
        self._showing = asyncio.Event()
        self._ahead_ms = 0
        self._news_seen = 0
        self._news_due = asyncio.Event()
        self._pairing = asyncio.Semaphore(PAIRS_AT_ONCE)
        self._subscription: Subscription | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._pairs = True
        self.online = 0
        """People connected to any process."""

    async def start(self, tables: Tables) -> None:
        """Raises Unavailable."""
        self._tables = tables
        self._subscription = await self._queue.follow(lambda _: self._news_due.set())
        self._news_seen, _ = await self._queue.news(None)
        await self._beat()
        loops: tuple[tuple[float, Callable[[], Awaitable[None]], asyncio.Event | None], ...] = (
            (BEAT_SECONDS, self._beat, None),
            (MATCH_SECONDS, partial(self._match, tables), None),
            (DUE_SECONDS, partial(self._see_to_pairings, tables), None),
            (NEWS_SECONDS, self._read_news, self._news_due),
            (BEAT_SECONDS, self._let_go, self._letting_go),
            (BEAT_SECONDS, self._show, self._showing),
        )
        self._tasks = [asyncio.create_task(often(*loop), name="matchmaker") for loop in loops]

    def stop_pairing(self) -> None:
        """Leave new pairs and all that is due to the other processes, and go on serving the callers of this one."""
        self._pairs = False

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._subscription is not None:
            await self._subscription.close()
        try:
            await self._queue.leave(self._callers.process)
        except Unavailable:
            return  # then the lease runs out

    @property
    def now_ms(self) -> int:
        """The store's time, as far as known here."""
        return self._clock.now_ms() + self._ahead_ms

    # What callers ask

    async def seek(self, caller: Caller, ticket: Ticket) -> None:
        """Search from this connection; the answer goes to its outbox. Raises Unavailable."""
        try:
            place = await self._queue.seek(ticket, caller.holder)
            if await self._is_over(place):
                place = await self._queue.seek(ticket, caller.holder)
        except BaseException:
            self._note_let_go(caller)  # perhaps it was put in
            raise
        await self._settle_in(caller, place)

    async def look_up(self, caller: Caller) -> None:
        """Tell a connection that has just come of its player's search, or of the match where he is awaited.

        Raises Unavailable.
        """
        place = await self._queue.hold(caller.player, caller.holder)
        if await self._is_over(place):
            place = await self._queue.hold(caller.player, caller.holder)
        await self._settle_in(caller, place)

    async def stop(self, player: str) -> None:
        """End the player's search, in all processes. Raises Unavailable."""
        await self._queue.stop(player)
        self._forget(player)

    def gone(self, caller: Caller) -> None:
        """This connection is closed."""
        seeker = self._seekers.get(caller.player)
        if seeker is None or caller not in seeker.callers:
            return
        del seeker.callers[caller]
        if not seeker.callers:
            del self._seekers[caller.player]
        self._note_let_go(caller)

    def shown(self, match: str, player: str) -> None:
        """The player has come to this match's table. If the store does not hear it now, it will."""
        self._to_show.add((match, player))
        self._showing.set()

    async def _is_over(self, place: Place) -> bool:
        """Whether the store awaits him at a match that has just ended: its end may not have come to the store yet, and
        whoever asks again right after this is not sent there. Raises Unavailable."""
        if place.match is None or place.unopened is not None or self._tables is None:
            return False
        players = await self._tables.who_played(place.match)
        if players is None:
            return False
        await self._queue.finished(place.match, players)
        return True

    async def _settle_in(self, caller: Caller, place: Place) -> None:
        if place.match is not None:
            if place.unopened is not None and self._tables is not None:
                await self._open(place.unopened, self._tables)  # else he would be sent to nothing
            tell_paired([caller], place.match)
        elif place.ticket is not None:
            if caller not in self._callers.of(caller.player):  # closed while we asked
                self._note_let_go(caller)
                return
            seeker = self._seekers.setdefault(caller.player, Seeker(place.ticket))
            is_new = caller not in seeker.callers or place.ticket != seeker.ticket
            seeker.ticket = place.ticket
            seeker.callers[caller] = None
            if is_new:
                seeker.expected_ms = await self._queue.typical_wait(place.ticket.pool)
            if self._seekers.get(caller.player) is seeker:
                seeker.tell(self.now_ms)

    def _forget(self, player: str) -> list[Caller]:
        seeker = self._seekers.pop(player, None)
        callers = [] if seeker is None else list(seeker.callers)
        tell_ended(callers)
        return callers

    def _note_let_go(self, caller: Caller) -> None:
        self._to_let_go.add((caller.player, caller.holder))
        self._letting_go.set()

    async def _let_go(self) -> None:
        await asyncio.gather(*(self._let_go_of(*held) for held in list(self._to_let_go)[:AT_ONCE]))
        if self._to_let_go:
            self._letting_go.set()

    async def _let_go_of(self, player: str, holder: str) -> None:
        await self._queue.let_go(player, holder)
        self._to_let_go.discard((player, holder))

    async def _show(self) -> None:
        await asyncio.gather(*(self._show_one(*here) for here in list(self._to_show)[:AT_ONCE]))
        if self._to_show:
            self._showing.set()

    async def _show_one(self, match: str, player: str) -> None:
        await self._queue.shown(match, player)
        self._to_show.discard((match, player))

    # The heartbeat

    async def _beat(self) -> None:
        pulse = await self._queue.beat(self._callers.process, len(self._callers))
        self.online = pulse.online
        self._ahead_ms = pulse.now - self._clock.now_ms()
        if pulse.lapsed:  # nobody could know that this process still lived: what it held may be gone
            await self._put_all_back()
        for seeker in self._seekers.values():
            seeker.tell_news(self.now_ms)

    async def _put_all_back(self) -> None:
        for seeker in list(self._seekers.values()):
            for caller in list(seeker.callers):
                await self.seek(caller, seeker.ticket)

    # Pairing

    async def _match(self, tables: Tables) -> None:
        found = await self._queue.waiting(self._callers.process) if self._pairs else None
        if found is not None:
            now, tickets = found
            await asyncio.gather(*(self._pair(first, second, tables) for first, second in plan(tickets, now)))

    async def _pair(self, first: Ticket, second: Ticket, tables: Tables) -> None:
        async with self._pairing:
            try:
                match, dealer = tables.new_match()
                pairing = await self._queue.pair(first, second, match, dealer)
                if pairing is not None:
                    await self._open(pairing, tables)
            except Unavailable as down:
                logger.warning("a pair is left for later: %s", down)

    async def _open(self, pairing: Pairing, tables: Tables) -> None:
        await tables.open(pairing)
        await self._queue.opened(pairing.match)

    async def _see_to_pairings(self, tables: Tables) -> None:
        if not self._pairs:
            return
        await asyncio.gather(*(self._see_to(pairing, tables) for pairing in await self._queue.due(DUE_AT_ONCE)))

    async def _see_to(self, pairing: Pairing, tables: Tables) -> None:
        """Open what another process has not opened; end what somebody has not come to."""
        async with self._pairing:
            try:
                if not pairing.opened:
                    await self._open(pairing, tables)
                else:
                    await self._queue.settle(pairing.match, back=await tables.call_off(pairing))
            except Unavailable as down:  # it will be due again
                logger.warning("match %s is left for later: %s", pairing.match, down)

    # News from all processes

    async def _read_news(self) -> None:
        before = self._news_seen
        self._news_seen, found = await self._queue.news(before)
        if self._news_seen < before:
            await self._put_all_back()
        for news in found:
            await self._tell(news)

    async def _tell(self, news: News) -> None:
        for player in news.players:
            match news.kind:
                case NewsKind.PAIRED:
                    seeker = self._seekers.pop(player, None)
                    if seeker is not None and news.match is not None:
                        tell_paired(seeker.callers, news.match, self._queue.no_show_ms)
                case NewsKind.STOPPED:
                    self._forget(player)
                case NewsKind.BACK:
                    for caller in self._callers.of(player):
                        try:
                            await self.look_up(caller)
                        except Unavailable as down:  # his place is kept a while: he need only come back
                            logger.warning("player %s was not put back: %s", player, down)
