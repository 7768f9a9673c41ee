"""What is settled about a match before it begins: its clock, whether it is rated, and who may look on."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from pydantic import ConfigDict, Field

STRICT = ConfigDict(extra="forbid", strict=True)

SECOND, MINUTE = 1_000, 60_000


class Gallery(StrEnum):
    """Who may look on while the match is played, and how much they see."""

    CLOSED = "closed"
    """Nobody."""
    PUBLIC = "public"
    """Everybody sees what lies open on the table, and never a hand."""
    OPEN = "open"
    """Everybody sees the table, and both hands when a hand is over."""


@dataclass(frozen=True, slots=True)
class ClockRule:
    """So much time for the whole match, and so much more after each card played."""

    __pydantic_config__ = STRICT
    bank_ms: Annotated[int, Field(ge=10 * SECOND, le=180 * MINUTE)]
    increment_ms: Annotated[int, Field(ge=0, le=10 * MINUTE)]


USUAL_CLOCK = ClockRule(5 * MINUTE, 10 * SECOND)
"""Between people, unless they choose another or none."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The defaults are those of a match of which nothing was settled: older logs have none."""

    __pydantic_config__ = STRICT
    clock: ClockRule | None = None
    rated: bool = False
    gallery: Gallery = Gallery.PUBLIC
    listed: bool = False
    """Open to whoever finds it in the lobby, not by its link alone."""
    first_move_ms: int = 30 * SECOND
    """With a clock: how long a player may take over his first card before the match is called off."""
    hints: bool = False
    """Players may ask the computer for advice. Never in rated matches."""
    hide_points: bool = False
    """During a hand nobody is told the other's points, also where the preset shows them."""


UNSETTLED = Terms()
