"""`schnapsen check FILE…`: runs files of rules cases and tells which of them do not hold."""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from .game.cases import Case, Failure, read_case, run
from .game.position import NotOfTheFormat

ALL_HELD, SOME_FAILED, NOT_READ = 0, 1, 2


def main(paths: Sequence[str | Path]) -> int:
    """The exit code: 0 if every case holds, 1 if one does not, 2 if a file cannot be read as cases."""
    try:
        cases = [case for path in paths for case in read_file(Path(path))]
    except NotOfTheFormat as error:
        print(printable(str(error)), file=sys.stderr)
        return NOT_READ
    failed = 0
    for case in cases:
        failure = run(case)
        if failure is not None:
            failed += 1
            print(_line(case, failure))
    print(f"{len(cases) - failed} passed, {failed} failed")
    return SOME_FAILED if failed else ALL_HELD


def read_file(path: Path) -> list[Case]:
    """The cases of one file: a JSON list, or a case a line. Raises NotOfTheFormat, with the place in the sentence."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise NotOfTheFormat(f"{path}: cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise NotOfTheFormat(f"{path}: is not UTF-8 text.") from error
    cases: dict[str, Case] = {}
    for place, value in _values(path, text):
        name = value.get("name") if isinstance(value, dict) else None
        at = f"{place} ({name})" if isinstance(name, str) else place
        try:
            case = read_case(value)
        except NotOfTheFormat as error:
            raise NotOfTheFormat(f"{at}: {error}.") from error
        if case.name in cases:
            raise NotOfTheFormat(f"{at}: the name is taken by an earlier case.")
        cases[case.name] = case
    return list(cases.values())


def _values(path: Path, text: str) -> Iterator[tuple[str, object]]:
    if text.lstrip().startswith("["):
        cases = _json(text, str(path))
        assert isinstance(cases, list)
        yield from ((f"{path}, case {n}", case) for n, case in enumerate(cases, 1))
        return
    # A line ends at a newline only: str.splitlines would also cut at characters that may stand inside a string.
    for n, line in enumerate(text.split("\n"), 1):
        if line.strip():
            place = f"{path}, line {n}"
            yield place, _json(line, place)


def _json(text: str, place: str) -> object:
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except NotOfTheFormat as error:
        raise NotOfTheFormat(f"{place}: {error}.") from error
    except json.JSONDecodeError as error:
        raise NotOfTheFormat(f"{place}: is no JSON: {error}.") from error
    except (ValueError, RecursionError) as error:
        raise NotOfTheFormat(f"{place}: is JSON that no case needs: {error}.") from error


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise NotOfTheFormat(f"the key {next(name for name in names if names.count(name) > 1)!r} stands twice")
    return found


def _no_constant(name: str) -> object:
    raise NotOfTheFormat(f"{name} is no JSON")


def _line(case: Case, failure: Failure) -> str:
    expected, got = json.dumps(failure.expected), json.dumps(failure.got)
    return f"{printable(case.name)}: {failure.key}: expected {expected}, got {got}"


def printable(text: str) -> str:
    """On one line, whatever stands in it."""
    return text if text.isprintable() else json.dumps(text)
