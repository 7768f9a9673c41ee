"""Group commit: while one round trip is on its way, the scripts of everybody else are collected for the next."""

import asyncio
from dataclasses import dataclass
from hashlib import sha1
from typing import Any

from redis.asyncio import RedisCluster
from redis.exceptions import NoScriptError, RedisError, ResponseError

from .address import PATIENCE, Client
from .contract import Unavailable
from .line import told_as_unavailable

WAITING = 10_000
"""Callers that may wait; one more is told at once that the store cannot keep up."""
BATCH = 512


@dataclass(frozen=True, slots=True)
class Call:
    """One caller's run of the script."""

    keys: tuple[str, ...]
    args: tuple[str | int | bytes, ...]
    answer: asyncio.Future[Any]


class GroupCommit:
    """Runs one script for many callers over one connection, in the order of their asking; in a cluster over one to each
    node that is concerned.

    The calls are written by a task of its own: a caller who gives up disturbs nobody.
    """

    def __init__(self, client: Client, script: str, *, patience: float = PATIENCE, waiting: int = WAITING) -> None:
        self._client = client
        self._script = script
        self._patience = patience
        self._sha = sha1(script.encode(), usedforsecurity=False).hexdigest()
        self._calls: asyncio.Queue[Call] = asyncio.Queue(waiting)
        self._writer: asyncio.Task[None] | None = None
        self.round_trips = 0

    def start(self) -> None:
        self._writer = asyncio.create_task(self._write(), name="group commit")

    async def close(self) -> None:
        """Stop writing. Whoever still waits is told Unavailable."""
        if self._writer is not None:
            self._writer.cancel()
            await asyncio.wait([self._writer])
        await self._client.aclose()

    async def run(self, keys: tuple[str, ...], args: tuple[str | int | bytes, ...]) -> Any:
        """The script's answer to this call. Raises Unavailable."""
        if self._writer is None or self._writer.done():
            raise Unavailable("it is closed")
        call = Call(keys, args, asyncio.get_running_loop().create_future())
        try:
            self._calls.put_nowait(call)
        except asyncio.QueueFull:
            raise Unavailable("too many appends are waiting") from None
        return await call.answer

    async def _write(self) -> None:
        batch: list[Call] = []
        try:
            while True:
                batch = [await self._calls.get()]
                batch += self._collect(BATCH - 1)
                try:
                    await self._commit([call for call in batch if not call.answer.done()])
                except Unavailable as down:
                    # Those behind would each wait as long for the same answer.
                    fail(batch + self._collect(WAITING), down)
        finally:
            fail(batch + self._collect(WAITING), Unavailable("it is closing"))

    def _collect(self, most: int) -> list[Call]:
        return [self._calls.get_nowait() for _ in range(min(most, self._calls.qsize()))]

    async def _commit(self, calls: list[Call]) -> None:
        """Answer every call, or raise Unavailable."""
        answers = await self._send("EVALSHA", self._sha, calls)
        forgotten = [i for i, answer in enumerate(answers) if isinstance(answer, NoScriptError)]
        if forgotten:  # A restart or SCRIPT FLUSH empties the script cache; EVAL fills it again.
            again = await self._send("EVAL", self._script, [calls[i] for i in forgotten])
            for i, answer in zip(forgotten, again, strict=True):
                answers[i] = answer
        for call, answer in zip(calls, answers, strict=True):
            if call.answer.done():
                continue
            if isinstance(answer, Exception):
                call.answer.set_exception(Unavailable(str(answer)))
            else:
                call.answer.set_result(answer)

    async def _send(self, command: str, script: str, calls: list[Call]) -> list[Any]:
        if not calls:
            return []
        self.round_trips += 1
        pipeline = self._client.pipeline(transaction=False)
        for call in calls:
            pipeline.execute_command(command, script, len(call.keys), *call.keys, *call.args)
        with told_as_unavailable():
            async with asyncio.timeout(self._patience):
                answers: list[Any] = await pipeline.execute(raise_on_error=False)
        if isinstance(self._client, RedisCluster) and any(map(is_of_the_line, answers)):
            await self._client.aclose()  # it looks anew for the nodes, which a pipeline alone does not make it do
        return answers


def is_of_the_line(answer: object) -> bool:
    """A node could not be asked, or is not the one any more."""
    return isinstance(answer, RedisError) and not isinstance(answer, ResponseError)


def fail(calls: list[Call], error: Unavailable) -> None:
    for call in calls:
        if not call.answer.done():
            call.answer.set_exception(error)
