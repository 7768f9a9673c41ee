"""`schnapsen bench list`: a long list whose rows change all the time, and what that costs one who looks at it."""

import asyncio
import json
import random
import time
from pathlib import Path

from websockets.asyncio.client import connect

from schnapsen_protocol.cards import Preset
from schnapsen_protocol.codec import write
from schnapsen_protocol.lobby_frames import ListedPlayer, LiveRow
from schnapsen_protocol.ratings import RatingMark, Reliability
from schnapsen_protocol.terms import USUAL_CLOCK
from schnapsen_server.store.lobby_contract import Rows
from schnapsen_server.store.open import open_store

from .servers import Fleet, fleet

PROCESS = "bench"
REPEAT_SECONDS = 2
SETTLE_SECONDS = 3
"""Until then the server has told itself of all the tables."""


def main(tables: int, changes: float, seconds: float, *, as_json: bool) -> None:
    figures = asyncio.run(run(tables, changes, seconds))
    print(json.dumps(figures) if as_json else "\n".join(f"{name:>20}  {figure}" for name, figure in figures.items()))


async def run(tables: int, changes: float, seconds: float) -> dict[str, float]:
    async with fleet(1) as them, await open_store(them.store_url, Path()) as store:
        matches = [f"match{number}" for number in range(tables)]
        await asyncio.gather(*(store.rows.put(match, row(match), PROCESS) for match in matches))
        changing = asyncio.create_task(keep_changing(store.rows, matches, changes))
        try:
            return {"tables": tables, "changes_per_second": changes, **await look(them, seconds)}
        finally:
            changing.cancel()


async def keep_changing(rows: Rows, matches: list[str], changes: float) -> None:
    repeated = began = time.monotonic()
    made = 0
    while True:
        await asyncio.sleep(0.02)
        due = int((time.monotonic() - began) * changes) - made
        made += due
        chosen = random.choices(matches, k=due)
        await asyncio.gather(*(rows.put(match, row(match), PROCESS) for match in chosen))
        if time.monotonic() - repeated > REPEAT_SECONDS:
            repeated = time.monotonic()
            await rows.repeat(matches, PROCESS)


def row(match: str) -> bytes:
    """As long as a real one, and each time another."""
    mark, known = RatingMark(1500, 80, False), Reliability(19, 20)
    players = (ListedPlayer("x" * 12, "Somebody", mark, known), ListedPlayer("y" * 12, "Somebody else", mark, known))
    score = (random.randrange(7), random.randrange(7))
    watchers = random.randrange(1000)
    return write(LiveRow(match, players, Preset.SEED, USUAL_CLOCK, True, score, watchers, 1_700_000_000_000))


async def look(them: Fleet, seconds: float) -> dict[str, float]:
    await asyncio.sleep(SETTLE_SECONDS)
    token = them.identities.token(them.identities.new_player())
    async with connect(
        f"ws://127.0.0.1:{them.servers[0].port}/ws",
        additional_headers={"Authorization": f"Bearer {token}"},
        compression=None,
        max_size=None,
        proxy=None,
    ) as socket:
        await socket.send('{"t":"hello","protocol":1}')
        await socket.send('{"t":"enter_lobby"}')
        while json.loads(snapshot := await socket.recv())["t"] != "lobby":
            pass
        sizes = []
        began = time.monotonic()
        while (left := began + seconds - time.monotonic()) > 0:
            try:
                async with asyncio.timeout(left):
                    sizes.append(len(await socket.recv()))
            except TimeoutError:
                break
        return {
            "snapshot_bytes": len(snapshot),
            "frames_per_second": round(len(sizes) / seconds, 2),
            "bytes_per_second": round(sum(sizes) / seconds),
        }
