"""The processes in which computer opponents think, so that the server never waits for them.

There are few, they start when first asked, and one that dies or hangs is replaced. The more positions wait, the shorter
each is thought about.
"""

import asyncio
import contextlib
import logging
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self

from schnapsen_protocol.commands import Command

from .asking import READY, question, read_answer

logger = logging.getLogger(__name__)

PROGRAM: Final = (sys.executable, "-m", "schnapsen_server.bots.thinker")
MOST_WAITING = 256
BUDGET_MS, LEAST_MS = 100, 5
"""For a move when nobody waits, and however many do."""
START_SECONDS, ANSWER_SECONDS = 30.0, 5.0
"""A process that takes longer hangs."""
TRIES = 2
REST_SECONDS = 5.0
"""After both have failed nobody is asked for so long."""


class NoAnswer(Exception):
    """Nobody could think about it."""


class Died(Exception):
    """A process ended instead of answering."""


@dataclass(frozen=True, slots=True)
class Task:
    position: bytes
    answer: asyncio.Future[Command | None]


class Thinkers:
    """So many processes, each of which runs `program`."""

    def __init__(
        self,
        count: int,
        program: Sequence[str] = PROGRAM,
        *,
        patience: float = ANSWER_SECONDS,
        rest: float = REST_SECONDS,
    ) -> None:
        self._count, self._program, self._patience, self._rest = count, program, patience, rest
        self._waiting: asyncio.Queue[Task] = asyncio.Queue()
        self._minders: list[asyncio.Task[None]] = []
        self._resting_until = 0.0

    async def think(self, position: bytes) -> Command | None:
        """A move for this position (`asking.position`); None where there is none that it wants. Raises NoAnswer."""
        loop = asyncio.get_running_loop()
        if self._waiting.qsize() >= MOST_WAITING or loop.time() < self._resting_until:
            raise NoAnswer("too many wait" if self._waiting.qsize() else "no process thinks")
        task = Task(position, loop.create_future())
        self._waiting.put_nowait(task)
        if not self._minders:
            self._minders = [asyncio.create_task(self._mind(), name="computer") for _ in range(self._count)]
        return await task.answer

    async def close(self) -> None:
        """End the processes. Nobody may wait for an answer any more."""
        for minder in self._minders:
            minder.cancel()
        await asyncio.gather(*self._minders, return_exceptions=True)

    def budget_ms(self) -> int:
        return max(LEAST_MS, BUDGET_MS // (1 + self._waiting.qsize() // self._count))

    async def _mind(self) -> None:
        """Keep one process busy."""
        thinker: Thinker | None = None
        try:
            while True:
                task = await self._waiting.get()
                for attempt in range(TRIES):
                    if task.answer.done():  # whoever asked wants it no more
                        break
                    try:
                        thinker = thinker or await Thinker.start(self._program)
                        found = await thinker.ask(question(task.position, self.budget_ms()), self._patience)
                        if not task.answer.done():
                            task.answer.set_result(found)
                    except (Died, OSError, TimeoutError, ValueError) as error:
                        logger.warning("a computer failed and is replaced (%d): %r", attempt + 1, error)
                        if thinker is not None:
                            await thinker.end()
                        thinker = None
                if not task.answer.done():
                    self._resting_until = asyncio.get_running_loop().time() + self._rest
                    task.answer.set_exception(NoAnswer("it failed twice"))
        finally:
            if thinker is not None:
                await thinker.end()


class Thinker:
    """One process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process, self._in, self._out = process, process.stdin, process.stdout

    @classmethod
    async def start(cls, program: Sequence[str]) -> Self:
        """Raises Died, OSError, TimeoutError."""
        pipe = asyncio.subprocess.PIPE
        thinker = cls(await asyncio.create_subprocess_exec(*program, stdin=pipe, stdout=pipe))
        try:
            if await thinker._line(START_SECONDS) != READY:
                raise Died("it did not begin")
        except BaseException:
            await thinker.end()
            raise
        return thinker

    async def ask(self, line: bytes, patience: float) -> Command | None:
        """Raises Died, TimeoutError, OSError, ValueError."""
        self._in.write(line)
        await self._in.drain()
        return read_answer(await self._line(patience))

    async def _line(self, patience: float) -> bytes:
        async with asyncio.timeout(patience):
            line = await self._out.readline()
        if not line:
            raise Died("it ended")
        return line

    async def end(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()
