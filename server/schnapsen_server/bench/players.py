"""Simulated players who look for an opponent, each on a real socket, some of them unreliable."""

import asyncio
import json
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from .servers import Server

Frame = dict[str, Any]
SEEK = json.dumps({"t": "seek", "preset": "seed", "clock": None, "rated": True})
"""Without a clock: nobody here plays a card, and a match that is not begun would be called off."""
RESIGN = json.dumps({"t": "submit", "id": "resign", "command": {"t": "resign_match"}})
LONGEST_THOUGHT = 3.0
"""Seconds after which whoever resigns has resigned."""
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 15.0
"""Bounds of the wait before another try; it doubles, and each player draws a part of it by lot."""


class TurnedAway(Exception):
    """The server could not serve this connection now."""


@dataclass
class Player:
    """One player and what he lives through."""

    id: str
    token: str
    address: str
    rating: float
    name: str
    leaves_after: float | None = None
    """He closes his page after so many seconds without an opponent."""
    drops: bool = False
    """His line breaks at the moment in which he is paired."""
    resigns: bool = False
    """He gives the match up soon after both have come."""
    wait_ms: float | None = None
    matches: list[str] = field(default_factory=list)
    """Every match he was sent to, each once."""
    left: bool = False
    dials: int = 0
    faults: list[str] = field(default_factory=list)


class Simulation:
    """Lets players live, until it is over."""

    def __init__(self, servers: list[Server], chance: random.Random) -> None:
        self._servers, self._chance = servers, chance
        self._dialling = asyncio.Semaphore(50)
        self.over = asyncio.Event()
        self.came: dict[str, set[str]] = {}
        """Who sat down at each match."""
        self.called_off: set[str] = set()
        self.won: set[str] = set()
        """The matches that came to a result."""

    def met(self, player: Player) -> list[str]:
        """The matches that stand to which this player and another came."""
        return [match for match in player.matches if len(self.came.get(match, ())) > 1 and match not in self.called_off]

    def given_up(self, players: list[Player]) -> set[str]:
        """The matches that are to end, because somebody there resigns."""
        return {match for player in players if player.resigns for match in self.met(player)}

    async def live(self, player: Player, arrives: float) -> None:
        """Come, search, be paired, sit down and stay until all is over."""
        await asyncio.sleep(arrives)
        began = time.monotonic()
        pause = FIRST_PAUSE
        while not self.over.is_set() and not player.left:
            dialled = time.monotonic()
            try:
                await self._visit(player, began)
            except (OSError, WebSocketException, TimeoutError, TurnedAway):
                pause = FIRST_PAUSE if time.monotonic() - dialled > pause else min(LONGEST_PAUSE, 2 * pause)
                await asyncio.sleep(pause * self._chance.random())

    async def _visit(self, player: Player, began: float) -> None:
        """One connection's life. Raises what broke it."""
        async with self._dialling:
            socket = await self._dial(player)
        async with socket:
            await socket.send(joining(self.met(player)[-1]) if self.met(player) else SEEK)
            asked = False
            while not self.over.is_set():
                frame = await self._frame(socket, player, began)
                if frame is None:
                    player.left = True
                    return
                match frame["t"]:
                    case "paired":
                        match_id = frame["match"]
                        if match_id not in player.matches:
                            player.matches.append(match_id)
                            player.wait_ms = (time.monotonic() - began) * 1000
                        if player.drops:
                            player.drops = False
                            socket.transport.abort()
                            return
                        await socket.send(joining(match_id))
                    case "presence" if player.resigns and frame["seats"] == [True, True] and not asked:
                        asked = True
                        await asyncio.sleep(self._chance.random() * LONGEST_THOUGHT)
                        await socket.send(RESIGN)
                    case "update" if frame["view"]["winner"] is not None:
                        self.won.add(player.matches[-1])
                    case "joined" | "update" if player.matches and frame["view"]["called_off"] is not None:
                        self.called_off.add(player.matches[-1])
                        await socket.send(SEEK)
                    case "joined" if frame["seat"] is not None:
                        self.came.setdefault(frame["match"], set()).add(player.id)
                        if frame["view"]["winner"] is not None:
                            self.won.add(frame["match"])
                    case "fault":
                        player.faults.append(frame["code"])
                        raise TurnedAway(frame["code"])

    async def _dial(self, player: Player) -> ClientConnection:
        player.dials += 1
        port = self._chance.choice(self._servers).port
        headers = {"Authorization": f"Bearer {player.token}", "X-Forwarded-For": player.address}
        socket = await connect(
            f"ws://127.0.0.1:{port}/ws",
            additional_headers=headers,
            compression=None,
            max_size=None,
            open_timeout=30,
            ping_interval=None,
            proxy=None,
            close_timeout=2,
        )
        await socket.send('{"t":"hello","protocol":1}')
        return socket

    async def _frame(self, socket: ClientConnection, player: Player, began: float) -> Frame | None:
        """The next frame; None if the player has had enough, or if all is over."""
        leaves = None if player.leaves_after is None or player.matches else began + player.leaves_after
        try:
            async with asyncio.timeout_at(self._loop_time(leaves)):
                frame: Frame = json.loads(await socket.recv())
                return frame
        except TimeoutError:
            return None

    def _loop_time(self, monotonic: float | None) -> float | None:
        return None if monotonic is None else asyncio.get_running_loop().time() + monotonic - time.monotonic()


def joining(match: str) -> str:
    return json.dumps({"t": "join", "match": match})


async def at_random(chance: random.Random, times: int, within: float, what: Callable[[], Awaitable[None]]) -> None:
    """Do it so many times, at random moments within so many seconds."""
    moments = sorted(chance.uniform(0.2, 1) * within for _ in range(times))
    began = time.monotonic()
    for moment in moments:
        await asyncio.sleep(max(0, began + moment - time.monotonic()))
        await what()
