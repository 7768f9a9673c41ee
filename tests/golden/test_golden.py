"""Every match that a released version wrote is shown by this one as it was shown then."""

import json
from pathlib import Path

import pytest

from kit.golden import FOLDER, Fields, fields_now, read, told
from schnapsen_protocol.cards import Preset
from schnapsen_protocol.codec import EVENTS
from schnapsen_protocol.events import LOG_VERSION, CalledOff, HandEnd, MatchEnd
from schnapsen_protocol.terms import Gallery
from schnapsen_server.game.evolve import fold
from schnapsen_server.game.secret import DeckDealt
from schnapsen_server.store.happenings import HAPPENINGS

LOGS = sorted(FOLDER.glob("*/*.jsonl"))
VERSIONS = [str(version) for version in range(1, LOG_VERSION + 1)]


def known(version: str) -> Fields:
    found: Fields = json.loads((FOLDER / version / "fields.json").read_text("utf-8"))
    return found


@pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.parent.name}/{log.stem}")
def test_every_view_of_every_version_is_what_it_was(log: Path) -> None:
    assert told(read(log), known(log.parent.name)) == log.with_suffix(".views").read_text("utf-8").splitlines()


def test_every_log_version_has_its_logs() -> None:
    assert sorted({log.parent.name for log in LOGS}) == VERSIONS


@pytest.mark.parametrize("version", VERSIONS)
def test_the_logs_hold_everything_that_can_happen(version: str) -> None:
    entries = [read(log) for log in LOGS if log.parent.name == version]
    batches = [HAPPENINGS.decode(entry.events) for one in entries for entry in one]
    if version == str(LOG_VERSION):  # what is new since is for the logs of newer versions
        assert {type(event) for batch in batches for event in batch} == {*EVENTS, DeckDealt}
    ends = {event.reason for batch in batches for event in batch if hasattr(event, "reason")}
    assert ends == {*HandEnd, *MatchEnd, *CalledOff}
    matches = [fold(event for entry in one for event in HAPPENINGS.decode(entry.events)) for one in entries]
    assert {match.preset for match in matches} == {*Preset}
    assert {match.terms.gallery for match in matches} == {*Gallery}


def test_no_view_has_lost_a_field() -> None:
    for version in VERSIONS:
        then = known(version)
        for name, fields in fields_now().items():
            assert set(then.get(name, ())) <= set(fields), name
