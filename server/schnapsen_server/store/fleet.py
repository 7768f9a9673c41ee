"""The processes that serve, on Redis: their last heartbeats, and the outages between."""

from pathlib import Path

from .line import Line
from .script import Script
from .table_contract import Outage, Pulse

KEPT_MS = 30 * 24 * 3600 * 1000
KEYS = tuple(f"{{fleet}}:{name}" for name in ("processes", "begun", "goodbyes", "outages", "certain"))


class RedisFleet:
    """Implements FleetBook."""

    def __init__(self, line: Line) -> None:
        self._beat = Script(line, Path(__file__).with_name("fleet.lua").read_text(encoding="utf-8"))

    async def beat(self, process: str, now: int, lapse: int, looks_on_since: int) -> Pulse:
        beats, serving, outages = await self._beat(KEYS, process, now, lapse, KEPT_MS, looks_on_since, 0)
        return Pulse(
            {name.decode(): int(score) for name, score in zip(beats[::2], beats[1::2], strict=True)},
            frozenset(name.decode() for name in serving),
            tuple(Outage(*map(int, outage.split(b":"))) for outage in outages),
        )

    async def leave(self, process: str, now: int, lapse: int) -> None:
        await self._beat(KEYS, process, now, lapse, KEPT_MS, now, 1)
