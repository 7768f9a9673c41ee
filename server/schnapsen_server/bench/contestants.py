"""Who can be sent into the arena: a level, `simple`, `random`, or `module:function`.

A player is called as `function(view, said, luck, budget_ms)`, where `said` are the public events of the match; it
gives a command or None.
"""

import importlib
import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, TypeAlias

from schnapsen_protocol.cards import Card
from schnapsen_protocol.commands import Claim, Command, PlayCard
from schnapsen_protocol.events import Event
from schnapsen_protocol.views import View
from schnapsen_server.bots.casual import cheapest, count, wins
from schnapsen_server.bots.choose import choose_by
from schnapsen_server.bots.levels import STRENGTHS, Level, Strength

Player: TypeAlias = Callable[[View, Sequence[Event], random.Random, float | None], Command | None]


def of_strength(
    strength: Strength, seen: View, said: Sequence[Event], luck: random.Random, budget_ms: float | None
) -> Command | None:
    return choose_by(seen, said, strength, luck, budget_ms)


def claims(seen: View, said: Sequence[Event]) -> bool:
    assert seen.viewer is not None
    return "claim" in seen.legal and count(said, seen.viewer) >= 66


def simple(seen: View, said: Sequence[Event], luck: random.Random, budget_ms: float | None) -> Command | None:
    """Takes when it can, throws low."""
    if claims(seen, said):
        return Claim()
    plays = [word for word in seen.legal if word.startswith("play:")]
    if not plays:
        return None
    taking = [word for word in plays if seen.table and wins(Card(word[-2:]), seen.table[0].card, seen)]
    return PlayCard(Card(luck.choice(taking or cheapest(plays, seen))[-2:]))


def at_random(seen: View, said: Sequence[Event], luck: random.Random, budget_ms: float | None) -> Command | None:
    if claims(seen, said):
        return Claim()
    plays = [word for word in seen.legal if word.startswith("play:")]
    return PlayCard(Card(luck.choice(plays)[-2:])) if plays else None


PLAYERS: Final[dict[str, Player]] = {
    **{level.value: partial(of_strength, STRENGTHS[level]) for level in Level},
    "simple": simple,
    "random": at_random,
}


def player(name: str) -> Player:
    """Raises LookupError if there is none of this name."""
    if name in PLAYERS:
        return PLAYERS[name]
    module, _, function = name.partition(":")
    if not function:
        raise LookupError(f"{name} is none of {', '.join(PLAYERS)}, and no module:function")
    try:
        found: Player = getattr(importlib.import_module(module), function)
    except (ImportError, AttributeError) as error:
        raise LookupError(str(error)) from error
    return found
