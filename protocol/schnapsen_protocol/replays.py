"""Hands that are over, step by step, as somebody looks back at them."""

from dataclasses import dataclass
from enum import StrEnum

from .cards import Seat
from .events import Event
from .views import View


class Eyes(StrEnum):
    """Who looks: whose views the steps show."""

    BOTH = "both"
    """Both hands lie open from the deal on."""
    FIRST = "0"
    """Seat 0, which saw no more than its own hand until the hand was over."""
    SECOND = "1"
    GALLERY = "gallery"
    """No hand at all."""


@dataclass(frozen=True, slots=True)
class Step:
    """What one command changed on the table, and the table after it."""

    v: int
    """The version of the match that it made."""
    at: int
    events: tuple[Event, ...]
    """Only what changed the table: no words, no clocks, no proposals."""
    view: View


@dataclass(frozen=True, slots=True)
class Replay:
    """One hand of a match, with what else of it can be looked at."""

    match: str
    over: bool
    """The match is."""
    you: Seat | None
    """The seat of whoever asks."""
    eyes: Eyes
    """Those of `steps`."""
    may: tuple[Eyes, ...]
    """Through which whoever asks may look."""
    hands: int
    """So many are over, numbered from 1. One that will never be played on is over too."""
    hand: int
    """The one that `steps` show; 0 if there is none."""
    steps: tuple[Step, ...]
    """The first one is the deal, the last one the end."""
