"""What the door needs of the house, handed in by the app."""

from dataclasses import dataclass

from schnapsen_server.bots.pool import Think
from schnapsen_server.bots.reviews import Reviews
from schnapsen_server.lobby.lobby import Lobby
from schnapsen_server.lobby.ratings import Ratings
from schnapsen_server.rooms.directory import Directory
from schnapsen_server.rooms.replays import Replays
from schnapsen_server.store.contract import PlayerBook, Unavailable
from schnapsen_server.store.open import Store

from .address import Network
from .edition import ClientFiles
from .identity import Identities
from .limits import Allowances


@dataclass(frozen=True, slots=True)
class House:
    process: str
    """The name of this process among all that serve."""
    store: Store
    directory: Directory
    ratings: Ratings
    lobby: Lobby
    think: Think
    reviews: Reviews
    replays: Replays
    identities: Identities
    client: ClientFiles
    allowances: Allowances
    origins: tuple[str, ...] = ()
    frames_per_second: int = 20
    """What one socket may send on the long run; twice that at once."""
    proxies: tuple[Network, ...] = ()
    """Whose word on where a connection comes from is believed."""

    @property
    def book(self) -> PlayerBook:
        return self.store.players

    async def name_of(self, player: str) -> str:
        """The player's name, or the one that guests have until they choose another. Raises Unavailable."""
        return await self.book.name(player) or guest_name(player)

    async def ready(self) -> bool:
        try:
            await self.store.ping()
        except Unavailable:
            return False
        return True


def guest_name(player: str) -> str:
    """A name for a guest, always the same for the same player."""
    return f"Guest {sum(ord(letter) * 31**place for place, letter in enumerate(player)) % 9000 + 1000}"
