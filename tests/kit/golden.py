"""Golden logs: whole matches as a released version wrote them, and what everybody saw of them at every version.

A log is `<log version>/<name>.jsonl`, an entry a line. Beside it, `<name>.views` has a line for each version of the
match with the hashes of the views of seat 0, seat 1 and the gallery. What is hashed is the canonical JSON of a view cut
to the fields that views had when the log was released, which `fields.json` names: a view may gain fields, no more.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any, get_args, get_type_hints

from schnapsen_protocol.cards import Seat
from schnapsen_protocol.views import View
from schnapsen_server.game.evolve import fold
from schnapsen_server.game.state import Match
from schnapsen_server.game.view import view
from schnapsen_server.store.contract import Entry
from schnapsen_server.store.happenings import HAPPENINGS

FOLDER = Path(__file__).parents[1] / "golden"
EYES: tuple[Seat | None, ...] = (0, 1, None)
DIGITS = 16
"""Of each sha256, so many are kept."""

Fields = Mapping[str, Sequence[str]]


def fields_now() -> dict[str, list[str]]:
    """The fields of everything that a view is made of."""
    return {part.__name__: [field.name for field in fields(part)] for part in parts(View)}


def parts(annotation: Any) -> Iterator[type]:
    """The classes of which it is made, itself if it is one of them."""
    if is_dataclass(annotation) and isinstance(annotation, type):
        yield annotation
        for within in get_type_hints(annotation).values():
            yield from parts(within)
    for within in get_args(annotation):
        yield from parts(within)


def told(entries: Iterable[Entry], known: Fields) -> list[str]:
    """For each version, the hashes of the three views, cut to the known fields."""
    return [" ".join(hashed(match, view(match, viewer), known) for viewer in EYES) for match in matches(entries)]


def matches(entries: Iterable[Entry]) -> Iterator[Match]:
    """The match as it was after each entry."""
    match = Match()
    for entry in entries:
        match = fold(HAPPENINGS.decode(entry.events), match)
        yield match


def hashed(match: Match, shown: View, known: Fields) -> str:
    seen = {name: getattr(shown, name) for name in known["View"]}
    if "HandScore" not in known:  # at that time views told all of each finished hand
        for score, result in zip(shown.results, match.results, strict=True):
            assert all(getattr(score, field.name) == getattr(result, field.name) for field in fields(score))
        seen["results"] = match.results
    canonical = json.dumps(plain(seen, known), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()[:DIGITS]


def plain(value: object, known: Fields) -> object:
    if is_dataclass(value):
        return {name: plain(getattr(value, name), known) for name in known[type(value).__name__]}
    match value:
        case Enum():
            return value.value
        case list() | tuple():
            return [plain(one, known) for one in value]
        case dict():
            return {str(key): plain(one, known) for key, one in value.items()}
    return value


def written(entries: Iterable[Entry]) -> str:
    """The entries as lines of JSON."""
    return "".join(
        f'{{"v":{one.version},"at":{one.at},"author":{json.dumps(one.author)},"command":{json.dumps(one.command_id)},'
        f'"events":{one.events.decode()}}}\n'
        for one in entries
    )


def read(file: Path) -> list[Entry]:
    """The entries of a golden log, their events byte by byte as they were."""
    entries = []
    for line in file.read_text("utf-8").split("\n")[:-1]:
        head = json.loads(line)
        events = line[line.index('"events":') + len('"events":') : -1].encode()
        entries.append(Entry(head["v"], head["at"], head["author"], head["command"], events))
    return entries
