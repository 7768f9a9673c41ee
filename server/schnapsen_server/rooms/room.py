"""One match while somebody is at its table. Store, then acknowledge, then tell; nobody is ever waited for.

No process owns a match. A room decides on what it has folded so far, and the log accepts the batch only as the next
version; told that it has moved on, the room catches up and decides again.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from schnapsen_protocol.cards import Seat, other
from schnapsen_protocol.close_codes import CloseCode
from schnapsen_protocol.codec import Encoded, encode_update, write
from schnapsen_protocol.commands import ClaimWin, Command
from schnapsen_protocol.events import Event
from schnapsen_protocol.frames import Ack, Beat, Fault, Joined, Presence, Refusal, Submit
from schnapsen_protocol.refusals import SENTENCES, Code, Refused
from schnapsen_protocol.terms import Gallery
from schnapsen_protocol.views import View
from schnapsen_server.game.chance import Chance
from schnapsen_server.game.clock import due
from schnapsen_server.game.decide import decide
from schnapsen_server.game.evolve import fold
from schnapsen_server.game.house import (
    DealNext,
    Forfeit,
    HoldClock,
    HouseCommand,
    Rename,
    StandStill,
    TakeSeat,
    TimeUp,
    rematch_of,
)
from schnapsen_server.game.moves import legal
from schnapsen_server.game.state import Match
from schnapsen_server.game.view import view
from schnapsen_server.store.contract import (
    CHECK,
    PRESENCE,
    Conflict,
    Entry,
    Filed,
    Log,
    PlayerBook,
    Subscription,
    Unavailable,
    Unreadable,
)
from schnapsen_server.store.happenings import HAPPENINGS
from schnapsen_server.store.table_contract import Tables

from .audience import Audience, Views, Visitor
from .clocks import Clock, Timer, next_hand_at
from .company import Company
from .fleet import Fleet
from .opening import HOUSE, Rater, open_table
from .own_matches import list_match, people, take_off
from .story import Story
from .timekeeper import Timekeeper

logger = logging.getLogger(__name__)

MAX_WAITING = 256
"""Commands that may wait at one table before more are refused as BUSY."""
DEAL_AGAIN_MS = 1_000
"""After a deal that could not be stored."""
LOOK_AGAIN_MS = 1_000
"""After a look at the log that failed."""
MOST_WORDS = 200
"""How many of the last things said are told to who joins: two who never stop talking must not grow without end."""
RECENT = -1
"""As the version of somebody who enters: the one before the last hand but one."""
Reply: TypeAlias = Ack | Refusal | Fault


@dataclass(frozen=True, slots=True)
class Order:
    """A command waiting for the table. `author` with `command_id` is done once, however often it comes."""

    author: str
    command_id: str
    command: Command | HouseCommand
    answer: Callable[[Reply], None]
    seen: int | None = None
    """The version that the author decided on; None if any will do. Words said since do not count."""
    lag: int = 0
    """What the author's line is known to cost, in ms."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """A visitor waiting to be shown the table, with the position that he has; it was written at the time `at`."""

    visitor: Visitor
    epoch: str | None
    version: int | None
    at: int | None
    leave: Callable[[], None]
    """Of where he was. In the very moment in which he is shown the table: nothing from there may come to him later."""
    shown: asyncio.Future[None]

    def fail(self, why: "Unavailable | Refused | UnknownMatch") -> None:
        if not self.shown.done():
            self.shown.set_exception(why)


def stay() -> None:
    """Of who was at no table before."""


class CatchUp:
    """Read on in the log: another process may have written."""


class UnknownMatch(Exception):
    """There is no log for this match, or no more."""


class PutAway(Exception):
    """The match was put away under this room: the next visitor brings it back."""


class Room:
    """Folds one match's log, carries out commands in turn, and tells its audience."""

    def __init__(
        self,
        match_id: str,
        log: Log,
        book: PlayerBook,
        tables: Tables,
        fleet: Fleet,
        rater: Rater,
        chance: Chance,
        clock: Clock,
        *,
        invite: Callable[[str], str],
        on_told: Callable[["Room"], None],
    ) -> None:
        self.match_id = match_id
        self.told = 0
        """The version that everybody here has been told, or will be before anything that is said after this."""
        self.epoch = ""
        self.company = Company(match_id, tables.presence, fleet, clock, lambda: (self.match, self._story.turn_at))
        self._log, self._book, self._rater, self._chance, self._clock = log, book, rater, chance, clock
        self._tables, self._fleet = tables, fleet
        self._invite = invite
        self._on_told = on_told
        self._story = Story()
        self._views = Views(self.match)
        self._inbox: asyncio.Queue[Order | Arrival | CatchUp] = asyncio.Queue()
        self._unsure = False
        self._epoch_unsure = False
        self._heard = 0
        self._is_looked = False
        """It waits in the inbox that the log be read."""
        self._look_again: Timer | None = None
        self._in_trouble = False
        """The log cannot be read, and everybody here was told so."""
        self._lost: tuple[int, int] | None = None
        """The time of entries that the store has lost: whoever is on turn again had moved in it."""
        self._awake_since = clock.now_ms()
        self._time = Timekeeper(match_id, tables.deadlines, clock, deal=self._deal_next, time_up=self._time_is_up)
        self._beats = 0
        self._subscription: Subscription | None = None
        self._task: asyncio.Task[None] | None = None
        self.closed = False
        self._closed_for = Code.UNAVAILABLE

    @property
    def match(self) -> Match:
        return self._story.match

    @property
    def version(self) -> int:
        return self._story.version

    @property
    def at(self) -> int:
        """When the last version was written."""
        return self._story.at

    @property
    def since(self) -> int:
        """When the match ended; when the last version was written, if it goes on."""
        return self._story.ended_at or self._story.at

    @property
    def newest_known(self) -> int | None:
        """What a heartbeat says. None while the log cannot be read: nobody knows then whether there is more."""
        return None if self._in_trouble else self.told

    @property
    def opened_at(self) -> int:
        return self._story.opened_at

    # Waking and sleeping

    async def wake(self) -> None:
        """Follow the log, then fold it: in this order nothing falls between.

        Raises UnknownMatch, Unreadable, Unavailable.
        """
        self._subscription = await self._log.follow(self.match_id, self._on_version)
        try:
            await asyncio.gather(self._read_all(), self.company.read())
            # Not before the log was read: a match may be opened between the two.
            self.epoch = await self._log.epoch(self.match_id) or ""
            await self._do_chores()
        except BaseException:
            await self._subscription.close()
            raise
        self.told = self.version
        self._order_holds()
        self._task = asyncio.create_task(self._run(), name=f"room {self.match_id}")
        self._set_timer()
        self._on_told(self)

    async def sleep(self) -> None:
        """Stop serving. Everything is in the log."""
        self.closed = True
        self._time.stop()
        if self._look_again is not None:
            self._look_again.cancel()
        await self.company.close()
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
                    order.answer(fault(self._closed_for, order.command_id))
                case Arrival() as arrival:
                    arrival.fail(Unavailable("this table has just been closed"))

    # What others ask of the room; none of it waits for a client

    def submit(self, visitor: Visitor, frame: Submit) -> None:
        """Put a visitor's command in the queue. The answer goes to his outbox."""
        answer = partial(self._answer, visitor)
        if visitor.seat is None:
            answer(self._refusal(frame.id, Code.NOT_A_PLAYER, None))
            return
        self.order(Order(visitor.player, frame.id, frame.command, answer, frame.version, visitor.lag.ms))

    def order(self, order: Order) -> None:
        if self.closed:
            order.answer(fault(self._closed_for, order.command_id))
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
        await self.house(player, "sit", TakeSeat(player, name, rating=await self._rater.mark(player)))

    async def rename(self, player: str, name: str) -> None:
        """Show the player's new name from now on; a match that was put away keeps the old one.

        Raises Refused, Unavailable.
        """
        seat = self.match.seat_of(player)
        seated = None if seat is None else self.match.players[seat]
        if seated is not None and seated.name != name:
            try:
                await self.house(player, f"rename-{self.version}", Rename(name))
            except Refused as refused:
                if refused.code is not Code.MATCH_OVER:
                    raise

    async def enter(
        self,
        visitor: Visitor,
        epoch: str | None = None,
        version: int | None = None,
        at: int | None = None,
        *,
        leave: Callable[[], None] = stay,
    ) -> None:
        """Show the table to a visitor and keep him told. Raises Refused, UnknownMatch, Unavailable.

        With an epoch and a version, tell him what he missed since; with a version alone (which may be RECENT), all
        events after it. `at` is when his version was written: a log that has lost its end and gone on has another entry
        there.
        """
        if self.closed:
            raise Unavailable("this table has just been closed")
        arrival = Arrival(visitor, epoch, version, at, leave, asyncio.get_running_loop().create_future())
        self._inbox.put_nowait(arrival)
        try:
            await arrival.shown
        except asyncio.CancelledError:
            if not arrival.shown.cancelled() and arrival.shown.exception() is None:
                # He had just been shown in, and nobody else will see him out.
                self.leave(visitor)
            raise

    def leave(self, visitor: Visitor, *, on_purpose: bool = False) -> None:
        self.company.went(visitor, on_purpose=on_purpose)

    def newest(self, visitor: Visitor) -> bytes:
        """One update without events that stands for all that this visitor has not been told."""
        view_now = self._views[visitor.seat]
        return encode_update(self.version, self.at, Encoded(b"[]"), view_now, self._left_ms(), self._clock.now_ms())

    @property
    def audience(self) -> Audience:
        """Who is connected to this room."""
        return self.company.audience

    def presence(self) -> Presence:
        """Who is at this table, over all processes."""
        return self.company.presence()

    def view_of(self, seat: Seat) -> View:
        return view(self.match, seat)

    def seen_by(self, seat: Seat) -> Encoded:
        """The view of this seat as it goes over the wire."""
        return self._views[seat]

    @property
    def moved(self) -> int:
        """The last version that changed the table: words do not, nor does time that was given back."""
        return self._story.moved

    def events(self) -> list[Event]:
        """Everything that was said aloud at this table."""
        return [event for batch in self._story.batches for event in batch]

    def beat(self) -> None:
        """Tell the version to everybody, and look whether a wake-up call was lost."""
        self._beats += 1
        self.audience.beat(self.newest_known, self._clock.now_ms(), self._beats)
        self._unsure = True
        self._look()
        self._set_timer()
        self.company.share()

    def fleet_changed(self) -> None:
        """Another process died or came, or there was an outage."""
        self._order_holds()
        self.company.fleet_changed()

    async def stand_still(self, ms: int) -> None:
        """If the player who is to act is here, from where all are to be sent away: give him this time for it."""
        seat = self.match.acting
        if seat is not None and self.audience.has(seat) and due(self.match) is not None:
            with contextlib.suppress(Refused, Unavailable):
                await self.house(HOUSE, f"stand-{ms}-{self._fleet.process}", StandStill(ms))

    async def keep_deadline(self) -> None:
        """Write the deadline down anew. Raises Unavailable."""
        await self._time.store(self.match, anew=True)

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
                        self._is_looked = False
                        await self._catch_up_if_possible()
        except Unreadable as unreadable:
            logger.warning("room %s goes on elsewhere after version %d: %s", self.match_id, self.version, unreadable)
            await self._take_down()
        except PutAway:
            await self._take_down()
        except UnknownMatch:
            logger.error("match %s is lost: the store has no log of it any more", self.match_id)
            self._closed_for = Code.UNKNOWN_MATCH
            await self.sleep()
            for visitor in list(self.audience):
                visitor.outbox.answer(write(fault(Code.UNKNOWN_MATCH)))
        except Exception:
            # Ours to mend. The table is taken down, so that the next visitor gets one rebuilt from the log.
            logger.exception("room %s broke at version %d", self.match_id, self.version)
            await self._take_down()

    async def _take_down(self) -> None:
        await self.sleep()
        for visitor in list(self.audience):
            visitor.outbox.close(CloseCode.BROKEN)

    async def _carry_out(self, order: Order) -> None:
        try:
            await self._decide_and_store_or_look_again(order)
        except Refused as refused:
            order.answer(self._refusal(order.command_id, refused.code, self.match.seat_of(order.author)))
        except Unavailable as down:
            # Whether it was stored is unknown. Before anything else is decided, the log is read again.
            logger.warning("room %s: %s", self.match_id, down)
            self._unsure = True
            order.answer(fault(Code.UNAVAILABLE, order.command_id))
            self._look()
        except UnknownMatch:
            order.answer(fault(Code.UNKNOWN_MATCH, order.command_id))
            raise
        except BaseException:
            order.answer(fault(Code.UNAVAILABLE, order.command_id))
            raise

    async def _decide_and_store_or_look_again(self, order: Order) -> None:
        """Refuse nothing for what only this process has not heard of: it may be a resend of what another has stored."""
        try:
            await self._decide_and_store(order)
        except Refused:
            story, version = self._story, self.version
            await self._catch_up()
            if self._story is not story and order.seen is not None:
                raise Refused(Code.STALE) from None
            if (self._story, self.version) == (story, version):
                raise
            await self._decide_and_store(order)

    async def _decide_and_store(self, order: Order) -> None:
        asked_of = self._story
        if self._unsure or (order.seen is not None and order.seen > self.version):
            await self._catch_up()
        while True:
            if not isinstance(order.command, HoldClock):
                await self._give_time_back()
            done = self._story.answers.get((order.author, order.command_id))
            if done is not None:
                order.answer(Ack(order.command_id, done))
                return
            if order.seen is not None and not (
                self._story is asked_of and self._story.moved <= order.seen <= self.version
            ):
                raise Refused(Code.STALE)
            by = self.match.seat_of(order.author)
            now = self._clock.now_ms()
            command = order.command
            if isinstance(command, ClaimWin) and by is not None and await self.company.has_given_up_on(other(by)):
                command = Forfeit(other(by))
            batch = decide(self.match, by, command, self._chance, now, order.lag)
            after = fold(batch, self.match)
            if self.match.terms.clock is not None:
                await self._time.warn(after)
            entry = Entry(self.version + 1, now, order.author, order.command_id, HAPPENINGS.encode(batch))
            try:
                await self._log.append(self.match_id, self.version, entry, self.at)
            except Conflict:
                await self._catch_up()
                continue
            except Filed as filed:
                if self.match.is_over:
                    raise Refused(Code.MATCH_OVER) from filed
                raise PutAway(self.match_id) from filed
            self._story.become(after, entry, batch)
            self._views = Views(self.match)
            await self._do_chores()
            order.answer(Ack(order.command_id, entry.version))
            self._tell()
            await self._store_deadline()
            return

    async def _store_deadline(self) -> None:
        try:
            await self._time.store(self.match)
        except Unavailable as down:
            logger.warning("room %s: the deadline is left for later: %s", self.match_id, down)

    async def _show(self, arrival: Arrival) -> None:
        try:
            if self._unsure or (arrival.version or 0) > self.version:
                await self._catch_up()
        except Unavailable as down:
            arrival.fail(down)
            self._tell_trouble(down)
            return
        except UnknownMatch as lost:
            arrival.fail(lost)
            raise
        except BaseException:
            arrival.fail(Unavailable("this table broke"))
            raise
        if arrival.shown.cancelled():
            return
        visitor = arrival.visitor
        if visitor.seat is None and not visitor.glances:
            visitor.seat = self.match.seat_of(visitor.player)
        if visitor.seat is None and self.match.terms.gallery is Gallery.CLOSED:
            arrival.fail(Refused(Code.NO_WATCHERS))
            return
        if visitor.seat is not None and not self.audience.anybody_seated():
            self._awake_since = self._clock.now_ms()
        self.company.came(visitor)
        arrival.leave()
        self._set_timer()
        visitor.outbox.answer(write(self._joined(visitor, *self._missed(arrival))))
        visitor.outbox.latest("presence", write(self.presence()))
        now = self._clock.now_ms()
        visitor.lag.ask(0, now)
        visitor.outbox.latest("beat", write(Beat(self.version, now, 0)))
        arrival.shown.set_result(None)

    def _missed(self, arrival: Arrival) -> tuple[bool | None, tuple[Event, ...]]:
        """Whether it can be said what came after his position, and what did."""
        recovered = None
        version = self._story.recent_from if arrival.version == RECENT else arrival.version
        if arrival.epoch is not None and version is not None:
            is_ours = arrival.at is None or not version or arrival.at == self._story.told_at(version)
            recovered = arrival.epoch == self.epoch and version <= self.version and is_ours
        missed = [] if recovered is False or version is None else self._story.batches[version:]
        return recovered, tuple(event for batch in missed for event in batch)

    def _joined(self, visitor: Visitor, recovered: bool | None, events: tuple[Event, ...]) -> Joined:
        presence = self.presence()
        invited = visitor.seat is not None and None in self.match.players and not self.match.is_over
        return Joined(
            match=self.match_id,
            epoch=self.epoch,
            v=self.version,
            at=self.at,
            seat=visitor.seat,
            recovered=recovered,
            events=events,
            view=view(self.match, visitor.seat),
            left_ms=self._left_ms(),
            presence=presence.seats,
            watchers=presence.watchers,
            now=self._clock.now_ms(),
            chat=tuple(self._story.chat[-MOST_WORDS:]),
            invite=self._invite(self.match_id) if invited else None,
        )

    # Reading and folding the log

    def _on_version(self, version: int) -> None:
        if version == PRESENCE:
            self.company.share()
            return
        if version == CHECK:
            self._unsure = self._epoch_unsure = True
        elif version <= self.version:
            return
        self._heard = max(self._heard, version)
        self._look()

    def _look(self) -> None:
        """Look at the log when it is its turn."""
        if not self._is_looked:
            self._is_looked = True
            self._inbox.put_nowait(CatchUp())

    async def _catch_up_if_possible(self) -> None:
        try:
            if self._unsure or self._heard > self.version:
                await self._catch_up()
        except Unavailable as down:
            self._tell_trouble(down)
        else:
            await self._do_chores()
            await self._store_deadline()

    def _tell_trouble(self, down: Unavailable) -> None:
        """Once an outage: who only looks on must not take what he sees for the newest. And soon look again."""
        self._unsure = True
        if not self._in_trouble:
            self._in_trouble = True
            logger.debug("room %s: %s", self.match_id, down)  # as at all other tables in this moment
            for visitor in self.audience:
                visitor.outbox.answer(write(fault(Code.UNAVAILABLE)))
        if self._look_again is None and not self.closed:
            self._look_again = self._clock.call_later(LOOK_AGAIN_MS, self._look_once_more)

    def _look_once_more(self) -> None:
        self._look_again = None
        self._look()

    def _end_trouble(self) -> None:
        if self._in_trouble:
            self._in_trouble = False
            self._beats += 1
            self.audience.beat(self.newest_known, self._clock.now_ms(), self._beats)

    async def _catch_up(self) -> None:
        """Fold and tell what the log has more than this room. Raises UnknownMatch, Unavailable.

        The entry that was folded last is read again: if the log has another one there, or none, it has lost some. A
        store that crashed without its last second, or a replica that took over, tells nobody of that by itself.
        """
        entries = await self._log.read(self.match_id, self.version - 1)
        is_ours = bool(entries) and self._story.ends_with(entries[0])
        if not is_ours or (self._epoch_unsure and await self._log.epoch(self.match_id) != self.epoch):
            await self._begin_again()
            self._end_trouble()
            return
        for entry in entries[1:]:
            self._story.fold(entry)
            self._views = Views(self.match)
            await self._do_chores()  # whoever hears of a rematch goes there at once
            self._tell()
        self._unsure = self._epoch_unsure = False
        self._end_trouble()

    async def _begin_again(self) -> None:
        """The log is not the one that was folded here: show everybody the table as it stands now.

        Raises UnknownMatch, Unavailable.
        """
        self._unsure = self._epoch_unsure = True  # until all of this is done
        logger.warning("match %s: entries up to version %d are lost", self.match_id, self.version)
        renewed = await self._log.renew(self.match_id, self.epoch)
        if renewed is None:
            raise UnknownMatch(self.match_id)
        await self._read_all()
        if not self.match.is_over:  # what is lost may be its end
            await take_off(self._book, self.match_id, self.match)
        self.epoch, self.told = renewed.epoch, self.version
        self._heard = 0
        self._unsure = self._epoch_unsure = False
        if renewed.is_first:
            self._lost = (self.at, self._clock.now_ms())
        self._order_holds()
        for visitor in self.company.seat_anew():
            if visitor.seat is None and self.match.terms.gallery is Gallery.CLOSED:
                self.company.went(visitor, on_purpose=False)
                visitor.outbox.answer(write(fault(Code.NO_WATCHERS)))
            else:
                visitor.outbox.answer(write(self._joined(visitor, False, ())))
        self._set_timer()
        self.company.tell()
        self._on_told(self)
        await self._do_chores()

    async def _read_all(self) -> None:
        """Raises UnknownMatch, Unavailable."""
        story = Story()
        for entry in await self._log.read(self.match_id):
            story.fold(entry)
        if not story.version:
            raise UnknownMatch(self.match_id)
        if story.match.is_over and await self._tables.archive.is_filed(self.match_id):
            story.chores_due = False  # all is done long ago, and its rematch may be forgotten by now
        self._story, self._views = story, Views(story.match)

    def _tell(self) -> None:
        self.company.seat_those_who_sat_down()
        self._set_timer()
        now = self._clock.now_ms()
        self.told = self.version
        self.audience.tell(self.version, self.at, self._story.batches[-1], self._views, self._left_ms(), now)
        self.company.tell()
        self._on_told(self)

    async def _do_chores(self) -> None:
        """What follows from the log outside it: the players' own lists, and the rematch's log. May be done twice."""
        if not self._story.chores_due:
            return
        try:
            await list_match(self._book, self.match_id, self.match, self.since)
            if self.match.rematch is not None:
                await self._open_rematch(self.match.rematch)
                for player in people(self.match).values():
                    await self._book.add_match(player.id, self.match.rematch, self.at)
            self._story.chores_due = False
        except Unavailable as down:
            logger.warning("room %s: left for later: %s", self.match_id, down)

    async def _open_rematch(self, match_id: str) -> None:
        await open_table(
            self._log,
            self._rater,
            self._chance,
            self._clock,
            match_id,
            rematch_of(self.match),
            tables=self._tables,
        )

    # Time and presence

    def _set_timer(self) -> None:
        if self._task is None:  # not before it is known what the clock lost while nobody was awake
            return
        self._time.set(self.match, self._left_ms())

    def _left_ms(self) -> int | None:
        due_at = next_hand_at(self.match, self._story.result_at, self._awake_since)
        return None if due_at is None else max(0, due_at - self._clock.now_ms())

    def _deal_next(self) -> None:
        if self.audience.anybody_seated():  # else the result waits for whoever comes back
            self.order(Order(HOUSE, f"deal-{len(self.match.results) + 1}", DealNext(), self._dealt))

    def _dealt(self, reply: Reply) -> None:
        left_ms = self._left_ms()
        if isinstance(reply, Fault) and not self.closed and left_ms is not None:
            self._time.deal_in(max(left_ms, DEAL_AGAIN_MS))

    def _time_is_up(self) -> None:
        self.order(Order(HOUSE, f"time-{self.version}", TimeUp(), ignore))

    async def _give_time_back(self) -> None:
        """Before anybody is judged by the clock: what it lost while no server kept it. Raises Unavailable."""
        if due(self.match) is None:
            return
        await self._fleet.look_up()
        for order in self._holds():
            with contextlib.suppress(Refused):  # it was given back already
                await self._decide_and_store(order)
        if self._fleet.is_late():  # and has been asleep again, or the store takes as long to answer
            raise Unavailable("it is not known yet what time was served")

    def _order_holds(self) -> None:
        for order in self._holds():
            self.order(order)

    def _holds(self) -> list[Order]:
        """For each time that nobody is to be charged for: no process served this match, or what came of it is lost."""
        clock = self.match.clock
        if clock is None or due(self.match) is None:
            return []
        lost = [(outage.start, outage.end) for outage in self._fleet.outages]
        lost += [times for times in (self.company.not_served(), self._lost) if times is not None]
        return [
            Order(HOUSE, f"hold-{start}-{end}", HoldClock(start, end), ignore)
            for start, end in sorted(lost)
            if end > max(start, clock.at, clock.held)
        ]

    def _refusal(self, command_id: str, code: Code, seat: Seat | None) -> Refusal:
        moves = () if seat is None else legal(self.match, seat)
        return Refusal(command_id, code, SENTENCES[code], moves, self.version)

    def _answer(self, visitor: Visitor, reply: Reply) -> None:
        visitor.outbox.answer(write(reply))
        if isinstance(reply, Refusal) and reply.code is Code.STALE:
            visitor.outbox.update(self.newest(visitor))


def fault(code: Code, command_id: str | None = None) -> Fault:
    return Fault(code, SENTENCES[code], command_id)


def ignore(reply: Reply) -> None:
    """For those who need no answer: they see what came of it in the next view."""
