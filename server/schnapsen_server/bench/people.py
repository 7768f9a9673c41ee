"""People at tables who come back from every loss in the rhythm of the pages, and keep account of all that they hear."""

import asyncio
import json
import random
import time
import urllib.request
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from .judge import Frame, Heard
from .servers import Fleet, Server

FIRST_RETRY, LONGEST_RETRY, OPENING, AGAIN = 0.3, 5.0, 8.0, 1.0
SILENCE = 10.5
"""Seconds, as client/js/connection.js has them: of back-off, for the hello, before asking again, and of a dead line."""
NOT_NOW = ("UNAVAILABLE", "RATE_LIMITED", "BUSY")
LOST = (OSError, WebSocketException, TimeoutError)


@dataclass(frozen=True)
class Someone:
    """A player from an address of his own."""

    player: str
    token: str
    address: str

    @classmethod
    def new(cls, fleet: Fleet, number: int) -> "Someone":
        player = fleet.identities.new_player()
        address = f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"
        return cls(player, fleet.identities.token(player), address)

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}", "X-Forwarded-For": self.address}

    async def open(self, server: Server, **terms: object) -> tuple[str, str]:
        """A new table: the match, and the key of its free seat. Raises OSError."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{server.port}/api/matches",
            json.dumps({"preset": "seed", "versus": "human", **terms}).encode(),
            headers={"Content-Type": "application/json", **self.headers},
        )

        def post() -> Frame:
            with urllib.request.urlopen(request, timeout=OPENING) as answer:
                opened: Frame = json.loads(answer.read())
                return opened

        opened = await asyncio.to_thread(post)
        return opened["match"], opened["invite"]


@dataclass
class Person:
    """One tab at one match."""

    who: Someone
    servers: Sequence[Server]
    """Each line is to one of them, as by a proxy: to another at once if one takes no connections."""
    chance: random.Random
    match: str
    invite: str | None = None
    epoch: str = ""
    v: int = 0
    view: Frame = field(default_factory=dict)
    heard: list[Heard] = field(default_factory=list)
    served_by: str = ""
    """The process at the other end of his line."""
    here: bool = False
    """He was shown the table over the line that he has."""
    dials: list[float] = field(default_factory=list)
    arrivals: list[float] = field(default_factory=list)
    away: list[float] = field(default_factory=list)
    """Seconds from each loss of the line to the table."""
    faults: Counter[str] = field(default_factory=Counter)
    company: "list[Person]" = field(default_factory=list)
    """The others at this match, for whom he waits before he goes."""
    leaving: bool = False
    """He wants nothing more, and goes when all that was promised here has been told."""
    _line: ClientConnection | None = None
    _lost_at: float | None = None
    _retry_ms: int = 0
    _again_at: float | None = None
    _asked_since: int | None = None
    """The position with which he asked to be shown the table."""

    @property
    def player(self) -> str:
        return self.who.player

    @property
    def over(self) -> bool:
        return bool(self.view) and self.view["phase"] == "match_over"

    async def live(self) -> None:
        """Until he has nothing more to do here, whatever happens to the line."""
        tries = 0
        while not self.is_done():
            try:
                async with await self._dial() as line:
                    self._line = line
                    await line.send('{"t":"hello","protocol":1}')
                    while not self.is_done():
                        await self._attend(line)
            except LOST:
                tries = 0 if self.here else tries + 1
                if self.here or self._lost_at is None:
                    self._lost_at = time.monotonic()
                self.here = False
                backoff = min(LONGEST_RETRY, FIRST_RETRY * 2**tries) * self.chance.uniform(0.5, 1)
                await asyncio.sleep(self._retry_ms / 1000 or backoff)
                self._retry_ms = 0
        self._line = None

    def is_done(self) -> bool:
        """Nobody at this match waits for an answer any more, and he was told all that was promised."""
        everybody = (self, *self.company)
        done = all((person.over or person.leaving) and not person.is_waiting for person in everybody)
        return done and self.v >= max(person.promised for person in everybody)

    def last_joined(self) -> Heard:
        """What he was told when he last came to the table."""
        return next(heard for heard in reversed(self.heard) if heard.kind == "joined")

    def cut(self) -> bool:
        """Drop the line without a word. Says whether there was one."""
        if self._line is None or self._line.transport.is_closing():
            return False
        self._line.transport.abort()
        return True

    async def _dial(self) -> ClientConnection:
        self.dials.append(time.monotonic())
        refused: OSError = OSError("no servers")
        for server in self.chance.sample(self.servers, len(self.servers)):
            try:
                line = await connect(
                    f"ws://127.0.0.1:{server.port}/ws",
                    additional_headers=self.who.headers,
                    compression=None,
                    max_size=None,
                    open_timeout=OPENING,
                    ping_interval=None,
                    proxy=None,
                    close_timeout=2,
                )
            except ConnectionRefusedError as error:
                refused = error
            else:
                assert line.response is not None
                self.served_by = line.response.headers["X-Served-By"]
                self._heard_at = time.monotonic()
                return line
        raise refused

    async def _attend(self, line: ClientConnection) -> None:
        """Hear one frame, or do what it is time for."""
        moment = self._heard_at + SILENCE
        due = min((at for at in (moment, self._again_at, self.acts_at()) if at is not None), default=moment)
        try:
            async with asyncio.timeout(max(0, due - time.monotonic())):
                text = await line.recv()
        except TimeoutError:
            now = time.monotonic()
            if now >= moment:
                raise
            if self._again_at is not None and now >= self._again_at:
                self._again_at = None
                await (self.insist(line) if self.here else self._enter(line))
            await self.act(line)
            return
        self._heard_at = time.monotonic()
        await self._hear(line, json.loads(text))

    async def _hear(self, line: ClientConnection, frame: Frame) -> None:
        if (heard := Heard.of(frame, self._asked_since)) is not None:
            self.heard.append(heard)
        match frame["t"]:
            case "welcome":
                await self._enter(line)
            case "joined":
                self.epoch, self.v, self.view, self.here = frame["epoch"], frame["v"], frame["view"], True
                self.arrivals.append(time.monotonic())
                if self._lost_at is not None:
                    self.away.append(time.monotonic() - self._lost_at)
                    self._lost_at = None
                await self.insist(line)
            case "update" if frame["v"] > self.v:
                self.v, self.view = frame["v"], frame["view"]
            # No echo: a line of unknown cost is given nothing back, so that the log alone says what each clock must be.
            case "beat" if self.here and frame["v"] is not None and frame["v"] > self.v:
                await self._enter(line)
            case "restarting":
                self._retry_ms = frame["retry_ms"]
            case "ack" | "refused":
                self.answered(frame)
            case "fault":
                self.faults[frame["code"]] += 1
                if frame["code"] in NOT_NOW:
                    self._again_at = time.monotonic() + max((frame["retry_ms"] or 0) / 1000, AGAIN)

    async def _enter(self, line: ClientConnection) -> None:
        self._asked_since = self.v if self.epoch else None
        if self.epoch:
            frame: Frame = {"t": "resume", "match": self.match, "epoch": self.epoch, "version": self.v}
        else:
            frame = {"t": "join", "match": self.match, **({"invite": self.invite} if self.invite else {})}
        await line.send(json.dumps(frame))

    # What those do who want something

    @property
    def promised(self) -> int:
        """The last version that he was told is stored."""
        return 0

    @property
    def is_waiting(self) -> bool:
        """For an answer."""
        return False

    def acts_at(self) -> float | None:
        return None

    async def act(self, line: ClientConnection) -> None:
        pass

    async def insist(self, line: ClientConnection) -> None:
        pass

    def answered(self, frame: Frame) -> None:
        pass
