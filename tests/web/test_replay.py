"""Looking back over HTTP: nobody is shown more than he may know, whenever he asks."""

import asyncio
import random
from typing import Any

from kit.client import Frame, Guest, Table, command_of, guest
from kit.server import ServerProcess
from kit.store import chance

__all__ = ["chance"]

GALLERIES = {"seed": "public", "sharp": "closed", "tournament": "open"}
EYES = ("both", "0", "1", "gallery")
HANDS = 2


class Looked:
    """A match that is played at random, with everything that each of three people was told of it."""

    def __init__(self, server: ServerProcess, match: str, gallery: str, tables: list[Table]) -> None:
        self.server, self.match, self.gallery, self.tables = server, match, gallery, tables
        self.over = False

    @property
    def view(self) -> Frame:
        return self.tables[0].view

    async def submit(self, table: Table, kind: str, **fields: Any) -> None:
        answer = await table.submit(kind, **fields)
        assert answer["t"] == "ack", answer
        for other in self.tables:
            if other.match:
                await other.reach(answer["v"])

    async def play(self, luck: random.Random) -> None:
        """One move of whoever may make one."""
        if self.view["phase"] == "hand_over":
            table = next(one for one in self.tables[:2] if not one.view["seats"][one.view["viewer"]]["ready"])
            return await self.submit(table, "next_hand")
        table = next(one for one in self.tables[:2] if one.view["viewer"] == one.view["to_play"])
        moves = [word for word in table.view["legal"] if word not in ("close", "claim") or luck.random() < 0.2]
        command = command_of(luck.choice(moves))
        return await self.submit(table, command.pop("t"), **command)

    async def ask(self, person: Guest, what: str) -> tuple[int, Any]:
        """As a page that is told to wait a moment does."""
        while True:
            status, answer = await self.server.ask("GET", f"/api/matches/{self.match}/{what}", token=person.token)
            if status != 429:
                return status, answer
            await asyncio.sleep(answer["retry_ms"] / 1000)

    def told(self, eyes: str) -> dict[int, Frame]:
        """By version, what a socket with these eyes was told at the time."""
        table = self.tables[{"0": 0, "1": 1, "gallery": 2}[eyes]]
        return {frame["v"]: frame["view"] for frame in table.frames if frame["t"] in ("joined", "update")}

    async def check_nothing(self) -> None:
        """Before the first deal."""
        _, replay = await self.ask(self.tables[0].guest, "replay")
        assert (replay["hands"], replay["hand"], replay["steps"]) == (0, 0, [])
        assert (await self.ask(self.tables[0].guest, "so-far"))[1]["steps"] == []
        for wrong in ("hand=0", "hand=one", "eyes=2"):
            status, refused = await self.ask(self.tables[0].guest, f"replay?{wrong}")
            assert (status, refused["code"]) == (400, "MALFORMED")

    async def check(self) -> None:
        """Everybody looks back at everything, with every eye, also at what is not there to be seen."""
        finished = len(self.view["results"]) + (self.over and self.view["result"] is None)
        for seat, table in enumerate(self.tables):
            player = seat < 2
            if not player and self.gallery == "closed" and not self.over:
                for what in ("replay", "replay?hand=1&eyes=both", "so-far"):
                    status, refused = await self.ask(table.guest, what)
                    assert (status, refused["code"]) == (403, "NO_WATCHERS")
                continue
            may = ["both", "0", "1"] if player or self.over or self.gallery == "open" else ["gallery"]
            for hand in range(1, finished + 2):
                for eyes in may if hand < finished else EYES:
                    status, replay = await self.ask(table.guest, f"replay?hand={hand}&eyes={eyes}")
                    shown = (min(hand, finished), eyes if eyes in may else may[0])
                    assert (status, replay["hand"], replay["eyes"]) == (200, *shown)
                    assert (replay["may"], replay["hands"], replay["over"]) == (may, finished, self.over)
                    assert replay["you"] == (seat if player else None)
                    self.check_steps(replay, ended=True)
        await self.check_so_far()

    async def check_so_far(self) -> None:
        """Everybody has been told all of it."""
        for table, eyes in zip(self.tables, ("0", "1", "gallery"), strict=True):
            status, so_far = await self.ask(table.guest, "so-far")
            if status == 200:
                assert (so_far["eyes"], so_far["hand"]) == (eyes, self.view["hand_number"])
                self.check_steps(so_far, ended=self.view["phase"] != "playing")
                assert so_far["steps"][-1]["v"] <= self.tables[0].v

    def check_steps(self, replay: Frame, *, ended: bool) -> None:
        """It is, to the last field, what those eyes were told at the time; of both hands, what each seat was."""
        steps, eyes = replay["steps"], replay["eyes"]
        if not replay["hand"]:
            assert steps == []
            return
        assert [event["t"] for event in steps[0]["events"]] == ["hand_dealt"]
        assert {step["view"]["hand_number"] for step in steps} == {replay["hand"]}
        assert (steps[-1]["view"]["phase"] != "playing") == ended
        for step in steps:
            view = step["view"]
            if eyes == "both":
                told = [self.told(str(seat))[step["v"]] for seat in (0, 1)]
                assert [seat["hand"] for seat in view["seats"]] == [
                    told[seat]["seats"][seat]["hand"] for seat in (0, 1)
                ]
                assert view["rest"] == told[0]["rest"]
                assert (view["legal"], view["blocked"]) == ([], {})
            elif eyes != "gallery" or step["v"] in self.told("gallery"):  # he came when all was dealt
                assert view == self.told(eyes)[step["v"]]


async def test_nobody_is_shown_what_he_could_not_know(server: ServerProcess, chance: random.Random) -> None:
    for preset, gallery in GALLERIES.items():
        ann, bob, eve = [await guest(server) for _ in range(3)]
        match, invite = await ann.open(preset, clock=None, gallery=gallery)
        async with ann.connect() as a, bob.connect() as b, eve.connect() as e:
            game = Looked(server, match, gallery, [a, b, e])
            await a.join(match)
            await game.check_nothing()
            await b.join(match, invite)
            await e.join(match)
            await a.reach(b.v)
            while game.view["phase"] != "match_over" and len(game.view["results"]) < HANDS:
                await game.play(chance)
            await game.check_so_far()
            for _ in range(chance.randint(2, 8)):
                if game.view["phase"] != "match_over":
                    await game.play(chance)
            game.over = game.view["phase"] == "match_over"
            await game.check()
            if not game.over:
                await game.submit(b, "resign_match")
                game.over = True
                await game.check()
