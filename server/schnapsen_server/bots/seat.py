"""The computer's place at a table: it looks when the table has changed, thinks a moment, and speaks like any player."""

from collections.abc import Callable, Sequence
from functools import partial

from schnapsen_protocol.cards import SEATS, Seat
from schnapsen_protocol.commands import Command, Propose
from schnapsen_protocol.frames import Fault
from schnapsen_protocol.views import Phase, View
from schnapsen_server.rooms.clocks import Clock
from schnapsen_server.rooms.room import Order, Reply, Room

from .casual import choose, count

THINKING_MS = 700
AGAIN_MS = 1_000
"""After a move that could not be stored."""


class ComputerSeats:
    """Plays every computer seat of the rooms of this process. Call it with a room whenever its table has changed.

    Its command ids follow from the version, so that several processes, or one that died and came back, move once.
    """

    def __init__(self, clock: Clock, pick: Callable[[Sequence[str]], str], thinking_ms: int = THINKING_MS) -> None:
        self._clock = clock
        self._pick = pick
        self._thinking_ms = thinking_ms

    def __call__(self, room: Room) -> None:
        for seat in SEATS:
            player = room.match.players[seat]
            if player is not None and player.computer and wants_to_speak(room.view_of(seat), seat):
                self._clock.call_later(self._thinking_ms, partial(self._speak, room, seat, player.id, room.version))

    def _speak(self, room: Room, seat: Seat, player: str, version: int) -> None:
        if room.closed or room.version != version:
            return
        command = self._command(room, seat)
        if command is None:
            return

        def answer(reply: Reply) -> None:
            if isinstance(reply, Fault):
                self._clock.call_later(AGAIN_MS, partial(self._speak, room, seat, player, version))

        room.order(Order(player, f"v{version}", command, answer, version))

    def _command(self, room: Room, seat: Seat) -> Command | None:
        view = room.view_of(seat)
        if asked(view, seat) and view.proposal is not None:
            return Propose(view.proposal.what)
        return choose(view, count(room.events(), seat), self._pick)


def wants_to_speak(view: View, seat: Seat) -> bool:
    return asked(view, seat) or (view.phase is Phase.PLAYING and bool(view.legal))


def asked(view: View, seat: Seat) -> bool:
    """The other player has proposed something."""
    return view.proposal is not None and view.proposal.seat != seat
