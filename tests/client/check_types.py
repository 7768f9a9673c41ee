"""Checks the types of every script of the client. Run: .venv/bin/python tests/client/check_types.py [tsc's options]"""

import sys
from pathlib import Path
from typing import NoReturn

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from bootstrap import become
from kit.node import NoProgram, program

TYPESCRIPT = "typescript@7.0.2"
PROJECT = Path(__file__).with_name("tsconfig.json")


def main(options: list[str]) -> NoReturn:
    try:
        tsc = program(TYPESCRIPT, "bin/tsc")
    except NoProgram as missing:
        sys.exit(f"The client's types are not checked: {missing}")
    become(*tsc, "--project", str(PROJECT), *options)


if __name__ == "__main__":
    main(sys.argv[1:])
