"""People with tabs: each keeps a position, comes back with it, and sends again what was not answered."""

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import orjson

from kit.hands import command as command_of
from schnapsen_protocol.cards import Card, Seat, other
from schnapsen_protocol.codec import write
from schnapsen_protocol.commands import (
    AbortMatch,
    ClaimWin,
    Command,
    ConcedeHand,
    Decline,
    NextHand,
    Phrase,
    PlayCard,
    Proposal,
    Propose,
    ResignMatch,
    Say,
    Stay,
)
from schnapsen_protocol.frames import Echo, Hello, Join, Leave, Resume, Submit

from .line import Line

if TYPE_CHECKING:
    from .world import World

Frame = dict[str, Any]
FIRST_RETRY, LONGEST_RETRY = 0.3, 5.0
SILENCE, OPENING = 10.5, 8.0
NOT_NOW = ("UNAVAILABLE", "BUSY", "RATE_LIMITED")


class Person:
    """Somebody who plays, or looks on. Remembers what he asked for and what he was told of it, over all his tabs."""

    def __init__(self, world: "World", match: str, player: str, *, plays: bool) -> None:
        self.world, self.match, self.player, self.plays = world, match, player, plays
        self.asked: dict[str, Command] = {}
        self.acks: list[tuple[str, int]] = []
        self.refused: list[tuple[str, int]] = []
        self.tabs: list[Tab] = []
        self.pace = world.luck.choice((0.2, 0.4, 0.4, 1.0))
        self.gone = False
        """For good."""
        self._numbers = iter(range(1, 1_000_000))
        self.open_tab()

    def open_tab(self) -> None:
        self.tabs.append(Tab(self))

    def leave(self, *, on_purpose: bool) -> None:
        """Close everything and never come back."""
        self.gone = True
        for tab in self.tabs:
            tab.close(on_purpose=on_purpose)

    def next_id(self) -> str:
        return f"{self.player}-{next(self._numbers)}"


class Tab:
    """As `connection.js` behaves: hello, join or resume, heartbeats, the one command that waits for its answer."""

    def __init__(self, person: Person) -> None:
        self.person, self.world = person, person.world
        self.number = self.world.next_tab()
        self.luck: random.Random = self.world.luck
        self.line: Line | None = None
        self.online = False
        self.epoch, self.v, self.at = "", 0, 0
        self.view: Frame = {}
        self.seat: Seat | None = None
        self.presence: Frame = {}
        self.waiting: tuple[str, str] | None = None
        """The id and the frame of the command that has not been answered."""
        self.heard: list[tuple[tuple[int, int] | None, Frame, str]] = []
        """Each frame, with the position that this tab had asked to come back to (None: none)."""
        self.closed = False
        self.watched_over = False
        self._position: tuple[int, int] | None = None
        self._tries, self._retry_ms = 0, 0
        self._heard_at = 0.0
        self._behind = False
        self._open()
        self._look_soon()

    # The line

    def _later(self, delay: float, call: Callable[..., None], *args: Any) -> None:
        self.world.loop.call_later(delay, call, *args, context=self.world.network)

    def _open(self) -> None:
        if self.closed or self.line is not None:
            return
        process = self.world.reachable()
        if process is None:
            self._later(0.01, self._lost, None, 1006)
            return
        lines: list[Line] = []
        line = Line(
            self.world,
            process,
            self.person.player,
            lambda text: self._hear(lines[0], text),
            lambda code: self._lost(lines[0], code),
        )
        lines.append(line)
        self.line = line
        self._heard_at = self.world.loop.time()
        self._later(OPENING, self._listen, line)
        self.world.trace(f"tab {self.number} of {self.person.player} calls {process.name}")
        process.accept(line)
        self._send(Hello(1))

    def _send(self, frame: Any) -> None:
        if self.line is not None:
            self.line.send(write(frame).decode())

    def _listen(self, line: Line) -> None:
        """The line counts as dead when nothing has been heard for so long."""
        if line is not self.line:
            return
        quiet = self.world.loop.time() - self._heard_at
        limit = SILENCE if self.online else OPENING
        if quiet >= limit - 0.001:
            line.hang_up()
            self._lost(line, 1006)
        else:
            self._later(limit - quiet, self._listen, line)

    def drop(self) -> None:
        """Close the line, and open another."""
        if self.line is not None:
            self.line.hang_up()
            self._lost(self.line, 1006)

    def _lost(self, line: Line | None, code: int) -> None:
        if line is not self.line or self.closed:
            return
        self.line, self.online, self._behind = None, False, False
        self.presence = {}
        backoff = min(LONGEST_RETRY, FIRST_RETRY * 2**self._tries)
        self._tries = min(self._tries + 1, 8)
        wait = self._retry_ms / 1000 or backoff * (0.5 + self.luck.random() / 2)
        self._retry_ms = 0
        self._later(wait, self._open)

    def reload(self) -> None:
        """The page is loaded anew: it knows nothing any more but the command that waits."""
        self.epoch, self.v, self.at, self.view = "", 0, 0, {}
        self.drop()

    def close(self, *, on_purpose: bool = False) -> None:
        if on_purpose:
            self._send(Leave())
        if self.line is not None:
            self.line.hang_up()
        self.closed, self.online, self.line = True, False, None

    def stop_reading(self, seconds: float) -> None:
        line = self.line
        if line is None:
            return
        line.stop_reading()
        self._later(seconds, line.read_on)

    def _enter(self) -> None:
        if self.epoch:
            self._position = self.v, self.at
            self._send(Resume(self.person.match, self.epoch, self.v, self.at))
        else:
            self._position = None
            self._send(Join(self.person.match, history=True, sit=self.person.plays, watch=not self.person.plays))

    # What is told

    def _hear(self, line: Line, text: str) -> None:
        if line is not self.line:
            return
        self.world.trace(f"tab {self.number} hears {text}")
        self._heard_at = self.world.loop.time()
        frame: Frame = orjson.loads(text)
        self.heard.append((self._position, frame, text))
        match frame["t"]:
            case "welcome":
                self._enter()
            case "joined":
                self._joined(frame)
            case "update":
                if frame["v"] > self.v:
                    self.v, self.at, self.view = frame["v"], frame["at"], frame["view"]
            case "presence":
                self.presence = frame
            case "ack":
                self.person.acks.append((frame["id"], frame["v"]))
                self._answered(frame["id"])
            case "refused":
                self.person.refused.append((frame["id"], frame["v"]))
                self._answered(frame["id"])
            case "beat":
                if frame["n"] is not None:
                    self._send(Echo(frame["n"]))
                if self.online and frame["v"] is not None and frame["v"] > self.v and not self._behind:
                    self._behind = True
                    self._enter()
            case "restarting":
                self._retry_ms = frame["retry_ms"]
            case "fault":
                self._fault(frame)

    def _joined(self, frame: Frame) -> None:
        if not self.online:
            self._later(SILENCE, self._listen, self.line)
        self.epoch, self.v, self.at = frame["epoch"], frame["v"], frame["at"]
        self.view, self.seat = frame["view"], frame["seat"]
        self._tries, self._behind, self.online = 0, False, True
        if self.seat is None:
            self.waiting = None
        if self.watched_over and self.view["phase"] != "match_over":  # its end is lost
            self.watched_over = False
            self._look_soon()
        self._resend()

    def _answered(self, command_id: str) -> None:
        if self.waiting is not None and self.waiting[0] == command_id:
            self.waiting = None

    def _fault(self, frame: Frame) -> None:
        if frame["code"] in NOT_NOW:
            self._behind = False
            self._later(1.0, self._resend if self.online else self._enter)
        elif frame["code"] == "UNKNOWN_MATCH":
            self._later(1.0, self._enter)
        elif frame["code"] == "NO_WATCHERS" and not self.world.has_a_seat(self.person):
            self.close()
        elif frame["code"] not in ("SEAT_TAKEN", "MATCH_OVER", "NOT_JOINED"):
            self.world.wrong.append(f"{self.person.player} was told {frame}")

    # What is asked

    def submit(self, command: Command) -> None:
        if self.line is None:
            return
        command_id = self.person.next_id()
        self.person.asked[command_id] = command
        version = self.v if self.luck.random() < 0.5 else None
        self.waiting = command_id, write(Submit(command_id, command, version)).decode()
        self._resend()

    def _resend(self) -> None:
        if self.waiting is None or self.line is None or not self.online:
            return
        for _ in range(2 if self.world.faults.strikes("doubled submit") else 1):
            self.line.send(self.waiting[1])
        if self.world.faults.strikes("cut after a submit"):
            self._later(self.luck.uniform(0, 0.1), self.line.cut_if_open)

    def _look_soon(self) -> None:
        slow = not self.world.faults.healed and self.luck.random() < 0.02
        wait = self.luck.uniform(3, 30) if slow else 0.05 + self.luck.expovariate(1 / self.person.pace)
        self._later(wait, self._look)

    def _look(self) -> None:
        if self.closed or self.watched_over:
            return
        self._look_soon()
        if not self.online or self.waiting is not None or self.seat is None:
            return
        wanted = self._wanted()
        if wanted is not None:
            self.submit(wanted)

    def _wanted(self) -> Command | None:
        view, luck, seat = self.view, self.luck.random(), self.seat
        assert seat is not None
        proposal, healed = view["proposal"], self.world.faults.healed
        if proposal is not None and proposal["seat"] == other(seat):
            what = Proposal(proposal["what"])
            return Propose(what) if luck < 0.7 or what is Proposal.RESUME else Decline(what)
        match view["phase"]:
            case "waiting":
                return AbortMatch() if healed and luck < 0.05 else None  # he left before he had come
            case "playing":
                return self._move(luck, view, seat)
            case "hand_over":
                if view["seats"][seat]["ready"]:
                    return self._claim(seat)
                return Stay() if luck < 0.02 and not view["seats"][seat]["stayed"] else NextHand()
            case "paused":
                if healed and luck < 0.02:
                    return ResignMatch()  # the other has gone for good, and a saved match waits for ever
                return None if proposal is not None else Propose(Proposal.RESUME)
            case "match_over":
                if luck < 0.1 and not healed and proposal is None and view["rematch"] is None:
                    return Propose(Proposal.REMATCH)
                self.watched_over = luck < 0.5 or healed
        return None

    def _move(self, luck: float, view: Frame, seat: Seat) -> Command | None:
        if not self.world.faults.healed:  # later nobody does what might by chance help a table that is stuck
            if luck < 0.02:
                return Say(phrase=self.luck.choice(list(Phrase)))
            if luck < 0.03 and view["proposal"] is None:
                return Propose(self.luck.choice((Proposal.SAVE, Proposal.SAVE, Proposal.STOP)))
            if luck < 0.05:
                return PlayCard(self.luck.choice(list(Card)))  # most often a card that he has not, or out of turn
            if luck < 0.052:
                return ResignMatch()
            if luck < 0.054:
                return AbortMatch()
        if view["to_play"] != seat:
            return self._claim(seat)
        if luck < 0.12:
            return ConcedeHand()
        words = [word for word in view["legal"] if word not in ("close", "claim") or self.luck.random() < 0.1]
        return command_of(self.luck.choice(words)) if words else None

    def _claim(self, seat: Seat) -> Command | None:
        """The win, when it is said that the other has been away."""
        away = self.presence.get("burning") == other(seat)
        return ClaimWin() if away and self.luck.random() < 0.2 else None
