"""Puts matches away when nobody wants anything of them any more: their logs become records.

Every match is on a list from before its log begins. When it is due it is looked at, by whichever process comes first;
should that one die over it, by another one later. Doing it twice changes nothing.
"""

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, fields, replace
from typing import Any

from schnapsen_protocol.cards import Seat
from schnapsen_protocol.codec import TERMS, VIEWS, write
from schnapsen_protocol.views import Phase
from schnapsen_server.game.state import Match
from schnapsen_server.game.view import view
from schnapsen_server.store.contract import Log, Unavailable, Unreadable
from schnapsen_server.store.happenings import replay
from schnapsen_server.store.record import Record
from schnapsen_server.store.table_contract import Tables

from .clocks import Clock
from .opening import FIRST_LOOK_MS

logger = logging.getLogger(__name__)

HOUR_MS, DAY_MS = 3600 * 1000, 24 * 3600 * 1000
SWEEP_MS = 60_000
AT_ONCE = 50
AGAIN_MS = 10 * 60_000
"""When a match is looked at again whose process died over it, or that moved on meanwhile."""
EYES: tuple[Seat | None, ...] = (0, 1, None)


@dataclass(frozen=True, slots=True)
class Lifetimes:
    """For how long after its last entry a match keeps its log, and how long its record is kept then."""

    finished_ms: int = DAY_MS
    """Of a match that is over: for a rematch and some talk."""
    open_table_ms: int = 7 * DAY_MS
    """Of a table to which nobody has come."""
    unfinished_ms: int = 90 * DAY_MS
    """Of any other match. Like an open table, it is brought back by its next visitor."""
    record_seconds: int = 365 * 24 * 3600
    """0: for ever."""

    def of(self, match: Match | None) -> int:
        """`None`: a match that cannot be read here."""
        if match is None:
            return self.unfinished_ms
        if match.is_over:
            return self.finished_ms
        return self.open_table_ms if match.phase is Phase.WAITING else self.unfinished_ms


class Filer:
    """One for each process, and any number of them. `wake` is called for a match that has something left to do."""

    def __init__(
        self, log: Log, tables: Tables, clock: Clock, lifetimes: Lifetimes, wake: Callable[[str], Awaitable[object]]
    ) -> None:
        self._log, self._archive, self._presence = log, tables.archive, tables.presence
        self._clock, self._lifetimes, self._wake = clock, lifetimes, wake
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._keep_sweeping(), name="filing")

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def expect(self, match_id: str) -> None:
        """See to it that the match is put away one day. Raises Unavailable."""
        await self._archive.expect(match_id, self._clock.now_ms() + FIRST_LOOK_MS)

    def is_kept(self, ended_at: int) -> bool:
        """Whether a match that ended then has its log or its record still."""
        lifetimes = self._lifetimes
        kept_ms = lifetimes.finished_ms + lifetimes.record_seconds * 1000
        return lifetimes.record_seconds == 0 or self._clock.now_ms() < ended_at + kept_ms

    async def bring_back(self, match_id: str) -> None:
        """If the match was put away and is not over, it has a log again after this. Raises Unreadable, Unavailable."""
        record = await self._archive.record(match_id)
        if record is not None and record.outcome is None:
            await self.expect(match_id)
            await self._archive.bring_back(match_id, record)

    async def sweep(self) -> int:
        """Look at so many of the matches that are due; returns how many. Raises Unavailable."""
        now = self._clock.now_ms()
        due = await self._archive.take_due(now, now + AGAIN_MS, AT_ONCE)
        for match_id in due:
            try:
                await self._look_at(match_id, now)
            except Unavailable:
                raise
            except Exception:
                # One match must not keep all others from being put away.
                logger.exception("match %s cannot be put away", match_id)
        return len(due)

    async def _look_at(self, match_id: str, now: int) -> None:
        if await self._archive.is_filed(match_id):  # by one who died before he could say so
            await self._archive.done(match_id)
            return
        entries = await self._log.read(match_id)
        if not entries:  # whoever wanted to open it died before
            await self._archive.done(match_id)
            return
        match = None
        try:
            match = list(replay(entries))[-1][1]
        except Unreadable as unreadable:
            logger.warning("match %s: %s", match_id, unreadable)
        until = entries[-1].at + self._lifetimes.of(match)
        over = match is not None and match.is_over
        if now < until:
            # A match that is not over may be over soon: the longer it has been silent, the less often it is looked at.
            soon = now + max(self._lifetimes.finished_ms, now - entries[-1].at)
            await self._archive.look_again(match_id, until if over else min(until, soon))
        elif not over and (await self._presence.read(match_id)).rows:
            await self._archive.look_again(match_id, now + DAY_MS)
        elif match is not None and match.rematch is not None and await self._log.epoch(match.rematch) is None:
            await self._wake(match_id)  # it opens the rematch
        else:
            epoch = await self._log.epoch(match_id) or ""
            if match is not None and over:
                # Nobody repeats a command of it any more, and the ids are more than half of what is not to be packed.
                record = Record(epoch, tuple(replace(one, command_id="") for one in entries), outcome(match))
            else:
                record = Record(epoch, tuple(entries), None)
            if await self._archive.file(match_id, record, self._lifetimes.record_seconds):
                await self._archive.done(match_id)

    async def _keep_sweeping(self) -> None:
        while True:
            looked_at = 0
            try:
                looked_at = await self.sweep()
            except Unavailable as down:
                logger.warning("matches are put away later: %s", down)
            if looked_at < AT_ONCE:
                await asyncio.sleep(SWEEP_MS / 1000)


def outcome(match: Match) -> dict[str, Any]:
    """What came of a match that is over, and hashes of what everybody sees of it."""
    return {
        "winner": match.winner,
        "ended_by": match.ended_by,
        "called_off": match.called_off,
        "score": list(match.score),
        "fields": FIELDS,
        "views": [hashlib.sha256(write(view(match, viewer))).hexdigest() for viewer in EYES],
    }


def differs(match: Match, filed: dict[str, Any]) -> bool:
    """Whether a filed match is shown by this server in another way than by the one that filed it.

    The views are compared only where they have the same fields still.
    """
    now = outcome(match)
    if now["fields"] != filed["fields"]:
        return any(now[name] != filed[name] for name in ("winner", "ended_by", "called_off", "score"))
    return now != filed


def _fields() -> str:
    """Another text for every other set of fields that a view can have."""
    named = [[cls.__name__, *(field.name for field in fields(cls))] for cls in (*VIEWS, *TERMS)]
    return hashlib.sha256(repr(named).encode()).hexdigest()[:16]


FIELDS = _fields()
