"""`check` tells which cases do not hold, and why a file is none of cases."""

import json
from pathlib import Path
from typing import Any

import pytest

from schnapsen_server import check

FILES = sorted((Path(__file__).parents[2] / "protocol" / "cases").glob("*.jsonl"))
CASE: dict[str, Any] = json.loads(FILES[0].read_text().splitlines()[0])


def changed(path: str, value: object) -> dict[str, Any]:
    """The case with one value replaced; the path has its keys with dots between."""
    case: dict[str, Any] = json.loads(json.dumps(CASE))
    *way, last = path.split(".")
    inner: Any = case
    for key in way:
        inner = inner[int(key)] if isinstance(inner, list) else inner[key]
    inner[int(last) if isinstance(inner, list) else last] = value
    return case


def written(folder: Path, *cases: object) -> Path:
    file = folder / "cases.jsonl"
    file.write_text("".join(json.dumps(case) + "\n" for case in cases))
    return file


def test_every_file_of_the_repository_passes(capsys: pytest.CaptureFixture[str]) -> None:
    assert check.main(FILES) == 0
    assert capsys.readouterr().out.splitlines()[-1].endswith(" passed, 0 failed")


def test_a_list_is_read_like_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "cases.json"
    file.write_text(json.dumps([CASE, changed("name", "another")], indent=2))
    assert check.main([str(file)]) == 0
    assert capsys.readouterr().out == "2 passed, 0 failed\n"


def test_a_case_that_fails_is_told_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path, CASE, changed("name", "wrong") | {"then": {"closed_by": "B"}})
    assert check.main([file]) == 1
    assert capsys.readouterr().out == 'wrong: closed_by: expected "B", got null\n1 passed, 1 failed\n'


@pytest.mark.parametrize(
    ("step", "line"),
    [
        ({"seat": "B", "do": "close"}, 'when[1]: expected "accepted", got "NOT_YOUR_TURN"'),
        ({"seat": "A", "do": "close", "refused": "STOCK_EMPTY"}, 'when[1]: expected "STOCK_EMPTY", got "accepted"'),
    ],
)
def test_a_step_that_goes_otherwise_is_told(
    step: object, line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = json.loads(FILES[-1].read_text().splitlines()[0])["given"]
    assert check.main([written(tmp_path, changed("when", [step]) | {"given": given, "name": "step"})]) == 1
    assert line in capsys.readouterr().out


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("more", 1, "the key 'more' is unknown"),
        ("rules", "soft", "rules: 'soft' is none of"),
        ("name", 5, "5 is no string"),
        ("given.more", 1, "the key 'more' is unknown"),
        ("given.stock", ["CA"], "more than once: CA"),
        ("given.stock", ["XX"], "'XX' is no card"),
        ("given.trump", "Z", "'Z' is no suit"),
        ("given.leader", "C", "'C' is no seat"),
        ("given.score.A", True, "True is no number"),
        ("given.score.A", 7, "the match is over"),
        ("given.hands", {"A": []}, "the key 'B' is missing"),
        ("given.declared.A", ["S"], "declared S"),
        ("given.table", [{"seat": "A", "card": "CA"}], "more than once: CA"),
        ("when", [{"seat": "A", "do": "dance"}], "when[1]: 'dance' is nothing to do"),
        ("when", [{"seat": "A", "do": "play"}], "the key 'card' is missing"),
        ("when", [{"seat": "A", "do": "play", "card": "XX"}], "'XX' is no card"),
        ("when", [{"seat": "A", "do": "close", "card": "CA"}], "close has no card"),
        ("when", [{"seat": "A", "do": "close", "refused": "NO"}], "'NO' is no code of a refusal"),
        ("then.more", 1, "the key 'more' is unknown"),
        ("then.points", {"A": 1}, "the key 'B' is missing"),
        ("then.over", {"winner": "A", "game_points": 4, "reason": "claim"}, "worth 1, 2 or 3"),
    ],
)
def test_a_file_not_of_the_format_is_refused_with_a_sentence(
    path: str, value: object, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check.main([written(tmp_path, changed(path, value))]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert sentence in told.err
    assert "cases.jsonl, line 1" in told.err


@pytest.mark.parametrize("text", ["{", "[] []", '{"name": NaN}', '{"name": 1, "name": 1}', "[" * 100_000, "5", "null"])
def test_what_is_no_json_of_cases_is_refused(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text(text)
    assert check.main([file]) == 2
    assert str(file) in capsys.readouterr().err


def test_a_name_stands_once_in_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check.main([written(tmp_path, CASE, CASE)]) == 2
    assert "line 2" in capsys.readouterr().err


def test_what_is_no_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check.main([tmp_path / "nothing.jsonl"]) == 2
    assert "nothing.jsonl" in capsys.readouterr().err
