"""What is kept can be set, and by default is what the parts take for usual."""

import pytest
from pydantic import ValidationError

from schnapsen_server.rooms.filing import DAY_MS, HOUR_MS, Lifetimes
from schnapsen_server.settings import Settings
from schnapsen_server.store.keeping import Keeping


def test_the_usual_lifetimes() -> None:
    assert (Settings().lifetimes, Settings().keeping) == (Lifetimes(), Keeping())


def test_each_lifetime_has_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    for number, name in enumerate(("FINISHED_HOURS", "OPEN_TABLE_DAYS", "UNFINISHED_DAYS", "RECORD_DAYS"), 2):
        monkeypatch.setenv(f"SCHNAPSEN_{name}", str(number))
    assert Settings().lifetimes == Lifetimes(2 * HOUR_MS, 3 * DAY_MS, 4 * DAY_MS, 5 * 24 * 3600)
    for number, name in ((0, "PLAYER_DAYS"), (60, "MATCHES_PER_PLAYER"), (310, "RESULTS_PER_PLAYER")):
        monkeypatch.setenv(f"SCHNAPSEN_{name}", str(number))
    assert Settings().keeping == Keeping(0, 60, 310)


@pytest.mark.parametrize("name", ["FINISHED_HOURS", "OPEN_TABLE_DAYS", "UNFINISHED_DAYS"])
def test_a_match_is_not_put_away_at_once(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(f"SCHNAPSEN_{name}", "0")
    with pytest.raises(ValidationError):
        Settings()
