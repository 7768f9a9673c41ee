"""A player who finds an opponent and plays on, whatever happens to his server: he insists on what he has asked for."""

import asyncio
import json
import random
import time
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

Frame = dict[str, Any]
CLOCK = {"bank_ms": 60_000, "increment_ms": 2_000}
SEEK = {"t": "seek", "preset": "seed", "clock": CLOCK, "rated": False}
KINDS = {"play": "play_card", "marriage": "declare_marriage", "close": "close_stock", "exchange": "exchange_trump"}
FIRST_PAUSE, LONGEST_PAUSE = 0.3, 5.0
"""Bounds of the wait before another try, unless the server said how long; as the pages have it."""
BEAT_SECONDS = 10.5
"""A line on which nothing is heard for so long is dead."""


class TurnedAway(Exception):
    """The server could not serve this connection now."""


@dataclass
class Seat:
    """One player of one match."""

    player: str
    token: str
    address: str
    port: int
    chance: random.Random
    thinks: tuple[float, float]
    """Seconds, at least and at most, before he asks for a move."""
    match: str = ""
    epoch: str = ""
    version: int = 0
    view: Frame = field(default_factory=dict)
    seated: bool = False
    """He is at the table, and was shown it over the line that he has."""
    wanted: Frame | None = None
    wanted_at: float = 0
    asked: int = 0
    acks: list[tuple[str, int]] = field(default_factory=list)
    lost_at: float | None = None
    away: list[tuple[float, float]] = field(default_factory=list)
    """When he lost his line, and when he was shown the table again."""
    dials: list[float] = field(default_factory=list)
    close_codes: list[int] = field(default_factory=list)
    retry_ms: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def over(self) -> bool:
        return bool(self.view) and self.view["phase"] == "match_over"

    async def live(self) -> None:
        """Until his match is over."""
        tries = 0
        while not self.over:
            try:
                async with await self._dial() as line:
                    try:
                        await self._sit(line)
                        tries = 0
                        await self._play(line)
                    finally:
                        await self._last_words(line)
            except (OSError, WebSocketException, TimeoutError, TurnedAway):
                if self.seated:
                    self.seated, self.lost_at = False, time.monotonic()
                pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2**tries) * self.chance.uniform(0.5, 1)
                tries += 1
                await asyncio.sleep(self.retry_ms / 1000 or pause)
                self.retry_ms = 0

    async def _dial(self) -> ClientConnection:
        self.dials.append(time.monotonic())
        return await connect(
            f"ws://127.0.0.1:{self.port}/ws",
            additional_headers={"Authorization": f"Bearer {self.token}", "X-Forwarded-For": self.address},
            compression=None,
            max_size=None,
            open_timeout=30,
            ping_interval=None,
            proxy=None,
            close_timeout=2,
        )

    async def _sit(self, line: ClientConnection) -> None:
        """Come to the table: to the one that he had, or to one with a new opponent."""
        await line.send('{"t":"hello","protocol":1}')
        if self.match:
            await line.send(
                json.dumps({"t": "resume", "match": self.match, "epoch": self.epoch, "version": self.version})
            )
        else:
            await line.send(json.dumps(SEEK))
        while not self.seated:
            await self._hear(line)

    async def _play(self, line: ClientConnection) -> None:
        if self.wanted is not None:
            await line.send(json.dumps(self.wanted))
        while not self.over:
            if self.wanted is None and (command := self._wish()) is not None:
                self.asked += 1
                self.wanted = {"t": "submit", "id": f"c{self.asked}", "command": command}
                await self._think(line)
                await line.send(json.dumps(self.wanted))
            await self._hear(line)

    async def _think(self, line: ClientConnection) -> None:
        until = asyncio.get_running_loop().time() + self.chance.uniform(*self.thinks)
        try:
            async with asyncio.timeout_at(until):
                while True:
                    await self._hear(line)
        except TimeoutError:
            return

    async def _hear(self, line: ClientConnection) -> None:
        async with asyncio.timeout(BEAT_SECONDS):
            frame: Frame = json.loads(await line.recv())
        match frame["t"]:
            case "paired":
                self.match = frame["match"]
                await line.send(json.dumps({"t": "join", "match": self.match}))
            case "joined" if frame["seat"] is not None:
                self.epoch, self.version, self.view = frame["epoch"], frame["v"], frame["view"]
                self.seated = True
                if self.lost_at is not None:
                    self.away.append((self.lost_at, time.monotonic()))
                    self.lost_at = None
            case "update" if frame["v"] > self.version:
                self.version, self.view = frame["v"], frame["view"]
            case "beat" if frame.get("n") is not None:
                await line.send(json.dumps({"t": "echo", "n": frame["n"]}))
            case "restarting":
                self.retry_ms = frame["retry_ms"]
            case "ack":
                self.acks.append((frame["id"], frame["v"]))
                self._answered(frame)
            case "refused":
                self._answered(frame)
            case "fault":
                self.faults.append(frame["code"])
                raise TurnedAway(frame["code"])

    async def _last_words(self, line: ClientConnection) -> None:
        """What was said before the line broke, should it have broken while he spoke himself."""
        while line.close_code is not None:
            try:
                await self._hear(line)
            except ConnectionClosed:
                self.close_codes.append(line.close_code)
                return

    def _answered(self, frame: Frame) -> None:
        if self.wanted is not None and self.wanted["id"] == frame["id"]:
            self.wanted = None

    def _wish(self) -> Frame | None:
        if self.view["phase"] == "hand_over":
            return None if self.view["seats"][self.view["viewer"]]["ready"] else {"t": "next_hand"}
        moves = [move for move in self.view["legal"] if move.partition(":")[0] in ("play", "marriage", "exchange")]
        if not moves:
            return None
        kind, _, card = self.chance.choice(moves).partition(":")
        return {"t": KINDS[kind], **({"card": card} if card else {})}
