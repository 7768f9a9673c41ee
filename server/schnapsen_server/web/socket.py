"""The websocket of one connection: it says who speaks, checks size, rate and form, and hands commands to the room."""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import replace

from starlette.websockets import WebSocket, WebSocketDisconnect

from schnapsen_protocol import PROTOCOL_VERSION
from schnapsen_protocol.close_codes import CloseCode
from schnapsen_protocol.codec import Malformed, command_id, decode_client_frame, write
from schnapsen_protocol.commands import Say
from schnapsen_protocol.frames import (
    AskHint,
    Beat,
    ClientFrame,
    Echo,
    Fault,
    Hello,
    Join,
    Leave,
    Probe,
    Resume,
    Submit,
    Welcome,
)
from schnapsen_protocol.lobby_frames import EnterLobby, LeaveLobby, Seek, StopSeeking
from schnapsen_protocol.refusals import SENTENCES, Code, Refused
from schnapsen_server.rooms.audience import Visitor
from schnapsen_server.rooms.directory import HEARTBEAT_MS
from schnapsen_server.rooms.lag import Lag
from schnapsen_server.rooms.outbox import Outbox
from schnapsen_server.rooms.room import RECENT, Room, UnknownMatch
from schnapsen_server.store.contract import Unavailable, Unreadable

from .address import address_of
from .hints import Hints
from .house import House
from .limits import Bucket, TooFast
from .lobby_door import LobbyDoor
from .names import checked_words
from .origin import same_site

logger = logging.getLogger(__name__)

MOST_OFFENCES = 40
"""Frames over the rate or past understanding; one more and the socket is closed. A good minute forgives them."""
STALLED_SECONDS = 30
"""A connection that takes nothing for so long is closed."""
ARRIVALS_AT_ONCE, ARRIVAL_SECONDS = 32, 8
"""So many are shown in at a time, in the order of their coming: when thousands come at once, the first need not wait
until all are served. Who has waited for so long is asked to try again: soon he would take his line for dead."""


class Sockets:
    """The endpoint of /ws, and all sockets that are open here."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._open: set[Session] = set()
        self._turns = asyncio.Semaphore(ARRIVALS_AT_ONCE)
        self._last_gone = asyncio.Event()
        self._last_gone.set()
        self._goodbye: tuple[Callable[[], bytes], CloseCode] | None = None

    def __len__(self) -> int:
        return len(self._open)

    async def serve(self, websocket: WebSocket) -> None:
        house = self._house
        if not same_site(websocket, house.origins):
            await websocket.close()  # before it is accepted: the handshake is answered 403
            return
        player = house.identities.player(websocket)
        await websocket.accept()
        if player is None:
            await websocket.send_text(write(fault(Code.NOT_SIGNED_IN)).decode())
            await websocket.close(CloseCode.STRANGER, "no identity")
            return
        session = Session(websocket, house, player, self._turns)
        self._open.add(session)
        self._last_gone.clear()
        if self._goodbye is not None:
            session.part(*self._goodbye)
        try:
            await session.run()
        finally:
            self._open.discard(session)
            if not self._open:
                self._last_gone.set()

    def close_all(self, last_frame: Callable[[], bytes], code: CloseCode) -> None:
        """Tell every connection a last frame of its own and close it; also those that still come."""
        self._goodbye = last_frame, code
        for session in self._open:
            session.part(last_frame, code)

    async def all_closed(self) -> None:
        """Returns when no socket is open."""
        await self._last_gone.wait()


class Session:
    """One connection from its hello to its end. A reader carries out frames in turn; a writer empties the outbox."""

    def __init__(self, websocket: WebSocket, house: House, player: str, turns: asyncio.Semaphore) -> None:
        self._websocket = websocket
        self._turns = turns
        self._house = house
        self._player = player
        self._lag = Lag()
        self._room: Room | None = None
        self._visitor: Visitor | None = None
        self._address = address_of(websocket, house.proxies)
        self._lobby: LobbyDoor | None = None
        self._bucket = Bucket(2 * house.frames_per_second, house.frames_per_second)
        self._offences = Bucket(MOST_OFFENCES, 1)
        self.outbox = Outbox(self._newest)
        self._hints = Hints(house.think, self.outbox.answer)

    async def run(self) -> None:
        writer = asyncio.create_task(self._write(), name="websocket writer")
        reader = asyncio.create_task(self._read(), name="websocket reader")
        try:
            await asyncio.wait((writer, reader), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._get_up()
            if self._lobby is not None:
                self._lobby.close()
            reader.cancel()
            self.outbox.close()
            if not writer.done():
                await asyncio.wait((writer,), timeout=1)
            writer.cancel()
            await asyncio.gather(reader, writer, return_exceptions=True)

    def part(self, last_frame: Callable[[], bytes], code: CloseCode) -> None:
        self.outbox.answer(last_frame())
        self.outbox.close(code)

    async def _write(self) -> None:
        try:
            while (frame := await self.outbox.take()) is not None:
                async with asyncio.timeout(STALLED_SECONDS):
                    await self._websocket.send_text(frame.decode())
            await self._websocket.close(self.outbox.close_code)
        except TimeoutError:
            await self._websocket.close(CloseCode.TOO_SLOW)
        except (WebSocketDisconnect, RuntimeError):
            return  # the line is gone; the reader ends too

    async def _read(self) -> None:
        try:
            while True:
                message = await self._websocket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                if self.outbox.closed:
                    continue
                text = message.get("text")
                if text is None:
                    self.outbox.close(CloseCode.BINARY)
                else:
                    await self._frame(text)
        except Exception:
            logger.exception("the socket of player %s broke", self._player)
            self.outbox.close(CloseCode.BROKEN)

    async def _frame(self, text: str) -> None:
        retry_ms = self._bucket.take()
        if retry_ms:
            self._offend(Fault(Code.RATE_LIMITED, SENTENCES[Code.RATE_LIMITED], command_id(text), retry_ms))
            return
        try:
            frame = decode_client_frame(text)
        except Malformed as malformed:
            self._offend(fault(malformed.code, malformed.command_id))
            return
        try:
            await self._carry_out(frame)
        except Refused as refused:
            self._say(fault(refused.code))
        except TooFast as too_fast:
            self._say(Fault(Code.RATE_LIMITED, SENTENCES[Code.RATE_LIMITED], None, too_fast.retry_ms))
        except UnknownMatch:
            self._say(fault(Code.UNKNOWN_MATCH))
        except Unreadable as unreadable:
            logger.warning("a match asked for cannot be read: %s", unreadable)
            self._say(fault(unreadable.code))
        except Unavailable:
            self._say(fault(Code.UNAVAILABLE))

    async def _carry_out(self, frame: ClientFrame) -> None:
        if isinstance(frame, Hello):
            await self._greet(frame)
            return
        if self._lobby is None:
            raise Refused(Code.MALFORMED)
        match frame:
            case Join():
                async with self._turn():
                    await self._join(frame)
            case Resume():
                await self._house.allowances.resumes.take(self._player, self._address)
                async with self._turn():
                    name, _ = await asyncio.gather(
                        self._house.name_of(self._player), self._house.directory.room(frame.match)
                    )
                    await self._enter(frame.match, name, frame.epoch, frame.version, frame.at)
            case Leave():
                self._get_up(on_purpose=True)
            case Submit():
                if self._room is None or self._visitor is None:
                    self._say(fault(Code.NOT_JOINED, frame.id))
                else:
                    await self._submit(self._room, self._visitor, frame)
            case AskHint():
                await self._ask_hint(frame)
            case EnterLobby() | LeaveLobby() | Seek() | StopSeeking():
                await self._lobby.carry_out(frame)
            case Echo(number):
                self._lag.answered(number, now_ms())
            case Probe():
                self._say(Beat(None if self._room is None else self._room.newest_known, now_ms()))

    async def _submit(self, room: Room, visitor: Visitor, frame: Submit) -> None:
        if isinstance(frame.command, Say):
            try:
                await self._house.allowances.words.take(self._player, self._address)
                frame = replace(frame, command=checked_words(frame.command))
            except TooFast as too_fast:
                self._say(Fault(Code.RATE_LIMITED, SENTENCES[Code.RATE_LIMITED], frame.id, too_fast.retry_ms))
                return
            except Refused as refused:
                self._say(fault(refused.code, frame.id))
                return
            except Unavailable:
                self._say(fault(Code.UNAVAILABLE, frame.id))
                return
        room.submit(visitor, frame)

    @contextlib.asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """Raises Unavailable when it does not come."""
        try:
            async with asyncio.timeout(ARRIVAL_SECONDS):
                await self._turns.acquire()
        except TimeoutError:
            raise Unavailable("too many come at once") from None
        try:
            yield
        finally:
            self._turns.release()

    async def _ask_hint(self, frame: AskHint) -> None:
        try:
            await self._house.allowances.hints.take(self._player, self._address)
            if self._room is None or self._visitor is None:
                raise Refused(Code.NOT_JOINED)
            self._hints.ask(self._room, self._visitor, frame)
        except TooFast as too_fast:
            self._say(Fault(Code.RATE_LIMITED, SENTENCES[Code.RATE_LIMITED], frame.id, too_fast.retry_ms))
        except Refused as refused:
            self._say(fault(refused.code, frame.id))

    async def _greet(self, hello: Hello) -> None:
        if hello.protocol != PROTOCOL_VERSION:
            self._say(fault(Code.OUTDATED))
            self.outbox.close(CloseCode.OUTDATED)
            return
        if self._lobby is None:
            self._lobby = LobbyDoor(self._house, self._player, self._address, self.outbox)
        _, name = await asyncio.gather(self._house.book.visit(self._player), self._house.name_of(self._player))
        client = self._house.client.edition.digest
        self._say(Welcome(PROTOCOL_VERSION, self._player, name, HEARTBEAT_MS, client))

    async def _join(self, join: Join) -> None:
        await self._house.allowances.joins.take(self._player, self._address)
        name = await self._house.name_of(self._player)
        invited = join.invite is not None and self._house.identities.invites(join.match, join.invite)
        if (invited or join.sit) and not (join.watch or join.glance):
            room = await self._house.directory.room(join.match)
            if room.match.seat_of(self._player) is None and (invited or await self._is_open(room)):
                try:
                    await room.sit(self._player, name)
                except Refused as refused:
                    if refused.code not in (Code.SEAT_TAKEN, Code.MATCH_OVER):
                        raise
                    self._say(fault(refused.code))  # somebody was quicker: he may watch
        told_from = 0 if join.history else RECENT if join.recent else None
        await self._enter(join.match, name, None, told_from, glances=join.glance)

    async def _is_open(self, room: Room) -> bool:
        """Whether whoever finds this table may sit down: its host must not play elsewhere meanwhile."""
        host = room.match.players[0]
        if not room.match.terms.listed or host is None:
            return False
        return not await self._house.lobby.plays_elsewhere(host.id, room.match_id)

    async def _enter(
        self,
        match_id: str,
        name: str,
        epoch: str | None,
        version: int | None,
        at: int | None = None,
        *,
        glances: bool = False,
    ) -> None:
        """Move to this table; who cannot stays where he was."""
        visitor = Visitor(self._player, None, self.outbox, name, self._lag, glances=glances)
        room = await self._house.directory.enter(match_id, visitor, epoch, version, at, leave=self._get_up)
        self._room, self._visitor = room, visitor
        await room.rename(self._player, name)
        if visitor.seat is not None and self._lobby is not None:
            self._lobby.at_table(match_id)

    def _get_up(self, *, on_purpose: bool = False) -> None:
        if self._room is not None and self._visitor is not None:
            self._room.leave(self._visitor, on_purpose=on_purpose)
        self._room = self._visitor = None
        self._hints.close()

    def _newest(self) -> bytes | None:
        """What stands for the updates that were dropped: the table's view, the lobby's list, or one after the other."""
        table = None if self._room is None or self._visitor is None else self._room.newest(self._visitor)
        lobby = None if self._lobby is None else self._lobby.newest()
        if table is not None and lobby is not None:
            self.outbox.update(lobby)
        return table or lobby

    def _say(self, frame: Fault | Welcome | Beat) -> None:
        self.outbox.answer(write(frame))

    def _offend(self, answer: Fault) -> None:
        self._say(answer)
        if self._offences.take():
            self.outbox.close(CloseCode.TOO_MANY)


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def fault(code: Code, answered: str | None = None) -> Fault:
    return Fault(code, SENTENCES[code], answered)
