"""Every match counts once for each of its players, however often a process dies between its end and the counting.

Counting is made so that doing it again changes nothing, and then it is done until it is known to be done:

* A result follows from its match's log alone. The log tells how both were rated when they sat down
  (`SeatTaken.rating`), so neither player's new rating needs the other's: no transaction spans two players, and matches
  of different players may be counted in any order.
* A player's standing is a fold over all his results, ordered by when the matches ended. A result is kept under its
  match's id, together with the standing that includes it, by one script: it is in both or in neither, and never twice.
  If a match is counted late, after one that ended later, the fold is made again.
* A match is put on a list of matches to be settled before its log begins, and is taken off after both results are
  kept. Whoever serves the table settles it as soon as it is over; every process looks after those that nobody serves.

* Of a player's oldest results only the standing with them is kept, the base: the fold begins there.

Hence a recount from the logs (`recount.py`) gives the same standings: the log is the truth, the rest is a sum of it.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterable, Sequence

from pydantic import TypeAdapter

from schnapsen_protocol.ratings import Profile, RatingMark, RatingPoint, Reliability, TopRow
from schnapsen_protocol.views import Phase
from schnapsen_server.rooms.clocks import Clock
from schnapsen_server.rooms.room import Room
from schnapsen_server.store.contract import Entry, Log, PlayerBook, Unavailable, Unreadable
from schnapsen_server.store.ratings import Outcome, ResultBook, Row

from .standing import Counted, Standing, count
from .statistics import Result, results

logger = logging.getLogger(__name__)

SWEEP_MS = 5_000
LOOK_AFTER_MS = 60_000
"""A match that nobody serves is looked at when it was silent for so long, then after twice as long, and so on."""
LONGEST_PAUSE_MS = 24 * 3600 * 1000
AT_ONCE = 50
HISTORY = 300
"""How many of the newest matches a profile tells."""
SUMMED_UP_AFTER = 50
"""Each time when a player has so many results more, it is seen to it that not too many are kept one by one."""
BEST = 50
TOP_KEPT_MS = 5_000
"""How long the list of the best is told as it was: it takes a hundred questions to the store."""

STANDING = TypeAdapter(Standing)
COUNTED = TypeAdapter(Counted)


class Ratings:
    """Counts matches that are over, and tells how players stand."""

    def __init__(self, log: Log, names: PlayerBook, book: ResultBook, clock: Clock) -> None:
        self._log, self._names, self._book, self._clock = log, names, book, clock
        self._over: asyncio.Queue[str] = asyncio.Queue()
        self._waiting: set[str] = set()
        self._left: set[str] = set()
        """Those that are over and could not be counted when they should."""
        self._tasks: list[asyncio.Task[None]] = []
        self._top: list[TopRow] = []
        self._top_until = 0

    def start(self, playing: Callable[[], Iterable[str]]) -> None:
        """Settle what is over, here and where nobody looks. `playing` tells which running matches are served here."""
        self._tasks = [
            asyncio.create_task(self._settle_those_over(), name="ratings"),
            asyncio.create_task(self._sweep_often(playing), name="ratings sweep"),
        ]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # Settling

    async def expect(self, match_id: str) -> None:
        """See to it that the match is counted when it is over. Raises Unavailable."""
        await self._book.expect(match_id, self._clock.now_ms() + LOOK_AFTER_MS)

    def __call__(self, room: Room) -> None:
        """Note that a table has changed: if its match is over, it is settled soon."""
        over = room.match.phase is Phase.MATCH_OVER and room.match.counts
        if over and room.match_id not in self._waiting:
            self._waiting.add(room.match_id)
            self._over.put_nowait(room.match_id)

    async def settle(self, match_id: str) -> None:
        """Count the match for its players, if it is over. May be done again, by anybody. Raises Unavailable."""
        await self._settle(match_id, await self._log.read(match_id))

    async def _settle(self, match_id: str, entries: Sequence[Entry]) -> None:
        found = results(match_id, entries)
        if found is None:
            now = self._clock.now_ms()
            silent = now - entries[-1].at
            await self._book.defer([match_id], now + min(LONGEST_PAUSE_MS, max(LOOK_AFTER_MS, silent)))
            return
        for player, result in found.items():
            standing = await self._count(player, result)
            await self.place(player, standing)
        await self._book.settled(match_id)

    async def _count(self, player: str, result: Result) -> Standing:
        while True:
            before = await self.standing(player)
            if result.place > before.latest:
                after, counted = count([result], before)
            else:  # a match that ended later has been counted, or this very one
                base = await self._base(player)
                kept = await self._results(player)
                # What is not behind the base is in it: else more than all that is kept one by one came before it.
                if result.place <= base.latest or any(one.match == result.match for one in kept):
                    return before
                after, counted = count(sorted([*kept, result], key=lambda one: one.place), base)
            outcome = await self._book.count(
                player, result.match, after.results - 1, [row(one) for one in counted], STANDING.dump_json(after)
            )
            if outcome is Outcome.COUNTED:
                if after.results % SUMMED_UP_AFTER == 0:
                    await self._sum_up(player)
                return after

    async def _sum_up(self, player: str) -> None:
        """Keep the sum of the oldest results if there are too many. If this fails, there is a next time."""
        too_many = await self._book.too_many(player)
        if not too_many:
            return
        base, kept = await self._base(player), await self._results(player)
        oldest = kept[:too_many]
        sum_of_them, _ = count(oldest, base)
        gone = [one.match for one in oldest]
        await self._book.shorten(player, base.results + len(kept), gone, STANDING.dump_json(sum_of_them))

    async def _results(self, player: str) -> list[Result]:
        return [COUNTED.validate_json(json).result for json in await self._book.results(player)]

    async def _base(self, player: str) -> Standing:
        json = await self._book.base(player)
        return Standing() if json is None else STANDING.validate_json(json)

    async def place(self, player: str, standing: Standing) -> None:
        settled = not standing.mark(standing.rated_at).provisional
        await self._book.place(player, standing.results, standing.rating.value if settled else None)

    async def _settle_those_over(self) -> None:
        while True:
            match_id = await self._over.get()
            self._waiting.discard(match_id)
            if not await self._try(match_id):
                self._left.add(match_id)

    async def _sweep_often(self, playing: Callable[[], Iterable[str]]) -> None:
        while True:
            await asyncio.sleep(SWEEP_MS / 1000)
            while self._left:
                self._over.put_nowait(self._left.pop())
            try:
                await self.sweep(playing())
            except Unavailable as down:
                logger.warning("ratings: left for later: %s", down)

    async def sweep(self, playing: Iterable[str] = ()) -> None:
        """Look after matches that nobody has served for a while; `playing` are served here. Raises Unavailable."""
        now = self._clock.now_ms()
        await self._book.defer(playing, now + LOOK_AFTER_MS)
        for match_id in await self._book.take_due(now, now + LOOK_AFTER_MS, AT_ONCE):
            await self._try(match_id)

    async def _try(self, match_id: str) -> bool:
        """Whether the store could be asked."""
        try:
            if not await self._book.is_expected(match_id):
                return True
            entries = await self._log.read(match_id)
            if entries:
                await self._settle(match_id, entries)
            else:  # whoever wanted to open it died before
                await self._book.settled(match_id)
        except Unavailable as down:
            logger.warning("ratings: match %s is left for later: %s", match_id, down)
            return False
        except Unreadable as unreadable:
            logger.warning("ratings: match %s is left for another day: %s", match_id, unreadable)
            with contextlib.suppress(Unavailable):
                await self._book.defer([match_id], self._clock.now_ms() + LONGEST_PAUSE_MS)
        except Exception:
            # One log that cannot be read must not keep the others from being counted.
            logger.exception("ratings: match %s cannot be counted", match_id)
        return True

    # Telling

    async def standing(self, player: str) -> Standing:
        """How the player stands. Raises Unavailable."""
        json = await self._book.standing(player)
        return Standing() if json is None else STANDING.validate_json(json)

    async def mark(self, player: str) -> RatingMark | None:
        """The rating to be shown beside the name. None: he has not chosen a name. Raises Unavailable."""
        name, standing = await asyncio.gather(self._names.name(player), self.standing(player))
        return None if name is None else standing.mark(self._clock.now_ms())

    async def reliability(self, player: str) -> Reliability:
        """Raises Unavailable."""
        return (await self.standing(player)).statistics.reliability

    async def changes(self, player: str, matches: Sequence[str]) -> list[int | None]:
        """By how much each match moved the player's rating; None: it did not, or is not counted yet."""
        found = await self._book.results_of(player, matches)
        points = [None if json is None else COUNTED.validate_json(json).point for json in found]
        return [None if point is None else point.change for point in points]

    async def profile(self, player: str, guest_name: str) -> Profile:
        """What everybody may know of a player. Raises Unavailable."""
        kept = await self._book.results(player, HISTORY)
        # Asked for after them: whoever sees a match in the history finds it in the standing too.
        name, standing = await asyncio.gather(self._names.name(player), self.standing(player))
        return Profile(
            player=player,
            name=name or guest_name,
            rating=None if name is None else standing.mark(self._clock.now_ms()),
            rated_matches=standing.rated_matches,
            record=standing.statistics.record,
            reliability=standing.statistics.reliability,
            history=points(kept),
        )

    async def top(self) -> list[TopRow]:
        """The best players whose ratings are sure enough. Raises Unavailable."""
        now = self._clock.now_ms()
        if now >= self._top_until:
            self._top, self._top_until = await self._find_top(), now + TOP_KEPT_MS
        return self._top

    async def _find_top(self) -> list[TopRow]:
        rows = await asyncio.gather(*map(self._top_row, await self._book.best(2 * BEST)))
        sure = [row for row in rows if row is not None and not row.rating.provisional]
        return sorted(sure, key=lambda row: -row.rating.value)[:BEST]

    async def _top_row(self, player: str) -> TopRow | None:
        name, standing = await asyncio.gather(self._names.name(player), self.standing(player))
        if name is None:
            return None
        mark = standing.mark(self._clock.now_ms())
        return TopRow(player, name, mark, standing.rated_matches, standing.statistics.reliability)


def row(counted: Counted) -> Row:
    return Row(counted.result.match, counted.result.at, COUNTED.dump_json(counted))


def points(kept: Iterable[bytes]) -> tuple[RatingPoint, ...]:
    """Of these results, the points of the curve of the rating."""
    found = (COUNTED.validate_json(json).point for json in kept)
    return tuple(point for point in found if point is not None)
