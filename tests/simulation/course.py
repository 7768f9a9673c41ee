"""What a match was by one log of it: its end may be lost later, and another written in its place."""

import re
from collections.abc import Sequence
from functools import cache
from itertools import accumulate

import orjson

from kit.hidden import hidden
from schnapsen_protocol.cards import Seat
from schnapsen_protocol.codec import write
from schnapsen_server.game.evolve import fold
from schnapsen_server.game.secret import DeckDealt, Happening, public
from schnapsen_server.game.state import Match
from schnapsen_server.game.view import view
from schnapsen_server.store.contract import Entry
from schnapsen_server.store.happenings import HAPPENINGS

from .people import Frame

CARD = re.compile(r'[":]([CDHS][ATKQJ])"')


class Course:
    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = entries
        self.batches: list[tuple[Happening, ...]] = [HAPPENINGS.decode(entry.events) for entry in entries]
        self.states = list(accumulate(self.batches, lambda match, batch: fold(batch, match), initial=Match()))
        self._said: list[list[Frame]] = [orjson.loads(write(public(batch))) for batch in self.batches]
        self.seen = cache(self._seen)

    @property
    def last(self) -> int:
        return len(self.entries)

    def has(self, v: int, at: int) -> bool:
        """Whether its version `v` was written at this time. Nothing at all is the beginning of all of them."""
        return v == 0 or (v <= self.last and self.entries[v - 1].at == at)

    def stands(self, v: int, author: str, command_id: str) -> bool:
        """Whether this command became version `v`."""
        entry = self.entries[v - 1] if 0 < v <= self.last else None
        return entry is not None and (entry.author, entry.command_id) == (author, command_id)

    def events(self, after: int, until: int) -> list[Frame]:
        return [event for batch in self._said[after:until] for event in batch]

    def seat_at(self, v: int, player: str) -> Seat | None:
        return self.states[min(v, self.last)].seat_of(player)

    def secrets(self) -> list[str]:
        return [happening.secret for batch in self.batches for happening in batch if isinstance(happening, DeckDealt)]

    def _seen(self, v: int, viewer: Seat | None) -> tuple[str, list[str]]:
        """How version `v` is told, and the cards in it that the viewer cannot know."""
        state = self.states[v]
        told = write(view(state, viewer)).decode()
        if state.hand is None:
            return f'"view":{told}', []
        so_far = [happening for batch in self.batches[:v] for happening in batch]
        unknown = hidden(so_far, state.terms.gallery, viewer)
        shown = set(CARD.findall(told))
        return f'"view":{told}', [card for card in unknown if card in shown]
