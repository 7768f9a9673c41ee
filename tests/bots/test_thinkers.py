"""The processes that think: few, replaced when they fail, and gone with their server."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from kit.hands import OPEN_HAND, command, deck
from kit.server import PATIENCE
from schnapsen_protocol.cards import Level, Preset
from schnapsen_protocol.codec import Encoded, write
from schnapsen_protocol.commands import Claim, Command
from schnapsen_server.bots.asking import position
from schnapsen_server.bots.thinkers import BUDGET_MS, LEAST_MS, MOST_WAITING, PROGRAM, NoAnswer, Thinkers
from schnapsen_server.game.moves import legal
from schnapsen_server.game.secret import public
from schnapsen_server.game.view import view

from .brute import dealt

MOMENT = dealt(Preset.SEED, deck(OPEN_HAND)).then("play:CT")
ASKED = position(Encoded(write(view(MOMENT.match, 1))), public(MOMENT.log), Level.MASTER, 7)
CLAIMS = 'print(\'{"t":"claim"}\', flush=True)'

Make = Callable[..., Thinkers]


def script(*lines: str) -> tuple[str, ...]:
    """A process that says it is ready and then does this for each question."""
    body = "".join(f"    {line}\n" for line in lines)
    return (sys.executable, "-c", f"import os, sys, time\nprint('ready', flush=True)\nfor line in sys.stdin:\n{body}")


async def there(file: Path) -> None:
    """Returns when a process has begun with its first question."""
    while not os.path.exists(file):  # noqa: ASYNC110, ASYNC240  (another process makes it)
        await asyncio.sleep(0.01)


@pytest.fixture
async def made() -> AsyncIterator[Make]:
    """Makes thinkers that are gone after the test."""
    all_made: list[Thinkers] = []

    def make(program: tuple[str, ...] = PROGRAM, count: int = 1, *, patience: float = PATIENCE) -> Thinkers:
        all_made.append(Thinkers(count, program, patience=patience, rest=0.0))
        return all_made[-1]

    yield make
    for one in all_made:
        await one.close()


async def test_a_move_is_found_in_another_process(made: Make) -> None:
    move = await made().think(ASKED)
    assert move in [command(word) for word in legal(MOMENT.match, 1)]


async def test_nothing_is_found_where_the_question_makes_no_sense_and_the_next_is_answered(made: Make) -> None:
    thinkers = made()
    assert await thinkers.think(b"{}") is None
    assert await thinkers.think(ASKED) is not None


async def test_one_that_dies_is_replaced_and_asked_again(made: Make, tmp_path: Path) -> None:
    died = tmp_path / "died"
    thinkers = made(script(f"if not os.path.exists({str(died)!r}): open({str(died)!r}, 'w'); os._exit(1)", CLAIMS))
    assert await thinkers.think(ASKED) == Claim()
    assert died.exists()


async def test_one_that_hangs_is_replaced_and_asked_again(made: Make, tmp_path: Path) -> None:
    hung = tmp_path / "hung"
    thinkers = made(
        script(f"if not os.path.exists({str(hung)!r}): open({str(hung)!r}, 'w'); time.sleep(3600)", CLAIMS), patience=2
    )
    assert await thinkers.think(ASKED) == Claim()
    assert hung.exists()


async def test_who_always_fails_is_not_asked_for_ever(made: Make) -> None:
    thinkers = made(script("os._exit(1)"))
    for _ in range(2):
        with pytest.raises(NoAnswer):
            await thinkers.think(ASKED)


async def test_a_program_that_is_not_there_is_no_answer(made: Make, tmp_path: Path) -> None:
    with pytest.raises(NoAnswer):
        await made((str(tmp_path / "nothing"),)).think(ASKED)


async def test_the_more_wait_the_shorter_each_is_thought_about_and_not_too_many_wait(
    made: Make, tmp_path: Path
) -> None:
    """The process waits until it may go on, and writes down what it was asked."""
    go, seen = tmp_path / "go", tmp_path / "budgets"
    thinkers = made(
        script(
            f"open({str(seen)!r}, 'a').write(line)",
            f"while not os.path.exists({str(go)!r}): time.sleep(0.01)",
            CLAIMS,
        )
    )
    first = asyncio.create_task(thinkers.think(ASKED))
    await there(seen)
    others = [asyncio.create_task(thinkers.think(ASKED)) for _ in range(MOST_WAITING)]
    await asyncio.sleep(0)
    with pytest.raises(NoAnswer):
        await thinkers.think(ASKED)
    go.touch()
    assert set(await asyncio.gather(first, *others)) == {Claim()}
    budgets = [int(line.rpartition(":")[2].strip("}\n")) for line in seen.read_text().splitlines()]
    assert len(budgets) == 1 + MOST_WAITING
    assert (budgets[0], budgets[1], budgets[-1]) == (BUDGET_MS, LEAST_MS, BUDGET_MS)
    assert budgets[1:] == sorted(budgets[1:])


async def test_what_nobody_wants_any_more_is_not_thought_about(made: Make, tmp_path: Path) -> None:
    go, seen = tmp_path / "go", tmp_path / "asked"
    thinkers = made(
        script(
            f"open({str(seen)!r}, 'a').write(line[:20] + chr(10))",
            f"while not os.path.exists({str(go)!r}): time.sleep(0.01)",
            CLAIMS,
        )
    )
    first = asyncio.create_task(thinkers.think(b'"a"'))
    await there(seen)
    given_up: asyncio.Task[Command | None] = asyncio.create_task(thinkers.think(b'"b"'))
    last = asyncio.create_task(thinkers.think(b'"c"'))
    await asyncio.sleep(0)
    given_up.cancel()
    go.touch()
    await asyncio.gather(first, last)
    assert [line[12:15] for line in seen.read_text().splitlines()] == ['"a"', '"c"']


ENDLESS = """
import sys
from schnapsen_server.bots import thinker

def never(line):
    print("thinking", file=sys.stderr, flush=True)
    while True:
        pass

thinker.answer = never
thinker.main()
"""
SERVER = f"""
import asyncio, sys
from schnapsen_server.bots.thinkers import Thinkers

asyncio.run(Thinkers(1, (sys.executable, "-c", {ENDLESS!r}), patience=3600).think(b"{{}}"))
"""


async def test_they_die_with_a_server_that_is_killed_while_they_think() -> None:
    """Nobody holds the end of the pipe any more when both are gone."""
    server = await asyncio.create_subprocess_exec(sys.executable, "-c", SERVER, stderr=asyncio.subprocess.PIPE)
    assert server.stderr is not None
    async with asyncio.timeout(2 * PATIENCE):
        assert await server.stderr.readline() == b"thinking\n"  # it thinks, and will never be done
        os.kill(server.pid, signal.SIGKILL)
        await server.wait()
        assert await server.stderr.read() == b""
