"""One connection's way into the lobby: its frames, within what its player and address may."""

from typing import assert_never

from schnapsen_protocol.lobby_frames import EnterLobby, LeaveLobby, LobbyClientFrame, Seek, StopSeeking
from schnapsen_server.lobby.glicko import Rating
from schnapsen_server.lobby.pools import pool_of
from schnapsen_server.rooms.outbox import Outbox
from schnapsen_server.store.lobby_contract import Ticket

from .house import House

GUEST = Rating()


class LobbyDoor:
    """Made when the connection has said hello; to be closed with it."""

    def __init__(self, house: House, player: str, address: str, outbox: Outbox) -> None:
        self._house, self._player, self._address = house, player, address
        self._lobby = house.lobby
        self._caller = house.lobby.arrive(player, outbox)

    def close(self) -> None:
        self._lobby.leave(self._caller)

    async def carry_out(self, frame: LobbyClientFrame) -> None:
        """Raises TooFast, Unavailable."""
        match frame:
            case EnterLobby(epoch, version):
                await self._lobby.board.enter(self._caller, epoch, version)
                await self._lobby.matchmaker.look_up(self._caller)
            case LeaveLobby():
                self._lobby.board.leave(self._caller)
            case Seek():
                await self._house.allowances.tickets.take(self._player, self._address)
                await self._lobby.matchmaker.seek(self._caller, await self._ticket(frame))
            case StopSeeking():
                await self._lobby.matchmaker.stop(self._player)
            case _:
                assert_never(frame)

    async def _ticket(self, seek: Seek) -> Ticket:
        """Guests have no rating: they count as new players, and their matches are not rated."""
        name = await self._house.name_of(self._player)
        mark = await self._house.ratings.mark(self._player)
        rating, deviation = (GUEST.value, GUEST.deviation) if mark is None else (mark.value, mark.deviation)
        rated = seek.rated and mark is not None
        return Ticket(self._player, name, pool_of(seek.preset, seek.clock), rated, rating, deviation, since=0)

    def at_table(self, match_id: str) -> None:
        """This player has sat down at a match of his."""
        self._lobby.matchmaker.shown(match_id, self._player)

    def newest(self) -> bytes | None:
        """The list, if this connection looks at it and fell behind."""
        return self._lobby.board.newest(self._caller)
