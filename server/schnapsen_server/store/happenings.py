"""How the batch of one command becomes the bytes of a log entry. Here alone the deal, a secret, can be written.

Nothing of a log is guessed: what this server does not know to the letter is refused.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from schnapsen_protocol.codec import EVENTS, EventCodec
from schnapsen_protocol.events import LOG_VERSION, RULES_VERSION, MatchOpened
from schnapsen_protocol.refusals import Code
from schnapsen_server.game.evolve import fold
from schnapsen_server.game.secret import DeckDealt, Happening
from schnapsen_server.game.state import Match

from .contract import Entry, Unreadable
from .upcast import upcast

PRESENT = b"[%d," % LOG_VERSION


class Happenings:
    """Writes batches in the present log version, and reads those of all versions up to it."""

    def __init__(self) -> None:
        self._codec = EventCodec(*EVENTS, DeckDealt)

    def encode(self, batch: Iterable[Happening]) -> bytes:
        """Raises TypeError for what is no happening."""
        return self._codec.encode([LOG_VERSION, *batch])

    def decode(self, batch: bytes) -> tuple[Happening, ...]:
        """Raises Unreadable."""
        events = b"[" + batch[len(PRESENT) :] if batch.startswith(PRESENT) else upcast(batch)
        try:
            found = self._codec.decode(events)
        except ValueError as error:
            raise Unreadable(Code.DAMAGED_MATCH, f"a batch holds what is no event: {error}") from error
        if not found:
            raise Unreadable(Code.DAMAGED_MATCH, "a batch is empty")
        for happening in found:
            if isinstance(happening, MatchOpened) and happening.rules > RULES_VERSION:
                raise Unreadable(Code.NEWER_MATCH, f"it is played by rules of version {happening.rules}")
        return found


HAPPENINGS: Final = Happenings()


@contextmanager
def told_as_unreadable() -> Iterator[None]:
    """What cannot be folded leaves as Unreadable: `evolve` refuses nothing, and breaks where something is amiss."""
    try:
        yield
    except (AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise Unreadable(Code.DAMAGED_MATCH, f"the events do not follow from each other: {error!r}") from error


def replay(entries: Iterable[Entry]) -> Iterator[tuple[Entry, Match]]:
    """The match after each of a log's entries. Raises Unreadable."""
    match = Match()
    for entry in entries:
        batch = HAPPENINGS.decode(entry.events)
        with told_as_unreadable():
            match = fold(batch, match)
        if not match.opened:
            raise Unreadable(Code.DAMAGED_MATCH, "the log does not begin with the opening of a match")
        yield entry, match
