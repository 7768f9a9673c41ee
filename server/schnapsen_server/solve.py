"""`schnapsen solve FILE…`: what each legal move in the position of a rules case is worth to the seat to move."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from .bots.standing import Value, values
from .check import ALL_HELD, NOT_READ, printable, read_file
from .game.position import NAME_OF, NotOfTheFormat


def main(paths: Sequence[str | Path], *, seed: int = 0, as_json: bool = False) -> int:
    """The exit code: 0, or 2 if a file cannot be read as cases. Steps and outcomes of the cases are left aside."""
    try:
        cases = [case for path in paths for case in read_file(Path(path))]
    except NotOfTheFormat as error:
        print(printable(str(error)), file=sys.stderr)
        return NOT_READ
    for case in cases:
        seat, found = NAME_OF[case.given.acting], values(case.given, seed)
        if as_json:
            moves = [{"move": one.move, "points": one.points, "interval": one.interval} for one in found]
            print(json.dumps({"name": case.name, "seat": seat, "moves": moves}))
        else:
            print(f"{printable(case.name)}: {seat} to move")
            print("\n".join(_line(value) for value in found))
    return ALL_HELD


def _line(value: Value) -> str:
    return f"  {value.move:12} {value.points:+.2f}{f' ± {value.interval:.2f}' if value.interval else ''}"
