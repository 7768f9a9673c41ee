"""A match that is put away: its whole log in one compressed piece, with what came of it."""

import hashlib
import json
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from schnapsen_protocol.refusals import Code

from .contract import Entry, Unreadable


@dataclass(frozen=True, slots=True)
class Record:
    """`outcome` is JSON for whoever files and checks; None for a match that is not over and may be taken up again."""

    epoch: str
    entries: tuple[Entry, ...]
    outcome: dict[str, Any] | None


def packed(record: Record) -> bytes:
    times = [0, *(entry.at for entry in record.entries)]
    lines = b"".join(map(_line, record.entries, times))
    head = {"epoch": record.epoch, "sha256": _digest(lines), "outcome": record.outcome}
    return zlib.compress(json.dumps(head).encode() + b"\n" + lines, 9)


def unpacked(piece: bytes) -> Record:
    """Raises Unreadable, also if a single byte of the log is another one than was filed."""
    try:
        first, _, lines = zlib.decompress(piece).partition(b"\n")
        head = json.loads(first)
        if _digest(lines) != head["sha256"]:
            raise ValueError("the digest is another one")
        return Record(head["epoch"], tuple(_entries(lines.split(b"\n")[:-1])), head["outcome"])
    except (zlib.error, ValueError, LookupError, TypeError) as error:
        raise Unreadable(Code.DAMAGED_MATCH, f"the record cannot be read: {error}") from error


def _line(entry: Entry, before: int) -> bytes:
    # Times are told from one entry to the next: small numbers pack well.
    # JSON has neither a bare tab nor a bare newline: the bytes of the events can stand as they are.
    assert b"\n" not in entry.events
    return json.dumps([entry.at - before, entry.author, entry.command_id]).encode() + b"\t" + entry.events + b"\n"


def _entries(lines: Iterable[bytes]) -> Iterator[Entry]:
    at = 0
    for version, line in enumerate(lines, 1):
        head, _, events = line.partition(b"\t")
        passed, author, command_id = json.loads(head)
        at += passed
        yield Entry(version, at, author, command_id, events)


def _digest(lines: bytes) -> str:
    return hashlib.sha256(lines).hexdigest()
