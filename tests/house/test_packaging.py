"""The package: its versions are pinned, its wheel carries the client and runs where there is no checkout."""

import contextlib
import importlib.metadata
import os
import re
import subprocess
import sys
import sysconfig
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from bootstrap import CHECKOUT
from schnapsen_server.web.edition import client_dir

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


def test_a_checkout_serves_its_own_client() -> None:
    assert client_dir() == CHECKOUT / "client"


def test_an_installed_server_serves_the_client_that_came_with_it(elsewhere: Path, tmp_path: Path) -> None:
    look = "from schnapsen_server.web.edition import client_dir; print(client_dir())"
    found = Path(output(tmp_path, str(elsewhere / "python"), "-c", look).strip())
    assert found.is_relative_to(elsewhere.parent)
    with serving(tmp_path, str(elsewhere / "schnapsen"), "serve", "--port", "0", "--data", str(tmp_path)) as url:
        page = read(url)
        (script, *_) = re.findall(r'src="/?(static/[^"]+\.js)"', page)
        assert read(url + script) == (CHECKOUT / "client" / script.split("/", 2)[2]).read_text("utf-8")


def tracked(folder: str) -> list[Path]:
    """The files of the folder, without what an editor or a run may have left there."""
    return [file for file in (CHECKOUT / folder).rglob("*") if file.is_file() and "__pycache__" not in file.parts]


@contextlib.contextmanager
def serving(folder: Path, *command: str) -> Iterator[str]:
    """The address of a server that runs for a while; what it says meanwhile is in the failure, if there is one."""
    with subprocess.Popen(
        command, cwd=folder, env=clean(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as server:
        assert server.stdout
        try:
            said = ""
            for line in server.stdout:
                said += line
                if address := re.search(r"http://\S+/", line):
                    yield address[0]
                    break
            else:
                pytest.fail(f"the server did not start: {said}")
        finally:
            server.terminate()


def read(url: str) -> str:
    with urllib.request.urlopen(url, timeout=20) as answer:
        return str(answer.read().decode())


def output(folder: Path, *command: str) -> str:
    """What a program says when it runs in a folder from which no checkout can be seen."""
    done = subprocess.run(command, cwd=folder, env=clean(), check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def clean() -> dict[str, str]:
    """The environment without what would lead a program back here or to somebody's store."""
    ours = ("PYTHONPATH", "REDIS_URL", "SCHNAPSEN_")
    return {name: value for name, value in os.environ.items() if not name.startswith(ours)}


def pip(*words: str) -> None:
    subprocess.run([sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *words], check=True)
