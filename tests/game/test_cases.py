"""The rules, case by case, as they stand in `protocol/cases`."""

from pathlib import Path

import pytest

from schnapsen_server.check import read_file
from schnapsen_server.game.cases import Case, run

FILES = sorted((Path(__file__).parents[2] / "protocol" / "cases").glob("*.jsonl"))
CASES = [pytest.param(case, id=f"{file.stem}-{case.name}") for file in FILES for case in read_file(file)]


@pytest.mark.parametrize("case", CASES)
def test_the_case_holds(case: Case) -> None:
    assert run(case) is None


def test_no_case_is_lost() -> None:
    assert len(CASES) >= 273
