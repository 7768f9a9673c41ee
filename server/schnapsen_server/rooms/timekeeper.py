"""The timers of one table: the next hand, and the end of a player's time, which also stands in the store."""

from collections.abc import Callable

from schnapsen_server.game.clock import due
from schnapsen_server.game.state import Match
from schnapsen_server.store.table_contract import Deadlines

from .clocks import Clock, Timer


class Timekeeper:
    """Calls back when a moment has come. Calling too early or twice does no harm: the rules know better."""

    def __init__(
        self,
        match_id: str,
        deadlines: Deadlines,
        clock: Clock,
        *,
        deal: Callable[[], None],
        time_up: Callable[[], None],
    ) -> None:
        self._match_id = match_id
        self._deadlines, self._clock = deadlines, clock
        self._deal, self._time_up = deal, time_up
        self._next_hand: Timer | None = None
        self._end: Timer | None = None
        self._stored: int | None = None
        self._known = False

    def set(self, match: Match, left_ms: int | None) -> None:
        """`left_ms` until the next hand is dealt, None if nothing counts down."""
        self.stop()
        if left_ms is not None:
            self.deal_in(left_ms)
        moment = due(match)
        if moment is not None:
            self._end = self._clock.call_later(max(0, moment - self._clock.now_ms()), self._time_up)

    def deal_in(self, ms: int) -> None:
        """Deal then, and not when it was said before."""
        if self._next_hand is not None:
            self._next_hand.cancel()
        self._next_hand = self._clock.call_later(ms, self._deal)

    def stop(self) -> None:
        for timer in (self._next_hand, self._end):
            if timer is not None:
                timer.cancel()
        self._next_hand = self._end = None

    async def warn(self, after: Match) -> None:
        """Before a batch is stored: should this process die right after, no time-out comes late. Raises Unavailable."""
        moment = due(after)
        if moment is not None and (self._stored is None or moment < self._stored):
            await self._deadlines.sooner(self._match_id, moment)

    async def store(self, match: Match, *, anew: bool = False) -> None:
        """Write down what is due, if it is not; `anew` in any case. Raises Unavailable."""
        moment = due(match)
        if self._known and moment == self._stored and not anew:
            return
        if match.terms.clock is not None:
            if moment is None:
                await self._deadlines.drop(self._match_id)
            else:
                await self._deadlines.put(self._match_id, moment)
        self._stored, self._known = moment, True
