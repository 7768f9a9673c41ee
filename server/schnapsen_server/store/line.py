"""The line to Redis: how it is asked, and how every failure on it becomes Unavailable."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from redis.asyncio import RedisCluster
from redis.exceptions import RedisError, ResponseError

from .address import PATIENCE, Client
from .contract import Unavailable

WAITING = 10_000
"""Questions that may wait; who comes with one more is told at once that the store cannot keep up."""
BATCH = 1024


@contextmanager
def told_as_unavailable() -> Iterator[None]:
    """Whatever goes wrong between us and Redis leaves as Unavailable."""
    try:
        yield
    except (RedisError, OSError, TimeoutError) as error:
        raise Unavailable(str(error) or type(error).__name__) from error


@dataclass(frozen=True, slots=True)
class Question:
    command: tuple[str | int | bytes, ...]
    answer: asyncio.Future[Any]


class Line:
    """Questions and answers: while a round trip is on its way, what everybody else asks is collected for the next.

    The questions are written by tasks of the line's own: a caller who gives up disturbs nobody. Patience is for the
    store, and begins when it is asked: who waits for his turn behind thousands has no reason to think it dead.
    With `at_once` 1 all questions are asked in their order; in a cluster, in their order for each node.
    """

    def __init__(self, client: Client, patience: float = PATIENCE, *, at_once: int = 2, waiting: int = WAITING) -> None:
        self._client = client
        self._patience = patience
        self._at_once, self._most = at_once, waiting
        self._waiting: deque[Question] = deque()
        self._trips: set[asyncio.Task[None]] = set()
        self._is_called = False
        """A task is about to take what waits."""
        self._closed = False
        self.round_trips = 0

    async def ask(self, *command: str | int | bytes) -> Any:
        """The answer of Redis. Raises Unavailable."""
        if self._closed:
            raise Unavailable("it is closed")
        if len(self._waiting) >= self._most:
            raise Unavailable("too many are waiting for it")
        question = Question(command, asyncio.get_running_loop().create_future())
        self._waiting.append(question)
        if not self._is_called and len(self._trips) < self._at_once:
            self._is_called = True
            self._trips.add(asyncio.create_task(self._carry(), name="line to the store"))
        return await question.answer

    async def keys(self, pattern: str, at_once: int) -> AsyncIterator[bytes]:
        """All keys like this, on all nodes; one may come twice. Raises Unavailable."""
        found = self._client.scan_iter(pattern, at_once)
        while True:
            with told_as_unavailable():
                try:
                    async with asyncio.timeout(self._patience):
                        key: bytes = await anext(found)
                except StopAsyncIteration:
                    return
            yield key

    async def close(self) -> None:
        """Ask nothing more. Whoever still waits is told Unavailable."""
        self._closed = True
        trips = list(self._trips)
        for trip in trips:
            trip.cancel()
        await asyncio.gather(*trips, return_exceptions=True)
        fail(self._take(), Unavailable("it is closing"))
        await self._client.aclose()

    async def _carry(self) -> None:
        """Until nothing waits."""
        self._is_called = False
        batch: list[Question] = []
        try:
            while self._waiting:
                batch = self._take(BATCH)
                try:
                    answers = await self._ask_all([question.command for question in batch])
                except Unavailable as down:
                    # Those behind would each wait as long for the same answer.
                    fail([*batch, *self._take()], down)
                else:
                    for question, answer in zip(batch, answers, strict=True):
                        tell(question, answer)
        finally:
            fail(batch, Unavailable("it is closing"))
            self._trips.discard(asyncio.current_task())

    def _take(self, most: int = WAITING) -> list[Question]:
        """The next ones, without those who have given up."""
        taken = [self._waiting.popleft() for _ in range(min(most, len(self._waiting)))]
        return [question for question in taken if not question.answer.done()]

    async def _ask_all(self, commands: list[tuple[str | int | bytes, ...]]) -> list[Any]:
        """An answer, or an exception, for each. Raises Unavailable."""
        if not commands:
            return []
        self.round_trips += 1
        pipeline = self._client.pipeline(transaction=False)
        for command in commands:
            pipeline.execute_command(*command)
        with told_as_unavailable():
            async with asyncio.timeout(self._patience):
                answers: list[Any] = await pipeline.execute(raise_on_error=False)
        if isinstance(self._client, RedisCluster) and any(map(is_of_the_line, answers)):
            await self._client.aclose()  # it looks anew for the nodes, which a pipeline alone does not make it do
        return answers


def is_of_the_line(answer: object) -> bool:
    """A node could not be asked, or is not the one any more."""
    return isinstance(answer, RedisError) and not isinstance(answer, ResponseError)


def tell(question: Question, answer: Any) -> None:
    if question.answer.done():
        return
    if isinstance(answer, Exception):
        down = Unavailable(str(answer))
        down.__cause__ = answer
        question.answer.set_exception(down)
    else:
        question.answer.set_result(answer)


def fail(questions: Iterable[Question], why: Unavailable) -> None:
    for question in questions:
        if not question.answer.done():
            question.answer.set_exception(why)
