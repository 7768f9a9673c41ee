"""Who is connected to this process: every greeted connection, found by its player."""

from collections.abc import Collection, Iterator
from itertools import count

from schnapsen_server.rooms.outbox import Outbox


class Caller:
    """One connection of a player, as the lobby knows it."""

    def __init__(self, player: str, holder: str, outbox: Outbox) -> None:
        self.player = player
        self.holder = holder
        """What the queue calls this connection."""
        self.outbox = outbox


class Callers:
    """The connections of this process. `process` is its name among all processes."""

    def __init__(self, process: str) -> None:
        self.process = process
        self._numbers = count(1)
        self._of: dict[str, dict[Caller, None]] = {}

    def arrive(self, player: str, outbox: Outbox) -> Caller:
        caller = Caller(player, f"{self.process}:{next(self._numbers)}", outbox)
        self._of.setdefault(player, {})[caller] = None
        return caller

    def leave(self, caller: Caller) -> None:
        others = self._of.get(caller.player, {})
        others.pop(caller, None)
        if not others:
            self._of.pop(caller.player, None)

    def of(self, player: str) -> Collection[Caller]:
        return tuple(self._of.get(player, ()))

    def __len__(self) -> int:
        """How many people, not connections."""
        return len(self._of)

    def __iter__(self) -> Iterator[Caller]:
        for callers in list(self._of.values()):
            yield from list(callers)
