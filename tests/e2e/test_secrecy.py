"""Nobody is told anything that follows from cards which he cannot know. SECRECY_MATCHES=500 is the full run."""

import os
import random

import pytest

from e2e.secrecy import keep_secrets

TOLD = {
    *("joined", "update", "presence", "beat", "refused"),
    *("chat", "burning", "a clock", "a rematch", "a match aborted", "a match stopped"),
    *("the end of a hand to the open gallery", "the end of a hand to the public gallery"),
}


@pytest.mark.timeout(600)
async def test_what_a_viewer_is_told_does_not_depend_on_cards_that_he_cannot_know() -> None:
    seed = int(os.environ.get("SECRECY_SEED") or random.randrange(2**32))
    print(f"seed {seed}")
    report = await keep_secrets(int(os.environ.get("SECRECY_MATCHES", "24")), seed)
    print(report)
    assert report.differences == []
    assert report.swapped > report.comparisons / 2
    assert report.turned_away > 0
    assert report.covered.keys() >= TOLD
