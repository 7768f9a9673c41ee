"""One match while somebody is at its table. Store, then acknowledge, then tell; nobody is ever waited for.

No process owns a match. A room decides on what it has folded so far, and the log accepts the batch only as the next
version; told that it has moved on, the room catches up and decides again.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from schnapsen_protocol.cards import Seat
from schnapsen_protocol.codec import Encoded, encode_update, write
from schnapsen_protocol.commands import Command
from schnapsen_protocol.events import Event, HandWon, RematchStarted, SeatTaken
from schnapsen_protocol.frames import Ack, Fault, Joined, Presence, Refusal, Submit
from schnapsen_protocol.refusals import SENTENCES, Code, Refused
from schnapsen_protocol.views import View
from schnapsen_server.game.chance import Chance
from schnapsen_server.game.decide import decide
from schnapsen_server.game.evolve import fold
from schnapsen_server.game.house import DealNext, HouseCommand, Rename, TakeSeat, rematch_of
from schnapsen_server.game.moves import legal
from schnapsen_server.game.secret import Happening, public
from schnapsen_server.game.state import Match
from schnapsen_server.game.view import view
from schnapsen_server.store.contract import CHECK, Conflict, Entry, Log, PlayerBook, Subscription, Unavailable
from schnapsen_server.store.happenings import HAPPENINGS

from .audience import Audience, Views, Visitor
from .clocks import Clock, Timer, next_hand_at
from .opening import HOUSE, open_table

logger = logging.getLogger(__name__)

MAX_WAITING = 256
"""Commands that may wait at one table before more are refused as BUSY."""
DEAL_AGAIN_MS = 1_000
"""After a deal that could not be stored."""
PRESENCE_DELAY_MS = 250
"""Comings and goings within this time are told together."""
Reply: TypeAlias = Ack | Refusal | Fault


@dataclass(frozen=True, slots=True)
class Order:
    """A command waiting for the table. `author` with `command_id` is done once, however often it comes."""

    author: str
    command_id: str
    command: Command | HouseCommand
    answer: Callable[[Reply], None]
    seen: int | None = None
    """The version that the author decided on; None if any will do."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """A visitor waiting to be shown the table, with the position that he has."""

    visitor: Visitor
    epoch: str | None
    version: int | None
    shown: asyncio.Future[None]

    def fail(self, why: Unavailable) -> None:
        if not self.shown.done():
            self.shown.set_exception(why)


class CatchUp:
    """Read on in the log: another process may have written."""


class UnknownMatch(Exception):
    """There is no log for this match."""


class LogLost(Exception):
    """The log ends before what this room has folded: what it holds can no longer be trusted."""


class Room:
    """Folds one match's log, carries out commands in turn, and tells its audience."""

    def __init__(
        self,
        match_id: str,
        log: Log,
        book: PlayerBook,
        chance: Chance,
        clock: Clock,
        *,
        invite: Callable[[str], str],
        on_told: Callable[["Room"], None],
    ) -> None:
        self.match_id = match_id
        self.match = Match()
        self.version = 0
        self.epoch = ""
        self.at = 0
        self.audience = Audience()
        self._log, self._book, self._chance, self._clock = log, book, chance, clock
        self._invite = invite
        self._on_told = on_told
        self._events: list[tuple[Event, ...]] = []
        self._answers: dict[tuple[str, str], int] = {}
        self._views = Views(self.match)
        self._inbox: asyncio.Queue[Order | Arrival | CatchUp] = asyncio.Queue()
        self._unsure = False
        self._heard = 0
        self._chores_due = False
        self._result_at = 0
        self._awake_since = clock.now_ms()
        self._timer: Timer | None = None
        self._presence_timer: Timer | None = None
        self._subscription: Subscription | None = None
        self._task: asyncio.Task[None] | None = None
        self.closed = False

    # Waking and sleeping

    async def wake(self) -> None:
        """Follow the log, then fold it: in this order nothing falls between. Raises UnknownMatch, Unavailable."""
        self._subscription = await self._log.follow(self.match_id, self._on_version)
        try:
            for entry in await self._log.read(self.match_id):
                self._fold(entry, HAPPENINGS.decode(entry.events))
            if self.version == 0:
                raise UnknownMatch(self.match_id)
            self.epoch = await self._log.epoch(self.match_id) or ""
            await self._do_chores()
        except BaseException:
            await self._subscription.close()
            raise
        self._task = asyncio.create_task(self._run(), name=f"room {self.match_id}")
        self._set_timer()
        self._on_told(self)

    async def sleep(self) -> None:
        """Stop serving. Everything is in the log."""
        self.closed = True
        for timer in (self._timer, self._presence_timer):
            if timer is not None:
                timer.cancel()
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._forget_the_waiting()
        if self._subscription is not None:
            await self._subscription.close()

    def _forget_the_waiting(self) -> None:
        while not self._inbox.empty():
            match self._inbox.get_nowait():
                case Order() as order:
                    order.answer(fault(Code.UNAVAILABLE, order.command_id))
                case Arrival() as arrival:
                    arrival.fail(Unavailable("this table has just been closed"))

    # What others ask of the room; none of it waits for a client

    def submit(self, visitor: Visitor, frame: Submit) -> None:
        """Put a visitor's command in the queue. The answer goes to his outbox."""
        answer = partial(self._answer, visitor)
        if visitor.seat is None:
            answer(self._refusal(frame.id, Code.NOT_A_PLAYER, None))
            return
        self.order(Order(visitor.player, frame.id, frame.command, answer, frame.version))

    def order(self, order: Order) -> None:
        if self.closed:
            order.answer(fault(Code.UNAVAILABLE, order.command_id))
        elif self._inbox.qsize() >= MAX_WAITING:
            order.answer(fault(Code.BUSY, order.command_id))
        else:
            self._inbox.put_nowait(order)

    async def house(self, author: str, command_id: str, command: HouseCommand) -> None:
        """Carry out what the house wants for a player. Raises Refused, Unavailable."""
        answered: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()

        def answer(reply: Reply) -> None:
            if not answered.done():
                answered.set_result(reply)

        self.order(Order(author, command_id, command, answer))
        match await answered:
            case Refusal(code=code):
                raise Refused(code)
            case Fault(sentence=sentence):
                raise Unavailable(sentence)

    async def sit(self, player: str, name: str) -> None:
        """Take the free seat. Raises Refused(SEAT_TAKEN) when somebody was quicker."""
        await self.house(player, "sit", TakeSeat(player, name))

    async def rename(self, player: str, name: str) -> None:
        """Show the player's new name from now on. Raises Refused, Unavailable."""
        seat = self.match.seat_of(player)
        seated = None if seat is None else self.match.players[seat]
        if seated is not None and seated.name != name:
            await self.house(player, f"rename-{self.version}", Rename(name))

    async def enter(self, visitor: Visitor, epoch: str | None = None, version: int | None = None) -> None:
        """Show the table to a visitor and keep him told.

        With an epoch and a version, tell him what he missed since; with a version alone, all events after it.
        """
        if self.closed:
            raise Unavailable("this table has just been closed")
        arrival = Arrival(visitor, epoch, version, asyncio.get_running_loop().create_future())
        self._inbox.put_nowait(arrival)
        await arrival.shown

    def leave(self, visitor: Visitor) -> None:
        self.audience.remove(visitor)
        self._presence_changed()

    def newest(self, visitor: Visitor) -> bytes:
        """One update without events that stands for all that this visitor has not been told."""
        return encode_update(self.version, self.at, Encoded(b"[]"), self._views[visitor.seat], self._left_ms())

    def view_of(self, seat: Seat) -> View:
        return view(self.match, seat)

    def events(self) -> list[Event]:
        """Everything that was said aloud at this table."""
        return [event for batch in self._events for event in batch]

    def beat(self) -> None:
        """Tell the version to everybody, and look whether a wake-up call was lost."""
        self.audience.beat(self.version)
        self._on_version(CHECK)

    # The one task that owns the state

    async def _run(self) -> None:
        try:
            while True:
                match await self._inbox.get():
                    case Order() as order:
                        await self._carry_out(order)
                    case Arrival() as arrival:
                        await self._show(arrival)
                    case CatchUp():
                        await self._catch_up_if_possible()
        except Exception:
            # Ours to mend. The table is taken down, so that the next visitor gets one rebuilt from the log.
            logger.exception("room %s broke at version %d", self.match_id, self.version)
            await self.sleep()
            for visitor in list(self.audience):
                visitor.outbox.close(1011)

    async def _carry_out(self, order: Order) -> None:
        try:
            await self._decide_and_store(order)
        except Refused as refused:
            order.answer(self._refusal(order.command_id, refused.code, self.match.seat_of(order.author)))
        except Unavailable as down:
            # Whether it was stored is unknown. Before anything else is decided, the log is read again.
            logger.warning("room %s: %s", self.match_id, down)
            self._unsure = True
            order.answer(fault(Code.UNAVAILABLE, order.command_id))
        except BaseException:
            order.answer(fault(Code.UNAVAILABLE, order.command_id))
            raise

    async def _decide_and_store(self, order: Order) -> None:
        if self._unsure or (order.seen is not None and order.seen > self.version):
            await self._catch_up()
        while True:
            done = self._answers.get((order.author, order.command_id))
            if done is not None:
                order.answer(Ack(order.command_id, done))
                return
            if order.seen is not None and order.seen != self.version:
                raise Refused(Code.STALE)
            by = self.match.seat_of(order.author)
            batch = decide(self.match, by, order.command, self._chance)
            entry = Entry(
                self.version + 1, self._clock.now_ms(), order.author, order.command_id, HAPPENINGS.encode(batch)
            )
            try:
                await self._log.append(self.match_id, self.version, entry)
            except Conflict as conflict:
                if conflict.last < self.version:
                    raise LogLost(self.match_id, self.version, conflict.last) from conflict
                await self._catch_up()
                continue
            self._fold(entry, batch)
            await self._do_chores()
            order.answer(Ack(order.command_id, entry.version))
            self._tell()
            return

    async def _show(self, arrival: Arrival) -> None:
        try:
            if self._unsure or (arrival.version is not None and arrival.version > self.version):
                await self._catch_up()
        except Unavailable as down:
            self._unsure = True
            arrival.fail(down)
            return
        except BaseException:
            arrival.fail(Unavailable("this table broke"))
            raise
        if arrival.shown.cancelled():
            return
        visitor = arrival.visitor
        visitor.seat = self.match.seat_of(visitor.player) if visitor.seat is None else visitor.seat
        if visitor.seat is not None and not self.audience.anybody_seated():
            self._awake_since = self._clock.now_ms()
            self._set_timer()
        self.audience.add(visitor)
        visitor.outbox.answer(write(self._joined(visitor, arrival)))
        self._presence_changed()
        arrival.shown.set_result(None)

    def _joined(self, visitor: Visitor, arrival: Arrival) -> Joined:
        recovered = None
        if arrival.epoch is not None and arrival.version is not None:
            recovered = arrival.epoch == self.epoch and arrival.version <= self.version
        missed = [] if recovered is False or arrival.version is None else self._events[arrival.version :]
        presence = self._presence()
        invited = visitor.seat is not None and None in self.match.players
        return Joined(
            match=self.match_id,
            epoch=self.epoch,
            v=self.version,
            seat=visitor.seat,
            recovered=recovered,
            events=tuple(event for batch in missed for event in batch),
            view=view(self.match, visitor.seat),
            left_ms=self._left_ms(),
            presence=presence.seats,
            watchers=presence.watchers,
            invite=self._invite(self.match_id) if invited else None,
        )

    # Reading and folding the log

    def _on_version(self, version: int) -> None:
        if version == CHECK:
            self._unsure = True
        elif version <= self.version:
            return
        self._heard = max(self._heard, version)
        self._inbox.put_nowait(CatchUp())

    async def _catch_up_if_possible(self) -> None:
        try:
            if self._unsure or self._heard > self.version:
                await self._catch_up()
        except Unavailable:
            self._unsure = True
        else:
            await self._do_chores()

    async def _catch_up(self) -> None:
        """Fold and tell what the log has more than this room. Raises Unavailable."""
        for entry in await self._log.read(self.match_id, self.version):
            self._fold(entry, HAPPENINGS.decode(entry.events))
            await self._do_chores()  # whoever hears of a rematch goes there at once
            self._tell()
        self._unsure = False

    def _fold(self, entry: Entry, batch: tuple[Happening, ...]) -> None:
        events = public(batch)
        self.match = fold(batch, self.match)
        self.version = entry.version
        self.at = entry.at
        self._events.append(events)
        self._answers[entry.author, entry.command_id] = entry.version
        self._views = Views(self.match)
        if any(isinstance(event, HandWon) for event in events):
            self._result_at = entry.at
        if any(isinstance(event, SeatTaken | RematchStarted) for event in events):
            self._chores_due = True

    def _tell(self) -> None:
        for visitor in self.audience.gallery():
            seat = self.match.seat_of(visitor.player)
            if seat is not None:
                self.audience.move(visitor, seat)
        self._set_timer()
        self.audience.tell(self.version, self.at, self._events[-1], self._views, self._left_ms())
        self._on_told(self)

    async def _do_chores(self) -> None:
        """What follows from the log outside it: the players' own lists, and the rematch's log. May be done twice."""
        if not self._chores_due:
            return
        try:
            for player in self.match.players:
                if player is not None and not player.computer:
                    await self._book.add_match(player.id, self.match_id, self.at)
            if self.match.rematch is not None:
                await open_table(self._log, self._chance, self._clock, self.match.rematch, rematch_of(self.match))
                for player in self.match.players:
                    if player is not None and not player.computer:
                        await self._book.add_match(player.id, self.match.rematch, self.at)
            self._chores_due = False
        except Unavailable as down:
            logger.warning("room %s: left for later: %s", self.match_id, down)

    # Time and presence

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        left_ms = self._left_ms()
        if left_ms is not None:
            self._timer = self._clock.call_later(left_ms, self._time_is_up)

    def _left_ms(self) -> int | None:
        due = next_hand_at(self.match, self._result_at, self._awake_since)
        return None if due is None else max(0, due - self._clock.now_ms())

    def _time_is_up(self) -> None:
        self._timer = None
        if self.audience.anybody_seated():  # else the result waits for whoever comes back
            self.order(Order(HOUSE, f"deal-{len(self.match.results) + 1}", DealNext(), self._dealt))

    def _dealt(self, reply: Reply) -> None:
        if isinstance(reply, Fault) and self._timer is None and not self.closed:
            self._timer = self._clock.call_later(DEAL_AGAIN_MS, self._time_is_up)

    def _presence(self) -> Presence:
        presence = self.audience.presence()
        first, second = (
            here or (player is not None and player.computer)
            for here, player in zip(presence.seats, self.match.players, strict=True)
        )
        return Presence((first, second), presence.watchers)

    def _presence_changed(self) -> None:
        if self._presence_timer is None and not self.closed:
            self._presence_timer = self._clock.call_later(PRESENCE_DELAY_MS, self._tell_presence)

    def _tell_presence(self) -> None:
        self._presence_timer = None
        self.audience.tell_presence(self._presence())

    def _refusal(self, command_id: str, code: Code, seat: Seat | None) -> Refusal:
        moves = () if seat is None else legal(self.match, seat)
        return Refusal(command_id, code, SENTENCES[code], moves, self.version)

    def _answer(self, visitor: Visitor, reply: Reply) -> None:
        visitor.outbox.answer(write(reply))
        if isinstance(reply, Refusal) and reply.code is Code.STALE:
            visitor.outbox.update(self.newest(visitor))


def fault(code: Code, command_id: str | None = None) -> Fault:
    return Fault(code, SENTENCES[code], command_id)
