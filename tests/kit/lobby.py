"""What tests of the lobby share: a search, a listed table, and a list that is followed."""

import asyncio
import json
from typing import Any

from redis.asyncio import Redis

from .client import Frame, Guest, Table
from .server import PATIENCE

BLITZ = {"bank_ms": 60_000, "increment_ms": 1_000}
SEEK: Frame = {"t": "seek", "preset": "seed", "clock": BLITZ, "rated": False}


async def lobby_until(table: Table, holds: Any) -> dict[str, Frame]:
    """Follow the list until it is so; the rows by match."""
    rows: dict[str, Frame] = {}
    async with asyncio.timeout(PATIENCE):
        while True:
            frame = await table.until("lobby", "lobby_changed")
            if frame["t"] == "lobby":
                rows = {row["match"]: row for row in [*frame["tables"], *frame["live"]]}
            else:
                rows |= {row["match"]: row for row in frame["put"]}
            for match in frame["drop"]:
                rows.pop(match, None)
            if holds(rows):
                return rows


async def listed(host: Guest, **terms: object) -> str:
    status, answer = await host.server.ask(
        "POST", "/api/matches", {"listed": True, "clock": None, **terms}, token=host.token
    )
    assert status == 201, answer
    match: str = answer["match"]
    return match


async def came(redis: Redis, match: str) -> None:
    """Returns when it is written down that one of the two who were paired has come."""
    async with asyncio.timeout(PATIENCE):
        while True:
            pairing = await redis.hget("{lobby}:pairings", match)
            if pairing is not None and json.loads(pairing)["shown"]:
                return
