"""Looking back at logs of every version: each step is what those eyes saw at the time."""

import json
from pathlib import Path

import pytest

from kit.golden import FOLDER, hashed, matches, read
from kit.memory_store import MemoryStore
from schnapsen_protocol.events import CardPlayed, HandDealt, HandWon, MatchCalledOff, MatchWon
from schnapsen_protocol.refusals import Code, Refused
from schnapsen_protocol.replays import Eyes
from schnapsen_server.game.past import SEATED
from schnapsen_server.rooms.replays import Replays

LOGS = sorted(FOLDER.glob("*/*.jsonl"))


@pytest.mark.parametrize("log", LOGS, ids=lambda path: f"{path.parent.name}-{path.stem}")
async def test_old_matches_are_looked_back_at_as_they_were_seen(log: Path) -> None:
    store = MemoryStore()
    for entry in read(log):
        await store.log.append("m", entry.version - 1, entry)
    replays = Replays(store.log, store.tables.archive)
    known = json.loads((log.parent / "fields.json").read_text())
    then = list(matches(read(log)))
    seen = [line.split() for line in log.with_suffix(".views").read_text().splitlines()]
    first = await replays.replay("m", "ann", 1, None)
    for hand in range(1, first.hands + 1):
        for eyes in (Eyes.FIRST, Eyes.SECOND):
            steps = (await replays.replay("m", "ann", hand, eyes)).steps
            assert isinstance(steps[0].events[0], HandDealt)
            assert isinstance(steps[-1].events[-1], HandWon | MatchWon | MatchCalledOff)
            for step in steps:
                assert hashed(then[step.v - 1], step.view, known) == seen[step.v - 1][SEATED[eyes]]
        both = (await replays.replay("m", "ann", hand, Eyes.BOTH)).steps
        for step, before in zip(both[1:], both, strict=False):
            for event in step.events:
                if isinstance(event, CardPlayed):
                    held = before.view.seats[event.seat]
                    assert held is not None
                    assert held.hand is not None
                    assert event.card in held.hand


async def test_there_is_nothing_to_look_back_at_in_a_match_that_never_was() -> None:
    store = MemoryStore()
    with pytest.raises(Refused) as refused:
        await Replays(store.log, store.tables.archive).replay("m", "ann", None, None)
    assert refused.value.code is Code.UNKNOWN_MATCH
