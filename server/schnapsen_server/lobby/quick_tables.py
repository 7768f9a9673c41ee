"""The tables of those whom the house has paired."""

import asyncio

from schnapsen_protocol.cards import Versus
from schnapsen_protocol.commands import AbortMatch
from schnapsen_protocol.frames import Fault
from schnapsen_protocol.terms import Terms
from schnapsen_protocol.views import Phase
from schnapsen_server.game.chance import Chance
from schnapsen_server.game.house import HouseCommand, OpenMatch, TakeSeat
from schnapsen_server.rooms.clocks import Clock
from schnapsen_server.rooms.directory import Directory
from schnapsen_server.rooms.opening import Rater
from schnapsen_server.rooms.room import Order, Reply, UnknownMatch
from schnapsen_server.store.contract import Log, PlayerBook, Unavailable, Unreadable
from schnapsen_server.store.lobby_contract import Pairing

from .pools import terms_of


class QuickTables:
    """Implements Tables."""

    def __init__(
        self, log: Log, book: PlayerBook, rater: Rater, chance: Chance, clock: Clock, directory: Directory
    ) -> None:
        self._log, self._book, self._rater, self._chance, self._clock = log, book, rater, chance, clock
        self._directory = directory

    def new_match(self) -> tuple[str, int]:
        return self._chance.match_id(), self._chance.seat()

    async def open(self, pairing: Pairing) -> None:
        preset, clock = terms_of(pairing.pool)
        terms = Terms(clock=clock, rated=all(ticket.rated for ticket in pairing.players), listed=True)
        seats = [TakeSeat(ticket.player, ticket.name) for ticket in pairing.players]
        commands: list[HouseCommand] = [OpenMatch(preset, Versus.HUMAN, 1 if pairing.dealer else 0, terms), *seats]
        await self._directory.open(pairing.match, commands)
        now = self._clock.now_ms()
        for ticket in pairing.players:
            await self._book.add_match(ticket.player, pairing.match, now)

    async def call_off(self, pairing: Pairing) -> bool:
        """In the name of the one who has not come: he has played no card, so he may, whatever the other did."""
        try:
            room = await self._directory.room(pairing.match)
        except (UnknownMatch, Unreadable):  # the store has lost its log, or keeps it for a newer server
            return False
        answered: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()

        def answer(reply: Reply) -> None:
            if not answered.done():
                answered.set_result(reply)

        room.order(Order(pairing.missing[0], "no-show", AbortMatch(), answer))
        match await answered:
            case Fault(sentence=sentence):
                raise Unavailable(sentence)
            case _:  # a refusal too: it was over already
                return room.match.called_off is not None

    async def who_played(self, match: str) -> list[str] | None:
        try:
            found = await self._directory.peek(match)
        except Unreadable:
            return None
        if found is None or found[0].phase not in (Phase.MATCH_OVER, Phase.PAUSED):
            return None
        return [player.id for player in found[0].players if player is not None]
