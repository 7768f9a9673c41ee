"""`schnapsen bench chaos`: matches are played while workers and their store are killed; then every frame is judged."""

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from schnapsen_protocol.cards import Preset
from schnapsen_server.store.contract import Entry
from schnapsen_server.store.open import Store, open_store

from .figures import show, spread
from .judge import Frame, Verdict, judge
from .people import Person, Someone
from .player import Player
from .servers import Fleet, fleet
from .trouble import Pace, Trouble, say

KILL_SECONDS, FREEZE_SECONDS, CUT_SECONDS, STORE_RESTARTS = 20, 45, 60, 5
THINKS = (1.0, 4.0)
SECOND_TAB, WATCHER = 0.3, 0.3
"""Which part of the matches has a player with two tabs, and which a watcher."""
CLOCKS: tuple[Frame | None, ...] = (
    None,
    {"bank_ms": 300_000, "increment_ms": 10_000},
    {"bank_ms": 180_000, "increment_ms": 5_000},
)
"""Long enough that only time charged by mistake runs them out."""
REST_SECONDS = 60
"""Within so long after the last trouble everybody must have had his answers."""
PROGRESS_SECONDS = 10


def main(matches: int, minutes: float, workers: int, seed: int | None, *, as_json: bool) -> bool:
    """Print what came of it; true if nothing was lost, doubled, forfeited or told wrongly."""
    seed = random.randrange(2**32) if seed is None else seed
    say(f"seed {seed}")
    seconds = minutes * 60
    pace = Pace(KILL_SECONDS, FREEZE_SECONDS, seconds / (STORE_RESTARTS + 0.5), CUT_SECONDS)
    outcome = asyncio.run(run(matches, seconds, workers, pace, random.Random(seed)))
    for sentence in outcome.wrong[:20]:
        say(sentence)
    figures = outcome.figures | {"seed": seed}
    if as_json:
        print(json.dumps(figures))
    else:
        show(figures)
    return not outcome.wrong


@dataclass
class Round:
    """One match and everybody at it, with what its log said in the end."""

    match: str
    clock: Frame | None
    players: list[Player]
    watchers: list[Person]
    entries: Sequence[Entry] = ()

    @property
    def people(self) -> list[Person]:
        return [*self.players, *self.watchers]


@dataclass
class Outcome:
    rounds: list[Round]
    wrong: list[str]
    """In sentences."""
    figures: dict[str, object] = field(default_factory=dict)


@dataclass
class Club:
    """Tables at which one match follows the other, until it closes."""

    fleet: Fleet
    chance: random.Random
    thinks: tuple[float, float]
    rounds: list[Round] = field(default_factory=list)
    playing: dict[int, Round] = field(default_factory=dict)
    closing: bool = False
    _born: int = 0

    def people(self) -> list[Person]:
        return [person for one in self.playing.values() for person in one.people]

    async def keep_table(self, number: int) -> None:
        preset, clock = list(Preset)[number % 3], CLOCKS[number % len(CLOCKS)]
        while not self.closing:
            one = await self._gather(preset, clock)
            if one is None:
                continue
            self.rounds.append(one)
            self.playing[number] = one
            if self.closing:
                self._leave(one)
            await asyncio.gather(*(person.live() for person in one.people))

    def close(self) -> None:
        """Nobody wants anything more; who waits for an answer gets it."""
        self.closing = True
        for one in self.playing.values():
            self._leave(one)

    def _leave(self, one: Round) -> None:
        for person in one.people:
            person.leaving = True

    async def _gather(self, preset: Preset, clock: Frame | None) -> Round | None:
        ann, bob = self._someone(), self._someone()
        server = self.chance.choice(self.fleet.servers)
        try:
            match, invite = await ann.open(server, preset=preset, clock=clock)
        except OSError:  # dead, frozen, or without its store
            await asyncio.sleep(self.chance.uniform(0.1, 1))
            return None
        seats = [(ann, None, "a"), (bob, invite, "b")]
        if self.chance.random() < SECOND_TAB:
            seats.append((ann, None, "A"))
        players = [
            Player(who, self.fleet.servers, self.chance, match, key, tab=tab, thinks=self.thinks)
            for who, key, tab in seats
        ]
        watchers = [Person(self._someone(), self.fleet.servers, self.chance, match)]
        one = Round(match, clock, players, watchers if self.chance.random() < WATCHER else [])
        for person in one.people:
            person.company = one.people
        return one

    def _someone(self) -> Someone:
        self._born += 1
        return Someone.new(self.fleet, self._born)


async def run(
    matches: int,
    seconds: float,
    workers: int,
    pace: Pace,
    chance: random.Random,
    thinks: tuple[float, float] = THINKS,
) -> Outcome:
    """So many matches at a time for so long."""
    async with fleet(1, SCHNAPSEN_WORKERS=str(workers)) as them, await open_store(them.store_url, Path()) as store:
        club = Club(them, chance, thinks)
        trouble = Trouble(them, pace, chance, club.people)
        tables = [asyncio.create_task(club.keep_table(number)) for number in range(matches)]
        making = asyncio.create_task(trouble.run())
        began = time.monotonic()
        while (left := began + seconds - time.monotonic()) > 0:
            await asyncio.wait((making, *tables), timeout=min(left, PROGRESS_SECONDS), return_when="FIRST_EXCEPTION")
            for task in (making, *tables):
                if task.done():
                    task.result()  # a fault of the bench
            progress(club, trouble, time.monotonic() - began)
        making.cancel()
        await asyncio.gather(making, return_exceptions=True)
        club.close()
        _, late = await asyncio.wait(tables, timeout=REST_SECONDS)
        for table in late:
            table.cancel()
        verdicts = [await verdict(store, one) for one in club.rounds]
        complaints = sum(server.complaints for server in them.servers)
    wrong = [
        f"{one.match}: {sentence}" for one, told in zip(club.rounds, verdicts, strict=True) for sentence in told.all()
    ]
    wrong += [f"{len(late)} tables did not come to rest"] * bool(late)
    figures = {"kept": not wrong, **report(club, trouble, verdicts), "workers": workers, "warnings": complaints}
    return Outcome(club.rounds, wrong, figures)


async def verdict(store: Store, one: Round) -> Verdict:
    one.entries = await store.log.read(one.match)
    return judge(one.entries, await store.log.epoch(one.match), one.players, one.people)


def report(club: Club, trouble: Trouble, verdicts: Sequence[Verdict]) -> dict[str, object]:
    everybody = [person for one in club.rounds for person in one.people]
    players = [player for one in club.rounds for player in one.players]
    return {
        "at_once": len(club.playing),
        "matches": len(club.rounds),
        "entries": sum(len(one.entries) for one in club.rounds),
        "commands": sum(len(player.asked) for player in players),
        "acknowledged": sum(len({command_id for command_id, _ in player.acks}) for player in players),
        "resends": sum(player.resends for player in players),
        "views": sum(len(person.heard) for person in everybody),
        "kills": len(trouble.kills),
        "freezes": trouble.freezes,
        "store_restarts": trouble.store_restarts,
        "cuts": trouble.cuts,
        "lost": sum(len(told.lost) for told in verdicts),
        "doubled": sum(len(told.doubled) for told in verdicts),
        "forfeits": sum(len(told.forfeits) for told in verdicts),
        "told_wrongly": sum(len(told.told) for told in verdicts),
        "wrong_in_logs": sum(len(told.log) for told in verdicts),
        "resumes": sum(len(person.away) for person in everybody),
        "resume_ms": spread([away * 1000 for person in everybody for away in person.away]),
        "all_back_after_kill_ms": spread([back * 1000 for kill in trouble.kills if (back := kill.all_back_after())]),
        "faults": dict(sum((person.faults for person in everybody), Counter[str]())),
    }


def progress(club: Club, trouble: Trouble, seconds: float) -> None:
    people = club.people()
    acks = sum(len(player.acks) for one in club.rounds for player in one.players)
    here = sum(person.here for person in people)
    say(
        f"{seconds:5.0f} s: {len(club.rounds)} matches, {acks} acknowledged, {here} of {len(people)} at their tables, "
        f"{len(trouble.kills)} kills, {trouble.store_restarts} store restarts, {trouble.cuts} cuts"
    )
