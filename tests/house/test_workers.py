"""Several workers behind one port: a match on all of them, any of which may die, and nothing outlives the parent."""

import asyncio
import json
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kit.client import Table, guest, play_cards
from kit.processes import all_gone
from kit.server import PATIENCE, ServerProcess
from kit.workers import WorkersProcess, at_worker
from schnapsen_server.listener import CannotServe
from schnapsen_server.settings import Settings
from schnapsen_server.workers import run


@pytest.fixture
async def workers(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[WorkersProcess]:
    """Two workers, or as many as the test says."""
    count = getattr(request, "param", 2)
    server = WorkersProcess(tmp_path / "data", SCHNAPSEN_WORKERS=str(count))
    await server.start()
    yield server
    await server.stop()
    assert "Traceback" not in "".join(server.output), "".join(server.output)


def store_of(server: ServerProcess) -> int:
    pid: int = json.loads((server.data / "lock").read_text())["pid"]
    return pid


def everybody(server: WorkersProcess) -> list[int]:
    return [server.pid, store_of(server), *server.workers().values()]


async def both_seated(server: WorkersProcess) -> list[Table]:
    """Ann and Bob at one match, each with another of the first two workers."""
    ann, bob = [await guest(server, name) for name in ("Ann", "Bob")]
    match, invite = await ann.open(clock=None)
    tables = [await at_worker(await server.worker(number), who) for number, who in enumerate((ann, bob))]
    for table in tables:
        await table.join(match, None if table.guest is ann else invite)
    for table in tables:
        await table.reach(max(table.v for table in tables))
    return tables


@pytest.mark.parametrize("workers", [3], indirect=True)
async def test_players_and_watcher_are_with_different_workers_and_one_of_these_dies(workers: WorkersProcess) -> None:
    tables = await both_seated(workers)
    bob, match = tables[1].guest, tables[0].match
    tables.append(await at_worker(await workers.worker(2), await guest(workers, "Eve")))
    await tables[2].join(match)
    await play_cards(tables, 4)
    a, b, e = tables
    os.kill(workers.workers()[b.served_by], signal.SIGKILL)
    await b.lost()
    assert (await b.resume())["recovered"] is True
    assert (await at_worker(await workers.worker(3), bob)).served_by not in (a.served_by, e.served_by)
    await play_cards(tables, 4)
    for table in tables:
        await table.hang_up()
    (loss,) = [line for line in workers.output if " ERROR " in line]
    assert "SIGKILL" in loss


async def test_kill_9_of_the_parent_leaves_nothing_behind_and_loses_nothing(workers: WorkersProcess) -> None:
    ann = await guest(workers)
    async with ann.connect() as table:
        await table.join((await ann.open(versus="computer"))[0])
        v = (await table.submit("say", phrase="well_played"))["v"]
    pids = everybody(workers)
    assert len(set(pids)) == 4
    os.kill(pids[-1], signal.SIGSTOP)  # not even a worker that stands still
    await workers.kill()
    await all_gone(pids)
    await workers.start()
    assert (await table.resume())["v"] >= v
    await table.hang_up()


async def test_a_stop_ends_all_of_them_with_a_word_to_everybody(workers: WorkersProcess) -> None:
    ann, pids = await guest(workers), everybody(workers)
    tables = [await at_worker(name, ann) for name in workers.workers()]
    stopping = asyncio.create_task(workers.stop())
    for table in tables:
        await table.until("restarting")
        assert await table.closed() == 1012
    assert await stopping == 0
    await all_gone(pids)


async def test_the_store_is_started_again_and_the_workers_find_it_by_themselves(workers: WorkersProcess) -> None:
    tables, store = await both_seated(workers), store_of(workers)
    os.kill(store, signal.SIGKILL)
    await all_gone([store])
    async with asyncio.timeout(PATIENCE):
        while (await workers.ask("GET", "/ready"))[0] != 200:
            pass
    await play_cards(tables, 4)
    for table in tables:
        await table.hang_up()


async def test_the_pause_grows_before_one_who_dies_again_and_again_is_replaced(workers: WorkersProcess) -> None:
    first, *_ = workers.workers()
    victim = workers.workers()[first]
    for number in range(2, 5):
        os.kill(victim, signal.SIGKILL)
        name = await workers.worker(number)
        victim = workers.workers()[name]
    pauses = [float(pause) for pause in re.findall(r"another starts in ([\d.]+) s", "".join(workers.output))]
    assert pauses == [0, 0.2, 0.4]


def test_on_windows_one_serves_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(CannotServe, match="Windows"):
        run(Settings(workers=2, port=0))
