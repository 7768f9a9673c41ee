"""What a computer opponent is asked, and what it answers: one line of JSON each.

It is asked with the very bytes that a person at its seat would get, and with the events that everybody heard. So it
cannot know more than such a person, in whatever process it thinks.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from pydantic import Field, TypeAdapter

from schnapsen_protocol.cards import Level
from schnapsen_protocol.codec import Encoded, write
from schnapsen_protocol.commands import Command
from schnapsen_protocol.events import Event, HandDealt
from schnapsen_protocol.views import View


@dataclass(frozen=True, slots=True)
class Position:
    """From where a move is to be found."""

    view: View
    said: tuple[Annotated[Event, Field(discriminator="t")], ...]
    """From the running hand's deal on."""
    level: Level
    seed: int
    """The same gives the same move."""


@dataclass(frozen=True, slots=True)
class Question:
    position: Position
    budget_ms: int


READY: Final = b"ready\n"
"""The first line of who answers."""

_question: Final[TypeAdapter[Question]] = TypeAdapter(Question)
_answer: Final[TypeAdapter[Command | None]] = TypeAdapter(Annotated[Command, Field(discriminator="t")] | None)


def position(view: Encoded, said: Sequence[Event], level: Level, seed: int) -> bytes:
    """`view` is what the seat is told, `said` all that was said aloud in the match."""
    deals = (index for index, event in enumerate(reversed(said), 1) if isinstance(event, HandDealt))
    hand = Encoded(write(tuple(said[-next(deals, len(said)) :])))
    return write({"view": view, "said": hand, "level": level, "seed": seed})


def question(asked: bytes, budget_ms: int) -> bytes:
    return b'{"position":%b,"budget_ms":%d}\n' % (asked, budget_ms)


def read_question(line: bytes) -> Question:
    """Raises ValueError."""
    return _question.validate_json(line)


def answer(command: Command | None) -> bytes:
    return write(command) + b"\n"


def read_answer(line: bytes) -> Command | None:
    """Raises ValueError."""
    return _answer.validate_json(line)
