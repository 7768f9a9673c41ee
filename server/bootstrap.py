"""The set-up behind `python3 server` and `python3 tests`: a checkout becomes runnable with the standard library alone.

Everything down to the version check has to parse on an old Python, or nobody would read the sentence. So has the rest:
Python compiles the whole file before it runs the first line.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - this is the line that tells people with an older one
    sys.exit(
        "Schnapsen needs Python 3.11 or newer and this is {}.{}: install one from https://www.python.org/downloads/ "
        "or with your package manager (Debian, Ubuntu: apt install python3 python3-venv) and call it instead.".format(
            *sys.version_info[:2]
        )
    )

import contextlib
import hashlib
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

CHECKOUT = Path(__file__).resolve().parent.parent
VENV = CHECKOUT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "schnapsen-installed"
UNFINISHED = VENV / "schnapsen-unfinished"
CACHE = CHECKOUT / ".cache"


def enter(*, tests: bool = False) -> None:
    """Return inside the checkout's own environment; elsewhere make that ready and start this same command over in it.

    `tests` asks for what the tests need too. Does nothing but read two files when all is in place.
    """
    if not installed(tests=tests):
        prepare(tests=tests)
    elif inside():
        return
    start_over()


def inside() -> bool:
    """Whether the running Python is the environment's."""
    return Path(sys.prefix).resolve() == VENV.resolve()


def start_over() -> NoReturn:
    # A PYTHONHOME would pull the environment's Python back out of it, and this function would call itself for ever.
    os.environ.pop("PYTHONHOME", None)
    become(str(PYTHON), str(Path(sys.argv[0]).resolve()), *sys.argv[1:])


def become(*command: str) -> NoReturn:
    """Run a command in place of this program: it gets the signals, its exit code is ours."""
    if os.name != "nt":
        sys.stdout.flush()
        sys.stderr.flush()
        os.execv(command[0], command)
    # An exec on Windows gives the prompt back while the program still runs; so wait, and let it alone answer Ctrl-C.
    import signal
    import subprocess

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(subprocess.call(command))


def wanted() -> str:
    """What a finished installation is called: it changes with what is asked for, the folder and the Python."""
    digest = hashlib.sha256()
    for name in ("pyproject.toml", "constraints.txt"):
        digest.update((CHECKOUT / name).read_bytes())
    return f"{digest.hexdigest()}\n{place()}"


def place() -> str:
    # An environment knows the folder and the Python that it was made for: moved or under a newer Python it is broken.
    return f"{CHECKOUT}\n{PYTHON.resolve()}\n"


def installed(*, tests: bool) -> bool:
    stamp = stamped()
    if UNFINISHED.exists() or not PYTHON.exists():
        return False
    return stamp.startswith(wanted()) and (stamp.endswith("tests") or not tests)


def stamped() -> str:
    try:
        return STAMP.read_text("utf-8")
    except OSError:
        return ""


def prepare(*, tests: bool) -> None:
    """Make the environment and install the project in it, or end with a sentence that says what is in the way."""
    refuse_without_venv()
    try:
        with only_one(CACHE / "setup.lock", "another start is setting this up"):
            if not installed(tests=tests):
                make(tests=tests)
    except OSError as error:
        sys.exit(f"Schnapsen sets itself up in {CHECKOUT} and cannot write there ({error}): use a folder of your own.")
    except KeyboardInterrupt:
        sys.exit("Interrupted; the next start sets up again.")


def refuse_without_venv() -> None:
    from importlib.util import find_spec

    if find_spec("venv") is None or find_spec("ensurepip") is None:
        sys.exit(
            "This Python comes without its venv module, which Schnapsen needs to set itself up: install it "
            "(Debian, Ubuntu: apt install python3-venv) and start again."
        )


def make(*, tests: bool) -> None:
    began = time.monotonic()
    print(f"Setting up in {VENV}, once (about {'a minute' if tests else 'half a minute'}):", file=sys.stderr)
    if not sound():
        clear()
        VENV.mkdir()
        UNFINISHED.touch()
        run("making the environment", sys_executable(), "-m", "venv", str(VENV))
    UNFINISHED.touch()
    pip = (str(PYTHON), "-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--progress-bar", "off")
    try:
        run("installing", *pip, "-c", "constraints.txt", "-e", ".[test]" if tests else ".")
    except SystemExit:
        # pip ended by itself (no network?) and left things as they were; had it been cut off, we would not be here.
        UNFINISHED.unlink()
        raise
    # In one step and last: whatever stops the set-up before this line leaves no stamp behind.
    fresh = STAMP.with_suffix(".new")
    fresh.write_text(wanted() + ("tests" if tests else "server"), "utf-8")
    fresh.replace(STAMP)
    UNFINISHED.unlink()
    print(f"  ready after {time.monotonic() - began:.0f} s", file=sys.stderr)


def sound() -> bool:
    """Whether the environment that stands there, made by us or by hand, can be installed into."""
    if UNFINISHED.exists() or not PYTHON.exists():
        return False
    stamp = stamped()
    return (not stamp or place() in stamp) and works()


def works() -> bool:
    """Whether the environment's Python runs and can install."""
    import subprocess

    check = "import pip, sys; sys.exit(sys.version_info < (3, 11))"
    return subprocess.run([str(PYTHON), "-c", check], capture_output=True, check=False).returncode == 0


def clear() -> None:
    import shutil

    if VENV.is_symlink() or VENV.is_file():
        VENV.unlink()
    elif VENV.exists():
        shutil.rmtree(VENV)


def sys_executable() -> str:
    """The Python that an environment can be made from, even when this one is an environment itself."""
    return getattr(sys, "_base_executable", None) or sys.executable


def run(what: str, *command: str) -> None:
    """Run a step of the set-up, showing that it moves; its output is shown only when it fails."""
    import subprocess

    began, lines = time.monotonic(), [""]
    live = sys.stderr.isatty()
    if not live:
        print(f"  {what} …", file=sys.stderr, flush=True)
    # close_fds=False hands the lock down: were we killed, the next start would wait for this child before it clears up.
    with subprocess.Popen(
        command,
        cwd=CHECKOUT,
        env={**os.environ, "PIP_USER": "0"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        close_fds=False,
    ) as process:
        assert process.stdout
        for line in process.stdout:
            lines.append(line.rstrip())
            if live:
                shown = f"  {what} … {time.monotonic() - began:3.0f} s  {lines[-1].strip()}"
                print(f"\r\033[K{shown[:100]}", end="", file=sys.stderr, flush=True)
    if live:
        print(f"\r\033[K  {what} … {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    if process.returncode:
        print("\n".join(lines[-15:]), file=sys.stderr)
        sys.exit(f"The set-up failed while {what}: its last words are above. Is the network there? Then start again.")


@contextlib.contextmanager
def only_one(path: Path, busy: str) -> Iterator[None]:
    """Hold the lock file at `path`; a second caller says what is `busy` and waits."""
    path.parent.mkdir(exist_ok=True)
    with path.open("a") as file:
        if not try_lock(file.fileno()):
            print(f"Waiting: {busy} …", file=sys.stderr, flush=True)
            while not try_lock(file.fileno()):
                time.sleep(0.2)
        os.set_inheritable(file.fileno(), True)
        try:
            yield
        finally:
            unlock(file.fileno())


if sys.platform == "win32":
    import msvcrt

    def try_lock(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def unlock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def try_lock(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def unlock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_UN)


if __name__ == "__main__" and not installed(tests=True):
    prepare(tests=True)
