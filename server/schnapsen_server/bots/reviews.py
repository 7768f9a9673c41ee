"""Reviews of finished matches: made on request, move by move, told while they grow, and kept for a while.

Whatever has been judged is in the store. So any process answers, and one goes on where another died.
"""

import asyncio
import logging
from dataclasses import replace
from typing import Final

from pydantic import TypeAdapter

from schnapsen_protocol.advice import Mistake, Review
from schnapsen_protocol.cards import Seat
from schnapsen_protocol.codec import write
from schnapsen_protocol.refusals import Code, Refused
from schnapsen_server.store.contract import Log, ReviewBook, Unavailable
from schnapsen_server.store.happenings import HAPPENINGS, replay

from .decisions import Decision, decisions, judged
from .pool import Think

logger = logging.getLogger(__name__)

COSTLY: Final = 0.15
"""Game points on average: what costs less is no mistake."""
HOLD_MS: Final = 10_000
"""After so long without a word from the process that makes a review, another one may go on."""
MOST_WAITING: Final = 50
AGAIN_SECONDS: Final = 0.5

_REVIEW: Final = TypeAdapter(Review)


class Reviews:
    """The reviews of this process. Only one is in the making at a time: players who think ahead come first."""

    def __init__(self, log: Log, book: ReviewBook, think: Think, *, process: str, hold_ms: int = HOLD_MS) -> None:
        self._log, self._book, self._think, self._process = log, book, think, process
        self._hold_ms = hold_ms
        self._making: dict[tuple[str, Seat], asyncio.Task[None]] = {}
        self._turn = asyncio.Semaphore(1)

    async def ask(self, match_id: str, player: str) -> Review:
        """The review of this player's own seat as far as it is. Ask again until it is done.

        Raises Refused(UNKNOWN_MATCH, NOT_A_PLAYER, MATCH_RUNNING, THINKING), Unavailable, Unreadable.
        """
        entries = await self._log.read(match_id)
        if not entries:
            raise Refused(Code.UNKNOWN_MATCH)
        *_, (_, match) = replay(entries)
        seat = match.seat_of(player)
        if seat is None:
            raise Refused(Code.NOT_A_PLAYER)
        if not match.is_over:
            raise Refused(Code.MATCH_RUNNING)
        kept = await self._book.read(match_id, seat)
        if kept is not None and (review := _REVIEW.validate_json(kept)).done == review.of:
            return review
        all_decisions = list(decisions((HAPPENINGS.decode(entry.events) for entry in entries), seat))
        review = Review(match_id, seat, 0, len(all_decisions)) if kept is None else _REVIEW.validate_json(kept)
        if review.done < review.of and (match_id, seat) not in self._making:
            if len(self._making) >= MOST_WAITING:
                raise Refused(Code.THINKING)
            self._begin(review, all_decisions)
        return review

    def _begin(self, review: Review, all_decisions: list[Decision]) -> None:
        key = (review.match, review.seat)
        task = asyncio.create_task(self._make(review, all_decisions), name=f"review {review.match}")
        self._making[key] = task
        task.add_done_callback(lambda _: self._making.pop(key))

    async def _make(self, review: Review, all_decisions: list[Decision]) -> None:
        try:
            async with self._turn:
                for decision in all_decisions[review.done :]:
                    if not await self._book.hold(review.match, review.seat, self._process, self._hold_ms):
                        return  # another process is at it
                    review = await self._with(review, decision)
                    await self._book.keep(review.match, review.seat, write(review))
        except Unavailable as down:
            logger.warning("the review of %s is left for later: %s", review.match, down)
        except Exception:
            logger.exception("the review of %s broke", review.match)

    async def _with(self, review: Review, decision: Decision) -> Review:
        """The review with one decision more."""
        while True:
            try:
                judgement = await self._think(judged, decision)
                break
            except Refused:  # there is no hurry
                await asyncio.sleep(AGAIN_SECONDS)
        review = replace(review, done=review.done + 1)
        if judgement is None:
            return review
        review = replace(review, decisions=review.decisions + 1)
        if judgement.lost < COSTLY:
            return review
        mistake = Mistake(decision.v, decision.view, decision.played, judgement.better, round(judgement.lost, 2))
        return replace(review, lost=round(review.lost + mistake.lost, 2), mistakes=(*review.mistakes, mistake))

    async def close(self) -> None:
        for task in self._making.values():
            task.cancel()
        await asyncio.gather(*self._making.values(), return_exceptions=True)
