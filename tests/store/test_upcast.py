"""Batches of every log version are read as the present one, or refused: nothing of them is guessed."""

import json
from typing import Any

import pytest

from kit.golden import FOLDER, read
from kit.played import opened
from schnapsen_protocol.cards import Card, Level, Preset, Versus
from schnapsen_protocol.events import LOG_VERSION, RULES_VERSION, CardPlayed, MatchOpened
from schnapsen_protocol.refusals import Code
from schnapsen_server.store.contract import Entry, Unreadable
from schnapsen_server.store.happenings import HAPPENINGS, replay

OPENED = {"preset": "seed", "versus": "human", "dealer": 1, "t": "match_opened"}
PLAYED = {"seat": 0, "card": "CT", "t": "card_played"}


def code(batch: Any) -> Code:
    with pytest.raises(Unreadable) as unreadable:
        HAPPENINGS.decode(batch if isinstance(batch, bytes) else json.dumps(batch).encode())
    return unreadable.value.code


def test_a_batch_says_in_which_version_it_is_written() -> None:
    batch = HAPPENINGS.encode([CardPlayed(0, Card.CT)])
    assert json.loads(batch)[0] == LOG_VERSION
    assert HAPPENINGS.decode(batch) == HAPPENINGS.decode(json.dumps([PLAYED]).encode())


def test_a_match_names_its_log_version_and_its_rules() -> None:
    first = json.loads(opened("ann", "bob").entries[0].events)[1]
    assert (first["t"], first["log"], first["rules"]) == ("match_opened", LOG_VERSION, RULES_VERSION)


def test_the_first_version_named_no_rules_and_at_first_not_even_itself() -> None:
    for event in (OPENED, {**OPENED, "log": 1}):
        (found,) = HAPPENINGS.decode(json.dumps([event]).encode())
        assert isinstance(found, MatchOpened)
        assert (found.preset, found.versus, found.dealer, found.rules) == (Preset.SEED, Versus.HUMAN, 1, 1)


@pytest.mark.parametrize("batch", [[LOG_VERSION + 1, PLAYED], [LOG_VERSION + 1, {"t": "?"}], [10**30]])
def test_what_a_newer_server_wrote_is_left_to_it(batch: object) -> None:
    assert code(batch) is Code.NEWER_MATCH


@pytest.mark.parametrize("version", range(2, LOG_VERSION + 1))
def test_rules_that_are_not_known_are_left_to_a_newer_server(version: int) -> None:
    assert code([version, {**OPENED, "rules": RULES_VERSION + 1}]) is Code.NEWER_MATCH


@pytest.mark.parametrize("version", range(1, LOG_VERSION + 1))
@pytest.mark.parametrize(
    "event",
    [
        {"seat": 0, "card": "CT", "t": "card_thrown"},
        {"seat": 0, "t": "card_played"},
        {**PLAYED, "face": "down"},
        {**PLAYED, "card": "C1"},
        {**PLAYED, "seat": "0"},
        {**OPENED, "preset": "bridge"},
        {**OPENED, "rules": "1"},
        {"seat": 0, "card": "CT"},
        [],
        None,
        "card_played",
    ],
    ids=str,
)
def test_what_no_server_wrote_is_refused(version: int, event: object) -> None:
    batch = [event] if version == 1 else [version, event]
    assert code(batch) is Code.DAMAGED_MATCH


@pytest.mark.parametrize(
    "batch", [b"", b"[", b"[]", b"{}", b"null", b"[0]", b"[-1]", b"[true]", b"[2,", b"[2,]", b"\xff"]
)
def test_bytes_that_are_no_batch_are_refused(batch: bytes) -> None:
    assert code(batch) is Code.DAMAGED_MATCH


def test_a_match_may_begin_under_an_older_server_and_end_under_a_newer() -> None:
    entries = read(FOLDER / "1" / "again.jsonl")
    present = [
        Entry(one.version, one.at, one.author, one.command_id, HAPPENINGS.encode(HAPPENINGS.decode(one.events)))
        for one in entries
    ]
    whole = [match for _, match in replay(present)]
    for switch in range(len(entries) + 1):
        assert [match for _, match in replay([*entries[:switch], *present[switch:]])] == whole


def test_a_log_of_which_an_entry_is_lost_is_never_shown() -> None:
    entries = opened("ann", "bob").concede(1).entries
    for first in range(1, len(entries)):
        with pytest.raises(Unreadable):
            list(replay(entries[first:]))


def test_a_computer_of_before_there_were_levels_is_a_beginner() -> None:
    *_, (_, match) = replay(read(FOLDER / "2" / "computer.jsonl"))
    assert [player and player.level for player in match.players] == [None, Level.BEGINNER]


@pytest.mark.parametrize("version", range(1, LOG_VERSION))
def test_no_table_hid_points_before_there_was_a_word_for_it(version: int) -> None:
    batch = [version, {**OPENED, "terms": {"rated": True}}]
    (found,) = HAPPENINGS.decode(json.dumps(batch if version > 1 else batch[1:]).encode())
    assert isinstance(found, MatchOpened)
    assert (found.terms.rated, found.terms.hide_points) == (True, False)
    assert code([version, {**OPENED, "terms": {"hide_points": True}}]) is Code.DAMAGED_MATCH
