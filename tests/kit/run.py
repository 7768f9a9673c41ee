"""What `python3 tests` does inside the environment: a browser for the tests that want one, then pytest."""

import os
import sys
from typing import NoReturn

from bootstrap import CHECKOUT, become
from kit import chromium


def main(arguments: list[str]) -> NoReturn:
    try:
        chromium.find()
        chromium.mend_driver()
    except chromium.NoBrowser as missing:
        # The tests that need no browser are still worth running; the others fail with this same sentence.
        print(missing, file=sys.stderr)
    if not arguments:
        # One more than there are processors: half of the time a test waits for a page, a timer or a process to start.
        arguments = ["-n", str(min(4, 1 + (os.cpu_count() or 1))), "--dist", "worksteal"]
    os.chdir(CHECKOUT)  # where the paths among the arguments start, wherever the command was given
    become(sys.executable, "-m", "pytest", *arguments)
