"""The lobby of one process: who is connected, the search for opponents, and the list."""

from schnapsen_server.rooms.clocks import Clock
from schnapsen_server.rooms.outbox import Outbox
from schnapsen_server.rooms.room import Room
from schnapsen_server.store.lobby_contract import Queue, Rows

from .board import Board
from .callers import Caller, Callers
from .matchmaker import Matchmaker, Tables
from .publisher import Publisher
from .ratings import Ratings


class Lobby:
    """Made before the tables, whose changes it is told; started after them."""

    def __init__(self, queue: Queue, rows: Rows, ratings: Ratings, clock: Clock, process: str) -> None:
        self._queue, self._clock = queue, clock
        self._callers = Callers(process)
        self._publisher = Publisher(rows, queue, ratings, process)
        self.board = Board(rows, lambda: self.matchmaker.online)
        self.matchmaker = Matchmaker(queue, self._callers, clock)

    def __call__(self, room: Room) -> None:
        """Note that a table has changed."""
        self._publisher(room)

    async def plays_elsewhere(self, player: str, match: str) -> bool:
        """Whether the player is awaited or plays in another match than this. Raises Unavailable."""
        return await self._queue.match_of(player) not in (None, match)

    async def start(self, tables: Tables) -> None:
        """Raises Unavailable."""
        await self.matchmaker.start(tables)
        await self.board.start()
        self._publisher.start()

    async def close(self) -> None:
        await self._publisher.close()
        await self.board.close()
        await self.matchmaker.close()

    def arrive(self, player: str, outbox: Outbox) -> Caller:
        """A connection has said hello."""
        return self._callers.arrive(player, outbox)

    def leave(self, caller: Caller) -> None:
        """A connection is closed."""
        self._callers.leave(caller)
        self.board.leave(caller)
        self.matchmaker.gone(caller)
