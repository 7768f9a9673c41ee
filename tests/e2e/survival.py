"""Matches over real websockets while the server is killed and lines are cut. Run: survival.py [MATCHES [SEED]]

Everybody keeps every frame. At the end the log is read from the data folder, and each frame must be what the log says.
"""

import asyncio
import os
import random
import signal
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from websockets.exceptions import WebSocketException

from kit.client import Frame, Guest, Table, command_of, guest
from kit.match import judge
from kit.referee import Referee
from kit.server import ServerProcess
from schnapsen_protocol.cards import Preset
from schnapsen_protocol.events import MatchEnd
from schnapsen_server.store.open import open_store

LINE_LOST = (WebSocketException, OSError)
ACKS_BETWEEN_KILLS = (30, 90)
ACKS_BETWEEN_CUTS = (5, 25)
CUT_WHILE_ASKING = 0.03
RESEND_ANYWAY = 0.03
SAVE = 0.02
TALK = 0.02
RARE = ("close", "claim")
CLOCKS: tuple[Frame | None, ...] = (
    None,
    {"bank_ms": 300_000, "increment_ms": 10_000},
    {"bank_ms": 10_000, "increment_ms": 1_000},  # runs out where a kill takes long
    {"bank_ms": 60_000, "increment_ms": 0},
)


class NotYet(Exception):
    """The server could not let us in; it may later."""


@dataclass
class Report:
    """What was done to the server and to the lines, and what was lost by it."""

    seed: int
    matches: int = 0
    entries: int = 0
    acked: int = 0
    refused: int = 0
    kills: int = 0
    cuts: int = 0
    resends: int = 0
    resumes: int = 0
    frames: int = 0
    saves: int = 0
    words: int = 0
    clocked: int = 0
    time_outs: int = 0
    held_ms: int = 0
    """Given back to the clocks because no server kept them."""
    losses: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        counted = [f"{name} {value}" for name, value in vars(self).items() if name != "losses"]
        return "\n".join([", ".join([*counted, f"losses {len(self.losses)}"]), *self.losses])


class Chaos:
    """Kills the server and cuts lines. It counts acknowledgements, not seconds: a slow machine suffers alike."""

    def __init__(self, server: ServerProcess, luck: random.Random, report: Report) -> None:
        self._server, self._luck, self._report = server, luck, report
        self._until_kill = luck.randint(*ACKS_BETWEEN_KILLS)
        self._until_cut = luck.randint(*ACKS_BETWEEN_CUTS)
        self._kill = asyncio.Event()
        self.people: list[Person] = []

    def acked(self) -> None:
        self._until_kill -= 1
        self._until_cut -= 1
        if self._until_cut <= 0:
            self._until_cut = self._luck.randint(*ACKS_BETWEEN_CUTS)
            self._luck.choice(self.people).lose_the_line()
        if self._until_kill <= 0:
            self._until_kill = self._luck.randint(*ACKS_BETWEEN_KILLS)
            self._kill.set()

    async def run(self) -> None:
        while True:
            await self._kill.wait()
            self._kill.clear()
            await asyncio.sleep(self._luck.uniform(0, 0.02))  # between two commands, or in the middle of one
            # Half of the time the store stands still before: commands are read that it stores only when the server is
            # dead. The store itself is asked to stop, as the kernel does it for every child of a killed server.
            stores = children(self._server.pid) if self._luck.random() < 0.5 else []
            if stores:
                signal_all(stores, signal.SIGSTOP)
                await asyncio.sleep(0.05)
            await self._server.kill()
            signal_all(stores, signal.SIGCONT)
            self._report.kills += 1
            await self._server.start()


def children(pid: int) -> list[int]:
    """The processes that this one started, where the system says it."""
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []


def signal_all(pids: list[int], what: signal.Signals) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, what)


class Person(Table):
    """One tab, that comes back from every loss. `came_back_with` has the position of each resume that was answered."""

    def __init__(self, guest: Guest, match: str, invite: str | None, chaos: Chaos, luck: random.Random) -> None:
        super().__init__(guest)
        self._chaos, self._luck = chaos, luck
        self._at, self._invite = match, invite
        self.came_back_with: list[int | None] = []
        self.promised = 0
        self.cuts = 0
        self.company: list[Person] = [self]
        """Everybody at this match: a word may still be on its way when the last card has fallen."""
        chaos.people.append(self)

    @property
    def over(self) -> bool:
        return bool(self.view) and self.view["phase"] == "match_over"

    @property
    def wants_nothing(self) -> bool:
        return True

    def _all_is_said(self) -> bool:
        done = all(person.over and person.wants_nothing for person in self.company)
        return done and self.v >= max(person.promised for person in self.company)

    def lose_the_line(self) -> None:
        if self.cut():
            self.cuts += 1

    async def take_part(self) -> None:
        """Until the match is over and nobody has anything more to say, whatever happens to the line."""
        while not self._all_is_said():
            try:
                await self._arrive()
                while not self._all_is_said():
                    await (self._look_on() if self.over and self.wants_nothing else self.act())
            except (*LINE_LOST, NotYet):
                await asyncio.sleep(self._luck.uniform(0, 0.1))
        with suppress(*LINE_LOST):
            await self.hang_up()

    async def _arrive(self) -> None:
        had = self.v if self.epoch else None
        if had is None:
            await self.dial()
            answer = await self.join(self._at, self._invite)
        else:
            answer = await self.resume()
        if answer["t"] != "joined":
            raise NotYet(answer)
        self.came_back_with.append(had)
        assert answer["v"] >= self.promised, f"version {self.promised} was acknowledged and is gone"

    async def act(self) -> None:
        await self.receive()

    async def _look_on(self) -> None:
        await self.send({"t": "probe"})
        await self.until("beat")
        await asyncio.sleep(0.02)  # no hurry: the others have the table


class Player(Person):
    """Plays what it may, at random, and insists on what it wanted until that is answered."""

    def __init__(self, *who: Any, tab: str) -> None:
        super().__init__(*who)
        self._tab = tab
        self._wanted: tuple[str, Frame, int | None] | None = None
        self._decided_at = 0
        self.asked: set[str] = set()
        self.acks: list[tuple[str, int]] = []
        self.refused: list[str] = []
        self.resends = 0

    @property
    def wants_nothing(self) -> bool:
        return self._wanted is None

    async def act(self) -> None:
        if self._wanted is None and self._decided_at < self.v:
            self._decided_at = self.v
            if (command := self._wish()) is not None:
                command_id = f"{self._tab}{len(self.asked)}"
                self.asked.add(command_id)
                self._wanted = (command_id, command, self._luck.choice((None, self.v)))
        if self._wanted is None:
            await self.receive()
        else:
            await self._insist(*self._wanted)

    async def _insist(self, command_id: str, command: Frame, version: int | None) -> None:
        await asyncio.sleep(self._luck.uniform(0, 0.01))
        if self._luck.random() < CUT_WHILE_ASKING:
            await self.send({"t": "submit", "id": command_id, "command": command, "version": version})
            await asyncio.sleep(self._luck.choice((0, 0.001, 0.01)))
            self.lose_the_line()
        try:
            answer = await self._ask(command_id, command, version)
        except LINE_LOST:
            self.resends += 1  # that is what follows
            raise
        match answer["t"]:
            case "ack":
                self.acks.append((command_id, answer["v"]))
                self.promised = max(self.promised, answer["v"])
                self._wanted = None
                self._chaos.acked()
            case "refused":
                self.refused.append(command_id)
                self._wanted, self._decided_at = None, 0
            case _:
                self.resends += 1
                await asyncio.sleep((answer["retry_ms"] or 0) / 1000)
        if answer["t"] == "ack" and self._luck.random() < RESEND_ANYWAY:
            self.resends += 1
            again = await self._ask(command_id, command, version)
            self.acks.append((command_id, again["v"]))

    async def _ask(self, command_id: str, command: Frame, version: int | None) -> Frame:
        fields = {name: value for name, value in command.items() if name != "t"}
        return await self.submit(command["t"], command_id=command_id, version=version, **fields)

    def _wish(self) -> Frame | None:
        view, luck = self.view, self._luck
        seat = view["viewer"]
        asked = view["proposal"]
        if asked is not None and asked["seat"] != seat:
            answer = "decline" if asked["what"] == "save" and luck.random() < 0.3 else "propose"
            return {"t": answer, "what": asked["what"]}
        if luck.random() < TALK:
            return {"t": "say", **luck.choice(({"phrase": "well_played"}, {"text": "Einen Moment, bitte!"}))}
        match view["phase"]:
            case "paused":
                return None if asked else {"t": "propose", "what": "resume"}
            case "hand_over":
                own = view["seats"][seat]
                if own["ready"]:
                    return None
                return {"t": "stay" if not own["stayed"] and luck.random() < 0.1 else "next_hand"}
            case "playing" if view["legal"]:
                if asked is None and luck.random() < SAVE:
                    return {"t": "propose", "what": "save"}
                often = [move for move in view["legal"] if move not in RARE or luck.random() < 0.1]
                return command_of(luck.choice(often or view["legal"]))
        return None


@dataclass
class Round:
    """One match and everybody at it."""

    match: str
    clock: Frame | None
    players: list[Player]
    watcher: Person

    async def play(self) -> None:
        people = [*self.players, self.watcher]
        async with asyncio.TaskGroup() as everybody:
            for person in people:
                person.company = people
                everybody.create_task(person.take_part())


async def gather(
    server: ServerProcess, preset: Preset, clock: Frame | None, chaos: Chaos, luck: random.Random
) -> Round:
    """Two players, one of them sometimes with two tabs, and a watcher."""
    ann, bob, eve = [await guest(server, name) for name in ("Ann", "Bob", "Eve")]
    match, invite = await ann.open(preset, clock=clock)
    players = [Player(ann, match, None, chaos, luck, tab="a"), Player(bob, match, invite, chaos, luck, tab="b")]
    if luck.random() < 0.4:
        players.append(Player(ann, match, None, chaos, luck, tab="A"))
    return Round(match, clock, players, Person(eve, match, None, chaos, luck))


async def survive(matches: int, seed: int, data: Path) -> Report:
    """Play so many matches at once through kills and cuts, then compare all that was told with the log."""
    luck, report = random.Random(seed), Report(seed, matches)
    server = ServerProcess(data)
    await server.start()
    try:
        chaos = Chaos(server, luck, report)
        rounds = [
            await gather(server, list(Preset)[number % 3], CLOCKS[number % len(CLOCKS)], chaos, luck)
            for number in range(matches)
        ]
        trouble = asyncio.create_task(chaos.run())
        try:
            await asyncio.gather(*(one.play() for one in rounds))
        finally:
            trouble.cancel()
            await asyncio.wait([trouble])
        if not trouble.cancelled() and (error := trouble.exception()):
            raise error
    finally:
        await server.kill()
    if "Traceback" in "".join(server.output):
        report.losses.append("".join(server.output))
    async with await open_store(None, data) as store:
        for one in rounds:
            entries = await store.log.read(one.match)
            epoch = await store.log.epoch(one.match)
            losses = judge(entries, epoch, one.players, one.watcher)
            report.losses += [f"{one.match}: {loss}" for loss in losses]
            report.entries += len(entries)
            report.saves += sum(b'"match_saved"' in entry.events for entry in entries)
            report.words += sum(b'"said"' in entry.events for entry in entries)
            if one.clock is not None:
                verdict = Referee({}, []).read(entries)  # nobody here answers heartbeats: no line is known to be slow
                report.losses += [f"{one.match}: {wrong}" for wrong in verdict.wrong]
                report.clocked += 1
                report.time_outs += verdict.ended == MatchEnd.TIME
                report.held_ms += verdict.held
    for one in rounds:
        for person in (*one.players, one.watcher):
            report.cuts += person.cuts
            report.resumes += sum(had is not None for had in person.came_back_with)
            report.frames += len(person.frames)
        for player in one.players:
            report.acked += len({command_id for command_id, _ in player.acks})
            report.refused += len(player.refused)
            report.resends += player.resends
    return report


def main() -> int:
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(2**32)
    print(f"seed {seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        report = asyncio.run(survive(matches, seed, Path(folder) / "data"))
    print(report)
    return 1 if report.losses else 0


if __name__ == "__main__":
    sys.exit(main())
