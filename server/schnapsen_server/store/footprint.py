"""What the store's memory is used for, family by family of keys."""

import re
from collections import defaultdict
from dataclasses import dataclass

from .line import Line

KEYS_AT_ONCE = 1000
MATCH = re.compile(r"\{(?!lobby\}|fleet\}|ratings\}|p:)[^}]+\}")
PLAYER = re.compile(r"\{p:[^}]+\}")
ONE_OF_MANY = re.compile(r"(\{lobby\}:(?:playing|over|kept|recent|blocks|blocked|waits)|limit:[a-z-]+):.*")


@dataclass(slots=True)
class Family:
    keys: int = 0
    bytes: int = 0


async def footprint(line: Line) -> dict[str, Family]:
    """How many keys of each kind there are, and how many bytes they take. Raises Unavailable."""
    found: defaultdict[str, Family] = defaultdict(Family)
    async for key in line.keys("*", KEYS_AT_ONCE):
        used = await line.ask("MEMORY USAGE", key, "SAMPLES", 0)
        family = found[family_of(key.decode())]
        family.keys += 1
        family.bytes += used or 0
    return dict(found)


def family_of(key: str) -> str:
    """`{<match>}:log` of the key of any match's log."""
    named = MATCH.sub("{<match>}", PLAYER.sub("{p:<player>}", key))
    return ONE_OF_MANY.sub(r"\1:<id>", named)
