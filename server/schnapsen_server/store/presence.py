"""Who is at a table, on Redis: a hash with a field for each process that has somebody there."""

import json
from collections.abc import Collection, Mapping
from dataclasses import asdict
from pathlib import Path

from schnapsen_protocol.cards import SEATS, Seat

from .contract import PRESENCE
from .line import Line
from .log import channel
from .script import Script
from .table_contract import Attendance, Gone, Roll

KEPT_SECONDS = 90 * 24 * 3600


class RedisPresence:
    """Implements PresenceBook."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._share = Script(line, Path(__file__).with_name("table.lua").read_text(encoding="utf-8"))

    async def read(self, match: str) -> Roll:
        return roll(await self._line.ask("HGETALL", presence_key(match)))

    async def share(
        self,
        match: str,
        process: str,
        here: Attendance | None,
        *,
        gone: Mapping[Seat, Gone],
        dead: Collection[str] = (),
    ) -> Roll:
        put = {f"gone:{seat}": json.dumps(asdict(mark)) for seat, mark in gone.items()}
        drop = [*dead]
        if here is None:
            drop.append(process)
        else:
            put[process] = json.dumps(asdict(here))
        words = [word for pair in put.items() for word in pair]
        found: list[bytes] = await self._share(
            (presence_key(match),), channel(match), PRESENCE, KEPT_SECONDS, len(put), *words, *drop
        )
        return roll(dict(zip(found[::2], found[1::2], strict=True)))


def roll(fields: Mapping[bytes, bytes]) -> Roll:
    rows: dict[str, Attendance] = {}
    gone: dict[Seat, Gone] = {}
    for name, value in fields.items():
        told = json.loads(value)
        if name.startswith(b"gone:"):
            gone[SEATS[int(name[5:])]] = Gone(told["at"], told["on_purpose"])
        else:
            first, second = told["seats"]
            rows[name.decode()] = Attendance((first, second), told["watchers"], tuple(told["names"]), told["at"])
    return Roll(rows, (gone.get(0), gone.get(1)))


def presence_key(match: str) -> str:
    return f"{{{match}}}:presence"
