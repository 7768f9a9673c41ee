"""The set-up: which Pythons it refuses, what it does once, what it mends, and that two starts do not meet."""

import ast
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from bootstrap import CHECKOUT

# Stands in for the two slow tools: `-m venv` makes a folder with a Python in it, `pip` notes that it was asked.
STAND_IN = """
import os, pathlib, sys, time
import bootstrap

def run(what, *command):
    with open(bootstrap.CHECKOUT / "steps", "a") as steps:
        steps.write(what + "\\n")
    if os.environ.get("DIE") == what:
        os._exit(9)
    if os.environ.get("FAIL") == what:
        sys.exit("no network")
    time.sleep(float(os.environ.get("PAUSE", 0)))
    if "venv" in command:
        bootstrap.PYTHON.parent.mkdir()
        bootstrap.PYTHON.symlink_to(sys.executable)

bootstrap.run = run
bootstrap.works = lambda: True
bootstrap.prepare(tests="tests" in sys.argv)
"""
BOTH = ["making the environment", "installing"]


class Copy:
    """A checkout in a folder with a space in its name, whose set-up uses the stand-ins."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "a checkout"
        (self.folder / "server").mkdir(parents=True)
        shutil.copy(CHECKOUT / "server" / "bootstrap.py", self.folder / "server")
        for name in ("pyproject.toml", "constraints.txt"):
            shutil.copy(CHECKOUT / name, self.folder)

    def start(self, *words: str, **environment: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, "-c", STAND_IN, *words],
            env={**os.environ, "PYTHONPATH": str(self.folder / "server"), **environment},
            cwd=self.folder.parent,
            capture_output=True,
            text=True,
            check=False,
        )

    def steps(self) -> list[str]:
        """What was done since the last time of asking."""
        noted = self.folder / "steps"
        if not noted.exists():
            return []
        lines = noted.read_text().splitlines()
        noted.unlink()
        return lines


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


def test_the_set_up_happens_once(copy: Copy) -> None:
    assert "ready" in copy.start().stderr
    assert copy.steps() == BOTH
    assert copy.start().stderr == ""
    assert copy.steps() == []


def test_a_change_of_the_versions_installs_again(copy: Copy) -> None:
    copy.start()
    copy.steps()
    with (copy.folder / "constraints.txt").open("a") as constraints:
        constraints.write("# moved\n")
    copy.start()
    assert copy.steps() == ["installing"]


def test_the_tests_install_more_than_the_server(copy: Copy) -> None:
    copy.start()
    copy.steps()
    copy.start("tests")
    assert copy.steps() == ["installing"]
    copy.start()
    assert copy.steps() == []


@pytest.mark.parametrize("step", BOTH)
def test_a_set_up_that_was_killed_starts_afresh(copy: Copy, step: str) -> None:
    copy.start(DIE=step)
    copy.steps()
    copy.start()
    assert copy.steps() == BOTH
    copy.start()
    assert copy.steps() == []


def test_a_failed_download_is_tried_again_in_the_same_environment(copy: Copy) -> None:
    assert copy.start(FAIL="installing").returncode == 1
    copy.steps()
    copy.start()
    assert copy.steps() == ["installing"]


def test_a_moved_checkout_is_set_up_afresh(copy: Copy) -> None:
    copy.start()
    copy.steps()
    copy.folder = copy.folder.rename(copy.folder.with_name("elsewhere"))
    copy.start()
    assert copy.steps() == BOTH


def test_two_starts_at_once_set_up_once(copy: Copy) -> None:
    starts = [threading.Thread(target=copy.start, kwargs={"PAUSE": "0.2"}) for _ in range(3)]
    for start in starts:
        start.start()
    for start in starts:
        start.join()
    assert copy.steps() == BOTH


def test_a_folder_that_cannot_be_written_gets_a_sentence(copy: Copy) -> None:
    (copy.folder / ".cache").touch()  # a permission would not stop root
    refusal = copy.start()
    assert refusal.returncode == 1
    assert "cannot write there" in refusal.stderr
    assert "Traceback" not in refusal.stderr


@pytest.mark.parametrize("command", ["server", "tests"])
def test_an_old_python_is_told_what_to_install(command: str) -> None:
    pretend = f"import runpy, sys; sys.version_info = (3, 10, 13); runpy.run_path({str(CHECKOUT / command)!r})"
    refusal = subprocess.run([sys.executable, "-c", pretend], capture_output=True, text=True, check=False)
    assert refusal.returncode == 1
    assert refusal.stderr.startswith("Schnapsen needs Python 3.11 or newer and this is 3.10")
    assert refusal.stderr.count("\n") == 1


@pytest.mark.parametrize("name", ["server/__main__.py", "server/bootstrap.py", "tests/__main__.py"])
def test_an_old_python_can_read_the_files_that_refuse_it(name: str) -> None:
    ast.parse((CHECKOUT / name).read_text("utf-8"), feature_version=(3, 6))


def test_a_python_without_venv_is_told_what_to_install() -> None:
    hide = "import sys; sys.modules['ensurepip'] = None; import bootstrap; bootstrap.refuse_without_venv()"
    refusal = subprocess.run(
        [sys.executable, "-c", hide], cwd=CHECKOUT / "server", capture_output=True, text=True, check=False
    )
    assert refusal.returncode == 1
    assert "apt install python3-venv" in refusal.stderr
    assert "Traceback" not in refusal.stderr


def test_the_command_line_is_reached_from_any_folder(tmp_path: Path) -> None:
    outside = getattr(sys, "_base_executable", sys.executable)
    command = [outside, str(CHECKOUT / "server"), "--help"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Usage: python3 server" in done.stdout
