"""`schnapsen bench computers`: many matches against the computer at one server, and how late its event loop gets."""

import asyncio
import json
import random
import time
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect

from schnapsen_protocol.cards import Level

from .late import LATE
from .servers import Fleet, Server, fleet

Frame = dict[str, Any]
WARM_SECONDS: Final = 3
THOUGHT_SECONDS: Final = 0.2
"""How long a simulated person takes over a card: quicker than any real one."""
COMMANDS: Final = {"play": "play_card", "marriage": "declare_marriage"}


@dataclass
class LateServer(Server):
    """Keeps what the server tells of its loop."""

    module: str = "schnapsen_server.bench.late"
    late: list[int] = field(default_factory=list)

    def hear(self, line: bytes) -> None:
        if line.startswith(LATE.encode()):
            self.late += json.loads(line[len(LATE) :])


@dataclass
class Person:
    """Sits at a match against the computer, and begins another when it is over."""

    fleet: Fleet
    number: int
    level: Level
    playing: asyncio.Event
    moves: int = 0
    """Cards that the computer has played."""
    waits: list[float] = field(default_factory=list)
    """Seconds for which it was waited."""
    matches: int = 0

    @property
    def port(self) -> int:
        return self.fleet.servers[0].port

    async def live(self) -> None:
        player = self.fleet.identities.new_player()
        headers = {
            "Authorization": f"Bearer {self.fleet.identities.token(player)}",
            "X-Forwarded-For": f"10.1.{self.number // 250}.{self.number % 250 + 1}",
        }
        url = f"ws://127.0.0.1:{self.port}/ws"
        async with connect(url, additional_headers=headers, compression=None, proxy=None, open_timeout=60) as socket:
            await socket.send(json.dumps({"t": "hello", "protocol": 1}))
            while True:
                match = await asyncio.to_thread(self._open, headers)
                await socket.send(json.dumps({"t": "join", "match": match}))
                await self._play(socket)
                self.matches += 1

    def _open(self, headers: dict[str, str]) -> str:
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api/matches",
            json.dumps({"versus": "computer", "level": self.level}).encode(),
            {**headers, "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=60) as response:
            match: str = json.load(response)["match"]
            return match

    async def _play(self, socket: ClientConnection) -> None:
        seat, answered = 0, 0
        since = time.monotonic()
        async for text in socket:
            frame: Frame = json.loads(text)
            if frame["t"] == "beat" and "n" in frame:
                await socket.send(json.dumps({"t": "echo", "n": frame["n"]}))
            if frame["t"] not in ("joined", "update"):
                continue
            seat = frame.get("seat", seat)
            view = frame["view"]
            if view["phase"] == "match_over":
                return
            played = [event for event in frame["events"] if event["t"] == "card_played" and event["seat"] != seat]
            if played and frame["t"] == "update":
                self.moves += len(played)
                self.waits.append(time.monotonic() - since)
            if frame["v"] > answered and (command := move(view, seat)) is not None:
                answered = frame["v"]
                await self.playing.wait()
                await asyncio.sleep(THOUGHT_SECONDS)
                await socket.send(json.dumps({"t": "submit", "id": f"v{frame['v']}", "command": command}))
            since = time.monotonic()


def move(view: Frame, seat: int) -> Frame | None:
    if view["phase"] == "hand_over":
        return {"t": "next_hand"}
    words = [word for word in view["legal"] if word.partition(":")[0] in COMMANDS]
    if view["to_play"] != seat or not words:
        return None
    kind, _, card = random.choice(words).partition(":")
    return {"t": COMMANDS[kind], "card": card}


def main(matches: int, level: Level, seconds: float, *, as_json: bool) -> bool:
    figures = asyncio.run(run(matches, level, seconds))
    print(json.dumps(figures) if as_json else "\n".join(f"{name:>20}  {figure}" for name, figure in figures.items()))
    return bool(figures["computer_moves"])


async def run(matches: int, level: Level, seconds: float) -> dict[str, Any]:
    async with fleet(1, LateServer) as them:
        (server,) = them.servers
        assert isinstance(server, LateServer)
        playing = asyncio.Event()
        people = [Person(them, number, level, playing) for number in range(matches)]
        lives = [asyncio.create_task(person.live()) for person in people]
        idle = await listened(server, seconds, lives)
        playing.set()
        busy = await listened(server, seconds, lives, people)
        moves, waits = sum(person.moves for person in people), [wait for person in people for wait in person.waits]
        for life in lives:
            life.cancel()
        await asyncio.gather(*lives, return_exceptions=True)
    without, with_them = spread(idle), spread(busy)
    return {
        "matches": matches,
        "level": level.value,
        "seconds": seconds,
        "computer_moves": moves,
        "computer_moves_per_second": round(moves / seconds, 1),
        "answer_ms": spread([round(wait * 100_000) for wait in waits]),
        "lag_ms_without": without,
        "lag_ms_with": with_them,
        "ratio_p99": round(with_them["p99"] / max(without["p99"], 0.01), 2),
    }


async def listened(
    server: LateServer, seconds: float, lives: Sequence[asyncio.Task[None]], people: Sequence[Person] = ()
) -> list[int]:
    """How late the loop was in so many seconds, once it has warmed to what goes on."""
    await asyncio.sleep(WARM_SECONDS)
    server.late.clear()
    for person in people:
        person.moves = 0
        person.waits.clear()
    await asyncio.sleep(seconds)
    for life in lives:
        if life.done():
            life.result()  # a simulated player who broke makes the figures worthless
    return list(server.late)


def spread(hundredths: list[int]) -> dict[str, float]:
    """Of values in units of 10 µs, in ms."""
    values = sorted(hundredths) or [0]
    return {
        "p50": values[len(values) // 2] / 100,
        "p99": values[len(values) * 99 // 100] / 100,
        "max": values[-1] / 100,
    }
