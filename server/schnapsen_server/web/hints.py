"""One connection's way to the computer's advice: one question at a time, and only what the asker's seat can know."""

import asyncio
import logging
from collections.abc import Callable

from schnapsen_protocol.codec import write
from schnapsen_protocol.frames import AskHint, Fault, Hint
from schnapsen_protocol.refusals import SENTENCES, Code, Refused
from schnapsen_protocol.views import Phase
from schnapsen_server.bots.advice import advise
from schnapsen_server.bots.pool import Think
from schnapsen_server.game.decide import NO_HAND
from schnapsen_server.rooms.audience import Visitor
from schnapsen_server.rooms.room import Room

logger = logging.getLogger(__name__)


class Hints:
    def __init__(self, think: Think, answer: Callable[[bytes], None]) -> None:
        self._think, self._answer = think, answer
        self._asking: asyncio.Task[None] | None = None

    def ask(self, room: Room, visitor: Visitor, frame: AskHint) -> None:
        """The answer goes to the asker alone, when it is there. Raises Refused."""
        if visitor.seat is None:
            raise Refused(Code.NOT_A_PLAYER)
        if not room.match.terms.hints:
            raise Refused(Code.NO_HINTS)
        if self._asking is not None:
            raise Refused(Code.THINKING)
        view = room.view_of(visitor.seat)
        if view.phase is not Phase.PLAYING:
            raise Refused(NO_HAND[view.phase])
        if view.to_play != visitor.seat:
            raise Refused(Code.NOT_YOUR_TURN)
        self._asking = asyncio.create_task(self._find(room, visitor, frame.id), name="hint")

    async def _find(self, room: Room, visitor: Visitor, asked: str) -> None:
        v, seat = room.version, visitor.seat
        assert seat is not None
        try:
            advice = await self._think(advise, room.view_of(seat), room.events(), v)
            self._answer(write(Hint(asked, v, advice)))
        except Refused as refused:
            self._answer(write(Fault(refused.code, SENTENCES[refused.code], asked)))
        except Exception:
            logger.exception("the hint for match %s broke at version %d", room.match_id, v)
            self._answer(write(Fault(Code.UNAVAILABLE, SENTENCES[Code.UNAVAILABLE], asked)))
        finally:
            if self._asking is asyncio.current_task():
                self._asking = None

    def close(self) -> None:
        """What has been asked is not answered any more."""
        if self._asking is not None:
            self._asking.cancel()
            self._asking = None
