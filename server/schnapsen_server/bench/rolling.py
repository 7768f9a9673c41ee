"""`schnapsen bench rolling`: two servers are restarted one after the other while matches with clocks are played."""

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from schnapsen_protocol.events import CalledOff, MatchCalledOff, MatchEnd, MatchWon
from schnapsen_server.store.happenings import HAPPENINGS
from schnapsen_server.store.open import Store, open_store

from .figures import show, spread
from .seat import Seat
from .servers import Fleet, Server, fleet
from .switch import switch

SERVERS = 2
THINKS = (0.5, 2.0)
SEATED_WITHIN = 120
BACK_WITHIN_MS = STOPPED_WITHIN_MS = 10_000
PATIENCE = 60
BIN_MS = 100


def main(matches: int, seed: int | None, *, as_json: bool) -> bool:
    """Print what came of it; true if every promise was kept."""
    seed = random.randrange(2**32) if seed is None else seed
    figures = asyncio.run(run(matches, random.Random(seed))) | {"seed": seed}
    if as_json:
        print(json.dumps(figures))
    else:
        show(figures)
    return bool(figures["kept"])


async def run(matches: int, chance: random.Random) -> dict[str, object]:
    async with fleet(SERVERS) as them, switch(them.servers) as port, await open_store(them.store_url, Path()) as store:
        seats = [seat(number, them, port, chance) for number in range(2 * matches)]
        lives = [asyncio.create_task(one.live()) for one in seats]
        try:
            await until(lambda: all(one.seated for one in seats), SEATED_WITHIN, lives)
            restarts = [await restart(server, seats, lives) for server in them.servers]
            were = [one.version for one in seats]
            await until(
                lambda: all(one.over or one.version > v for one, v in zip(seats, were, strict=True)), PATIENCE, lives
            )
        finally:
            for life in lives:
                life.cancel()
            await asyncio.gather(*lives, return_exceptions=True)
        told = await read_logs(store, seats)
        complaints = sum(server.complaints for server in them.servers)
    figures = {
        "matches": len({one.match for one in seats}),
        **told,
        "acknowledged": sum(len(one.acks) for one in seats),
        "restarts": restarts,
        "sent_away": sum(len(one.away) for one in seats),
        "away_ms": spread((back - lost) * 1000 for one in seats for lost, back in one.away),
        "close_codes": dict(Counter(code for one in seats for code in one.close_codes)),
        "faults": dict(Counter(code for one in seats for code in one.faults)),
        "warnings": complaints,
    }
    broken = figures["forfeits"] or figures["lost"] or figures["doubled"] or not all(one["kept"] for one in restarts)
    return {"kept": not broken and figures["matches"] == matches, **figures}


def seat(number: int, them: Fleet, port: int, chance: random.Random) -> Seat:
    player = them.identities.new_player()
    address = f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"
    return Seat(player, them.identities.token(player), address, port, random.Random(chance.random()), THINKS)


async def restart(server: Server, seats: list[Seat], lives: list[asyncio.Task[None]]) -> dict[str, object]:
    """SIGTERM, and a new process when it is gone. Returns when everybody is back."""
    began = time.monotonic()
    status = await server.stop()
    stopped_ms = (time.monotonic() - began) * 1000
    await server.start()
    await until(lambda: all(one.over or one.seated for one in seats), PATIENCE, lives)
    back_ms = [(back - began) * 1000 for one in seats for lost, back in one.away if lost >= began]
    arrivals = Counter(int((at - began) * 1000 / BIN_MS) for one in seats for at in one.dials if at >= began)
    figures = spread(back_ms)
    return {
        "kept": status == 0 and stopped_ms <= STOPPED_WITHIN_MS and figures.get("max", 0) <= BACK_WITHIN_MS,
        "status": status,
        "stopped_ms": round(stopped_ms),
        "sent_away": len(back_ms),
        "back_ms": figures,
        f"arrivals_per_{BIN_MS}_ms": [arrivals[number] for number in range(max(arrivals, default=-1) + 1)],
    }


async def until(holds: Callable[[], bool], seconds: float, lives: list[asyncio.Task[None]]) -> None:
    """Raises TimeoutError; and what broke a player, which is a fault of the bench."""
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.05)
            for life in lives:
                if life.done():
                    life.result()


async def read_logs(store: Store, seats: list[Seat]) -> dict[str, int]:
    """What the logs say of the matches, and of what was acknowledged."""
    forfeits = lost = doubled = finished = 0
    for match_id in {one.match for one in seats}:
        entries = await store.log.read(match_id)
        times = Counter((entry.author, entry.command_id) for entry in entries)
        doubled += sum(count - 1 for count in times.values())
        for one in seats:
            if one.match == match_id:
                stored = {entry.command_id: entry.version for entry in entries if entry.author == one.player}
                lost += sum(stored.get(command_id) != version for command_id, version in one.acks)
        for event in (event for entry in entries for event in HAPPENINGS.decode(entry.events)):
            match event:
                case MatchWon(_, MatchEnd.TIME | MatchEnd.LEFT) | MatchCalledOff(CalledOff.ABORTED):
                    forfeits += 1
                case MatchWon():
                    finished += 1
    return {"forfeits": forfeits, "lost": lost, "doubled": doubled, "finished": finished}
