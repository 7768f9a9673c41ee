"""The package: its versions are pinned, its wheel carries the client and runs where there is no checkout."""

import importlib.metadata
import os
import re
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from bootstrap import CHECKOUT

SEEDS = {"pip", "setuptools", "wheel"}  # what an environment is born with
PROJECT = "schnapsen-server"


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_everything_that_is_installed_is_pinned() -> None:
    lines = (CHECKOUT / "constraints.txt").read_text().splitlines()
    pinned = dict(line.split("==") for line in lines if not line.startswith("#"))
    here = {canonical(found.name): found.version for found in importlib.metadata.distributions()}
    ours = {name: version for name, version in here.items() if name not in {*SEEDS, PROJECT}}
    assert ours == {name: pinned.get(name) for name in ours}


def test_the_client_is_not_copied_into_an_editable_installation() -> None:
    # A copy would grow stale, and a stale page is found before the one that is being worked on.
    assert not Path(sysconfig.get_path("purelib"), "schnapsen_server").exists()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(CHECKOUT))
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def elsewhere(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs' folder of an environment that has the wheel; it borrows the dependencies from this one."""
    home = tmp_path_factory.mktemp("installed")
    venv.create(home, symlinks=os.name != "nt")
    programs, libraries = (
        Path(sysconfig.get_path(kind, "venv", {"base": str(home), "platbase": str(home)}))
        for kind in ("scripts", "purelib")
    )
    # A .pth names a folder but does not run that folder's own .pth files: the editable project stays out.
    (libraries / "borrowed.pth").write_text(sysconfig.get_path("purelib"))
    pip("--python", str(programs / "python"), "install", "--no-deps", "--no-index", str(wheel))
    return programs


def test_the_wheel_holds_the_client_and_the_types_and_nothing_of_the_checkout_alone(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    client = CHECKOUT / "client"
    pages = {f"schnapsen_server/client/{file.relative_to(client).as_posix()}" for file in tracked("client")}
    assert pages <= names
    assert {"schnapsen_server/py.typed", "schnapsen_protocol/py.typed"} <= names
    assert {name.split("/")[0] for name in names if ".dist-info" not in name} == {
        "schnapsen_server",
        "schnapsen_protocol",
    }


def test_an_installed_server_runs_and_has_its_client(elsewhere: Path, tmp_path: Path) -> None:
    assert "serve" in output(tmp_path, str(elsewhere / "schnapsen"), "--help")
    look = "import importlib.resources as r; print(r.files('schnapsen_server') / 'client' / 'index.html')"
    page = Path(output(tmp_path, str(elsewhere / "python"), "-c", look).strip())
    assert page.is_file()
    assert CHECKOUT not in page.parents


def tracked(folder: str) -> list[Path]:
    """The files of the folder, without what an editor or a run may have left there."""
    return [file for file in (CHECKOUT / folder).rglob("*") if file.is_file() and "__pycache__" not in file.parts]


def output(folder: Path, *command: str) -> str:
    """What a program says when it runs in a folder from which no checkout can be seen."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, cwd=folder, env=environment, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def pip(*words: str) -> None:
    subprocess.run([sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *words], check=True)
