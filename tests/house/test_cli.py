"""What stands in the way of serving is said in one sentence, and nothing is left behind."""

import os
import re
import resource
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from kit.server import ServerProcess


def serve(*arguments: str, **variables: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "schnapsen_server.cli", "serve", *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, **variables},
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def said_in_one_sentence(output: str, *words: str) -> bool:
    return "Traceback" not in output and all(word in output for word in words) and output.count("Error:") == 1


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        status, output = serve("--port", port, "--data", str(tmp_path))
    assert status == 1
    assert said_in_one_sentence(output, port, "--port")


async def test_a_data_folder_that_another_server_has(server: ServerProcess) -> None:
    status, output = serve("--port", "0", "--data", str(server.data))
    assert status == 1
    assert said_in_one_sentence(output, str(server.data), "in use")


@pytest.mark.parametrize(
    ("arguments", "variables", "words"),
    [
        (["--host", "nowhere.invalid"], {}, ["nowhere.invalid"]),
        (["--redis-url", "nonsense"], {}, ["REDIS_URL"]),
        (["--redis-url", "redis://:hidden@127.0.0.1:1/0"], {}, ["127.0.0.1:1"]),
        ([], {"SCHNAPSEN_STORE_BINARY": "/nowhere/valkey"}, ["/nowhere/valkey"]),
        (["--workers", "2", "--redis-url", "redis://:hidden@127.0.0.1:1/0"], {}, ["127.0.0.1:1"]),
        (["--workers", "2"], {"SCHNAPSEN_STORE_BINARY": "/nowhere/valkey"}, ["/nowhere/valkey"]),
    ],
)
def test_what_cannot_be(arguments: list[str], variables: dict[str, str], words: list[str], tmp_path: Path) -> None:
    status, output = serve("--port", "0", "--data", str(tmp_path), *arguments, **variables)
    assert status == 1
    assert "hidden" not in output
    assert said_in_one_sentence(output, *words)


def test_a_variable_that_is_no_number() -> None:
    status, output = serve(SCHNAPSEN_PORT="abc")
    assert status == 2
    assert said_in_one_sentence(output, "SCHNAPSEN_PORT")


def limits_of(pid: int) -> str:
    return Path(f"/proc/{pid}/limits").read_text()


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")
async def test_a_server_takes_as_many_lines_as_the_system_allows(tmp_path: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    server = ServerProcess(tmp_path / "data")
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
    try:
        await server.start()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    found = re.search(r"Max open files +(\d+) +(\d+)", limits_of(server.pid))
    await server.stop()
    assert found is not None
    assert int(found[1]) == int(found[2]) > 256
