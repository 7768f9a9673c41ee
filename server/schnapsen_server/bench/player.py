"""A simulated player: moves, talks and saves as it may, and insists on what it wanted until that is answered."""

import json
import time
from dataclasses import dataclass, field

from pydantic import TypeAdapter
from websockets.asyncio.client import ClientConnection

from schnapsen_protocol.codec import write
from schnapsen_protocol.views import View
from schnapsen_server.bots.casual import choose

from .judge import Frame
from .people import Person

KINDS = {"play": "play_card", "marriage": "declare_marriage", "close": "close_stock", "exchange": "exchange_trump"}
SAVE, TALK, STAY, WILD = 0.02, 0.02, 0.1, 0.2
"""How often a player wants each of these. A wild move is any legal one; the others are those of the casual computer."""
VIEW: TypeAdapter[View] = TypeAdapter(View)


@dataclass
class Wanted:
    """What a player asked for, until it is answered."""

    id: str
    frame: Frame


@dataclass
class Player(Person):
    """One tab of a player. `tab` makes the ids of its commands its own."""

    tab: str = ""
    thinks: tuple[float, float] = (0, 0)
    """Seconds, at least and at most, before each wish."""
    asked: dict[str, str] = field(default_factory=dict)
    """The word of each command by its id."""
    acks: list[tuple[str, int]] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    resends: int = 0
    wanted: Wanted | None = None
    _acts_at: float | None = None
    _decided_at: int = 0

    @property
    def promised(self) -> int:
        return max((v for _, v in self.acks), default=0)

    @property
    def is_waiting(self) -> bool:
        return self.wanted is not None

    def acts_at(self) -> float | None:
        if self.wanted is not None or not self.here or self.over or self.leaving:
            return None
        if self._acts_at is None and self._decided_at < self.v:
            self._acts_at = time.monotonic() + self.chance.uniform(*self.thinks)
        return self._acts_at

    async def act(self, line: ClientConnection) -> None:
        if self._acts_at is None or time.monotonic() < self._acts_at or self.wanted is not None:
            return
        self._acts_at, self._decided_at = None, self.v
        wish = self._wish()
        if wish is None or self.leaving:
            return
        word, command = wish
        command_id = f"{self.tab}{len(self.asked)}"
        self.asked[command_id] = word
        version = self.chance.choice((None, self.v))
        frame = {"t": "submit", "id": command_id, "command": command, "version": version}
        self.wanted = Wanted(command_id, frame)
        await line.send(json.dumps(frame))

    async def insist(self, line: ClientConnection) -> None:
        if self.wanted is not None:
            self.resends += 1
            await line.send(json.dumps(self.wanted.frame))

    def answered(self, frame: Frame) -> None:
        if frame["t"] == "ack":
            self.acks.append((frame["id"], frame["v"]))
        if self.wanted is None or frame["id"] != self.wanted.id:
            return
        self.wanted = None
        if frame["t"] == "refused":
            self.refused.append(frame["id"])
            self._decided_at = 0

    def _wish(self) -> tuple[str, Frame] | None:
        view, chance = self.view, self.chance
        seat, asked = view["viewer"], view["proposal"]
        if asked is not None and asked["seat"] != seat:
            answer = "decline" if asked["what"] == "save" and chance.random() < 0.3 else "propose"
            return answer, {"t": answer, "what": asked["what"]}
        if chance.random() < TALK:
            return "say", {"t": "say", **chance.choice(({"phrase": "well_played"}, {"text": "Einen Moment, bitte!"}))}
        match view["phase"]:
            case "paused" if not asked:
                return "propose", {"t": "propose", "what": "resume"}
            case "hand_over" if not view["seats"][seat]["ready"]:
                stays = not view["seats"][seat]["stayed"] and chance.random() < STAY
                return ("stay", {"t": "stay"}) if stays else ("next_hand", {"t": "next_hand"})
            case "playing" if view["legal"]:
                if asked is None and chance.random() < SAVE:
                    return "propose", {"t": "propose", "what": "save"}
                return self._move()
        return None

    def _move(self) -> tuple[str, Frame] | None:
        view = self.view
        if self.chance.random() < WILD:
            word: str = self.chance.choice(view["legal"])
            kind, _, card = word.partition(":")
            return word, {"t": KINDS.get(kind, kind), **({"card": card} if card else {})}
        command = choose(VIEW.validate_json(json.dumps(view)), 0, self.chance.choice)
        if command is None:
            return None
        told: Frame = json.loads(write(command))
        kind = next(kind for kind, name in KINDS.items() if name == told["t"])
        return f"{kind}:{told['card']}" if "card" in told else kind, told
