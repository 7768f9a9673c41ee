"""`schnapsen bench memory`: what a running match, a match put away and a player cost in the store's memory."""

import asyncio
import json
import random
import secrets
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID

from schnapsen_protocol.cards import SEATS, Preset, Seat, Versus
from schnapsen_protocol.commands import Command, NextHand
from schnapsen_protocol.events import Event
from schnapsen_protocol.terms import USUAL_CLOCK, Terms
from schnapsen_server.bots.casual import choose, count
from schnapsen_server.game.decide import decide
from schnapsen_server.game.evolve import fold
from schnapsen_server.game.house import OpenMatch, TakeSeat
from schnapsen_server.game.secret import public
from schnapsen_server.game.state import Match
from schnapsen_server.game.view import view
from schnapsen_server.lobby.ratings import Ratings
from schnapsen_server.rooms.dealing import FairChance
from schnapsen_server.rooms.directory import Directory
from schnapsen_server.rooms.filing import DAY_MS, Lifetimes
from schnapsen_server.rooms.own_matches import list_match
from schnapsen_server.store.contract import Entry
from schnapsen_server.store.footprint import Family
from schnapsen_server.store.happenings import HAPPENINGS, replay
from schnapsen_server.store.keeping import USUAL
from schnapsen_server.store.open import Store, open_store
from schnapsen_server.store.table_contract import Attendance

START = 1_800_000_000_000
THINKING_MS = 4_000
AT_ONCE = 16
PATIENCE = 60.0
"""Seconds: here nothing is measured but memory."""
MORE = 10
"""So many matches more of the same two tell what a result costs."""


class Time:
    """Implements Clock: a time that goes on when it is moved."""

    def __init__(self) -> None:
        self.now = START

    def now_ms(self) -> int:
        return self.now

    def call_later(self, delay_ms: int, callback: Callable[[], None]) -> Any:
        raise NotImplementedError  # no table is awake here


def main(matches: int, a_day: int, seed: int | None, *, as_json: bool) -> None:
    seed = secrets.randbits(32) if seed is None else seed
    figures = asyncio.run(run(matches, random.Random(seed)))
    figures |= {"seed": seed, "matches": matches, **year(figures, a_day)}
    if as_json:
        print(json.dumps(figures))
    else:
        print("\n".join(f"{name:>32}  {figure}" for name, figure in figures.items()))


async def run(matches: int, luck: random.Random) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="schnapsen-bench-") as folder:
        async with await open_store(None, Path(folder), patience=PATIENCE) as store:
            return await _Run(store, luck).measure(matches)


def year(figures: dict[str, Any], a_day: int) -> dict[str, Any]:
    """What so many matches a day amount to when everything has its lifetime behind it: from then on it is no more."""
    lifetimes = Lifetimes()
    days_live, days_filed = lifetimes.finished_ms / DAY_MS, lifetimes.record_seconds * 1000 / DAY_MS
    live, filed = (
        round(a_day * days * figures[name])
        for days, name in ((days_live, "bytes_per_live_match"), (days_filed, "bytes_per_filed_match"))
    )
    return {
        "matches_a_day": a_day,
        "live_bytes": live,
        "filed_bytes": filed,
        "matches_bytes_after_a_year": live + filed,
        "most_bytes_per_player": round(figures["bytes_per_player"] + USUAL.results * figures["bytes_per_result"]),
    }


def of_players(families: dict[str, Family]) -> int:
    return sum(family.bytes for name, family in families.items() if name.startswith("{p:"))


class _Run:
    def __init__(self, store: Store, luck: random.Random) -> None:
        self._store, self._luck, self._time = store, luck, Time()
        self._chance = FairChance(luck.randbytes)
        self._ratings = Ratings(store.log, store.players, store.results, self._time)
        self._directory = Directory(
            *(store.log, store.players, store.tables, self._ratings, self._chance, self._time),
            process="bench",
            invite=str,
            on_told=lambda room: None,
        )
        self._at_once = asyncio.Semaphore(AT_ONCE)

    async def measure(self, matches: int) -> dict[str, Any]:
        store = self._store
        pairs = [(f"player{n:06}a", f"player{n:06}b") for n in range(matches)]
        ids = [self._chance.match_id() for _ in pairs]
        await self._play("a match to warm up", ("someone", "somebody"))

        empty = await store.used_memory()
        entries = sum(await asyncio.gather(*map(self._play, ids, pairs)))
        played = await store.used_memory()
        await asyncio.gather(*map(self._count, ids, pairs))
        live, counted = await store.footprint(), await store.used_memory()
        await self._put_all_away()
        filed, put_away = await store.footprint(), await store.used_memory()
        again = [f"one more {n}" for n in range(MORE)]
        await asyncio.gather(*(self._play(match_id, pairs[0]) for match_id in again))
        for match_id in again:
            await self._count(match_id, pairs[0])
        more = await store.footprint()
        return {
            "entries_per_match": round(entries / matches),
            "bytes_per_live_match": round((played - empty) / matches),
            "bytes_per_filed_match": round((put_away - counted + played - empty) / matches),
            "bytes_per_player": round((counted - played) / len(pairs) / 2),
            "bytes_per_result": round((of_players(more) - of_players(filed)) / MORE / 2),
            "live": {name: [one.keys, one.bytes] for name, one in sorted(live.items())},
            "filed": {name: [one.keys, one.bytes] for name, one in sorted(filed.items())},
        }

    async def _count(self, match_id: str, pair: tuple[str, str]) -> None:
        """What is kept of the players once the match is over."""
        async with self._at_once:
            for player in pair:
                await self._store.players.rename(player, f"Name of {player}"[-20:])
            for entry, match in replay(await self._store.log.read(match_id)):
                await list_match(self._store.players, match_id, match, entry.at)
            await self._ratings.settle(match_id)

    async def _put_all_away(self) -> None:
        self._time.now += 2 * DAY_MS
        while await self._directory.filer.sweep():
            pass

    async def _play(self, match_id: str, pair: tuple[str, str]) -> int:
        """A whole rated match with a clock, written as a room writes it. Returns how many entries it has."""
        async with self._at_once:
            store, log, now = self._store, self._store.log, self._time.now
            terms = Terms(clock=USUAL_CLOCK, rated=True, listed=True)
            preset = self._luck.choice(list(Preset))
            seats = [TakeSeat(player, f"Name of {player}"[-20:]) for player in pair]
            await self._directory.open(match_id, [OpenMatch(preset, Versus.HUMAN, self._chance.seat(), terms), *seats])
            (first,) = await log.read(match_id)
            batch = HAPPENINGS.decode(first.events)
            match, said, version = fold(batch), list(public(batch)), 1
            here = Attendance((True, True), 3, ("Eve", "Adam", "Cain"), now)
            await store.tables.presence.share(match_id, "bench", here, gone={})
            while not match.is_over:
                seat, command = self._next(match, said)
                now += THINKING_MS
                version += 1
                batch = decide(match, seat, command, self._chance, now)
                match, said = fold(batch, match), [*said, *public(batch)]
                command_id = str(UUID(int=self._luck.getrandbits(128)))
                entry = Entry(version, now, pair[seat], command_id, HAPPENINGS.encode(batch))
                await log.append(match_id, version - 1, entry)
            await store.tables.presence.share(match_id, "bench", None, gone={})
            await store.tables.deadlines.drop(match_id)
            return version

    def _next(self, match: Match, said: list[Event]) -> tuple[Seat, Command]:
        seat = match.acting
        if seat is None:
            return next(one for one in SEATS if not match.ready[one]), NextHand()
        command = choose(view(match, seat), count(said, seat), self._luck.choice)
        assert command is not None
        return seat, command
