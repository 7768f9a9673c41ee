"""One step of getting something for the tests, and saying so."""

import subprocess
import sys
from pathlib import Path


def step(*command: str | Path, cwd: Path | None = None, env: dict[str, str] | None = None) -> None:
    """Raises CalledProcessError."""
    subprocess.run(command, cwd=cwd, env=env, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


def say(what: str) -> None:
    print(f"  {what}", file=sys.stderr, flush=True)
