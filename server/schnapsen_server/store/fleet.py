"""The processes that serve, on Redis: a sorted set of their last heartbeats, and one of the outages between."""

from pathlib import Path

from .line import Line
from .script import Script
from .table_contract import Outage, Pulse

KEPT_MS = 30 * 24 * 3600 * 1000
KEYS = ("{fleet}:processes", "{fleet}:outages")


class RedisFleet:
    """Implements FleetBook."""

    def __init__(self, line: Line) -> None:
        self._beat = Script(line, Path(__file__).with_name("fleet.lua").read_text(encoding="utf-8"))

    async def beat(self, process: str, now: int, lapse: int) -> Pulse:
        beats, outages = await self._beat(KEYS, process, now, lapse, KEPT_MS)
        return Pulse(
            {name.decode(): int(score) for name, score in zip(beats[::2], beats[1::2], strict=True)},
            tuple(Outage(*map(int, outage.split(b":"))) for outage in outages),
        )
