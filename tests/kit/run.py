"""What `python3 tests` does inside the environment: a browser for the tests that want one, then pytest."""

import os
import subprocess
import sys

from bootstrap import CHECKOUT
from kit import chromium


def main(arguments: list[str]) -> int:
    try:
        chromium.find()
        chromium.mend_driver()
    except chromium.NoBrowser as missing:
        # The tests that need no browser are still worth running; the others fail with this same sentence.
        print(missing, file=sys.stderr)
    if not arguments:
        arguments = ["-n", str(min(4, os.cpu_count() or 1)), "--dist", "worksteal"]
    return subprocess.call([sys.executable, "-m", "pytest", *arguments], cwd=CHECKOUT)
