"""Brings what older servers wrote into the present form of the log, one version at a time.

A batch is a JSON list of events. From version 2 on it begins with the number of the version that it is written in: a
match that began under an older server goes on under a newer one, so each batch says it for itself. Each step is a pure
function from the JSON of one event to the JSON of it in the next version; none is ever changed once it is released.
"""

import json
from collections.abc import Callable
from typing import Any, TypeAlias

from schnapsen_protocol.events import LOG_VERSION
from schnapsen_protocol.refusals import Code

from .contract import Unreadable

Json: TypeAlias = dict[str, Any]


def name_rules(event: Json) -> Json:
    """To version 2: a match names the version of its rules. All before that were played by the first."""
    if event["t"] != "match_opened":
        return event
    if "rules" in event:
        raise ValueError("version 1 knows no field 'rules'")
    return event | {"rules": 1}


def name_level(event: Json) -> Json:
    """To version 3: a computer has a level. What sat there before took what it could, forgot it, and never closed."""
    if event["t"] != "seat_taken":
        return event
    if "level" in event:
        raise ValueError("version 2 knows no field 'level'")
    return event | {"level": "beginner" if event.get("computer") else None}


def name_points(event: Json) -> Json:
    """To version 4: a table may hide the points of the other. None did before."""
    terms = event.get("terms") if event["t"] == "match_opened" else None
    if terms is None:
        return event
    if "hide_points" in terms:
        raise ValueError("version 3 knows no term 'hide_points'")
    return event | {"terms": terms | {"hide_points": False}}


STEPS: tuple[Callable[[Json], Json], ...] = (name_rules, name_level, name_points)
"""From version 1 to 2, from 2 to 3, …"""

assert len(STEPS) == LOG_VERSION - 1


def upcast(batch: bytes) -> bytes:
    """The events of a batch of any version, as a JSON list in the present form. Raises Unreadable."""
    try:
        version, events = _opened(json.loads(batch))
        for step in STEPS[version - 1 :]:
            events = [step(event) for event in events]
    except (ValueError, LookupError, TypeError) as error:
        raise Unreadable(Code.DAMAGED_MATCH, f"a batch cannot be read: {error}") from error
    return json.dumps(events).encode()


def _opened(batch: Any) -> tuple[int, list[Json]]:
    if not isinstance(batch, list):
        raise TypeError("it is no list")
    version, events = (batch[0], batch[1:]) if batch and type(batch[0]) is int else (1, batch)
    if version > LOG_VERSION:
        raise Unreadable(Code.NEWER_MATCH, f"a batch is of log version {version}, and {LOG_VERSION} is the newest here")
    if version < 1:
        raise ValueError(f"there is no log version {version}")
    return version, events
