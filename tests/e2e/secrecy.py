"""Two worlds that differ only in what a viewer cannot know, told to him by real rooms. Run: secrecy.py [MATCHES [SEED]]

What he cannot know is worked out here from what was said aloud and from his own cards, not from the house's own views.
"""

import asyncio
import random
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import orjson

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from kit.clock import START, FakeClock
from kit.hands import WORDS, Dice, command
from kit.hidden import hidden
from kit.tables import Guest, Tables, settled, taken
from schnapsen_protocol.cards import SEATS, Card, Preset, Seat, Versus, other
from schnapsen_protocol.commands import (
    AbortMatch,
    ClaimWin,
    Command,
    Decline,
    NextHand,
    Phrase,
    Proposal,
    Propose,
    ResignMatch,
    Say,
)
from schnapsen_protocol.frames import Submit
from schnapsen_protocol.refusals import Code, Refused
from schnapsen_protocol.terms import ClockRule, Gallery, Terms
from schnapsen_protocol.views import Phase
from schnapsen_server.game.clock import due
from schnapsen_server.game.decide import decide
from schnapsen_server.game.evolve import fold
from schnapsen_server.game.house import DealNext, Forfeit, HoldClock, HouseCommand, OpenMatch, TakeSeat, TimeUp
from schnapsen_server.game.moves import MARRIAGE, PLAY, legal
from schnapsen_server.game.secret import DeckDealt, Happening
from schnapsen_server.game.state import Match
from schnapsen_server.rooms.audience import VIEWERS
from schnapsen_server.rooms.company import PRESENCE_DELAY_MS
from schnapsen_server.rooms.room import Room
from schnapsen_server.store.contract import Entry
from schnapsen_server.store.happenings import HAPPENINGS

MATCH = "m"
PLAYERS = ("ann", "bob")
ATTEMPTS: list[Command] = [
    *(command(word) for word in (*PLAY.values(), *MARRIAGE.values())),
    *WORDS.values(),
    *(asked(what) for asked in (Propose, Decline) for what in Proposal),
    AbortMatch(),
    ClaimWin(),
    Say(phrase=Phrase.HELLO),
    Say(text="What have you got?"),
]
RARE = ("close", "claim")
CLOCK = ClockRule(60_000, 1_000)
SPARE_MS = 2_000
"""What nobody thinks into: a clock that a test looks at does not run out under its eyes."""
ENDINGS = {2: "aborted", 3: "time", 5: "aborted", 6: "stopped", 7: "overdue", 8: "resigned", 9: "left", 11: "stopped"}
"""How a match ends before somebody has won it, by its number of twelve. Those with an odd one have a clock."""


@dataclass
class Report:
    seed: int
    matches: int = 0
    comparisons: int = 0
    swapped: int = 0
    turned_away: int = 0
    """Watchers, from tables without a gallery."""
    frames: int = 0
    size: int = 0
    """Bytes of these frames."""
    covered: Counter[str] = field(default_factory=Counter)
    """How often what was told: each kind of frame, and what is in it."""
    differences: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        counted = [f"{name} {value}" for name, value in vars(self).items() if isinstance(value, int)]
        covered = ", ".join(f"{what} {times}" for what, times in sorted(self.covered.items()))
        differences = f"differences {len(self.differences)}"
        return "\n".join([", ".join([*counted, differences]), covered, *self.differences[:5]])

    def note(self, told: bytes, gallery: Gallery, viewer: Seat | None) -> None:
        frame = orjson.loads(told)
        self.covered[frame["t"]] += 1
        view = frame.get("view")
        if view is not None:
            clock, called_off = view["clock"] is not None, view["called_off"]
            self.covered += Counter({"a clock": clock, "a rematch": view["rematch"] is not None})
            self.covered += Counter({f"a match {called_off}": called_off is not None})
            over = viewer is None and view["phase"] in ("hand_over", "match_over")
            self.covered += Counter({f"the end of a hand to the {gallery} gallery": over})
        self.covered += Counter({"chat": bool(frame.get("chat")), "burning": frame.get("burning") is not None})


@dataclass
class Story:
    """A match as its log has it: batch `n` is version `n + 1`, and `matches[v]` is the match at version `v`."""

    terms: Terms
    batches: list[tuple[Happening, ...]] = field(default_factory=list)
    matches: list[Match] = field(default_factory=lambda: [Match()])
    times: list[int] = field(default_factory=list)

    def so_far(self, version: int) -> list[Happening]:
        return [happening for batch in self.batches[:version] for happening in batch]


class Storyteller:
    """Two who play at random, think, talk and save, until the match ends one way or another."""

    def __init__(self, preset: Preset, terms: Terms, ending: str | None, luck: random.Random) -> None:
        self.story = Story(terms)
        self._preset, self._ending, self._luck = preset, ending, luck
        self._dice, self._now = Dice(luck.randrange(2**32)), START

    @property
    def match(self) -> Match:
        return self.story.matches[-1]

    def tell(self) -> Story:
        opening = OpenMatch(self._preset, Versus.HUMAN, self._dice.seat(), self.story.terms)
        self._happen(None, opening, TakeSeat("ann", "Ann"))
        self._happen(None, TakeSeat("bob", "Bob"))
        until_the_end = self._luck.randint(0, 40) if self._ending in ("time", "stopped", "resigned", "left") else 0
        while not self.match.is_over:
            if self._ending is not None and len(self.story.batches) >= 2 + until_the_end and self._ended():
                break
            self._go_on()
        if self._luck.random() < 0.5:
            self._happen(0, Say(phrase=Phrase.GOOD_GAME))
            for seat in SEATS:
                self._happen(seat, Propose(Proposal.REMATCH))
        return self.story

    def _happen(self, seat: Seat | None, *asked: Command | HouseCommand) -> None:
        match = self.match
        batch: tuple[Happening, ...] = ()
        for one in asked:
            more = decide(match, seat, one, self._dice, self._now, self._luck.choice((0, 50)))
            match, batch = fold(more, match), (*batch, *more)
        self.story.batches.append(batch)
        self.story.matches.append(match)
        self.story.times.append(self._now)

    def _think(self, most: int = 3_000) -> None:
        moment = due(self.match)
        if moment is not None:
            most = min(most, moment - self._now - SPARE_MS)
        self._now += self._luck.randint(0, max(0, most))

    def _ended(self) -> bool:
        """The match ends here as it was to, if it can."""
        seat = self._luck.choice(SEATS)
        match self._ending:
            case "aborted":
                self._happen(seat, AbortMatch())
            case "resigned":
                self._happen(seat, ResignMatch())
            case "left":
                self._happen(None, Forfeit(seat))
            case "stopped":
                for one in SEATS:
                    self._happen(one, Propose(Proposal.STOP))
            case _:
                moment = due(self.match)
                if moment is None:
                    return False
                self._now = moment
                self._happen(None, TimeUp())
        return True

    def _go_on(self) -> None:
        luck = self._luck
        self._think(500 if self.match.phase is Phase.HAND_OVER else 3_000)
        if luck.random() < 0.02:
            for what in (Proposal.SAVE, Proposal.RESUME):
                for seat in SEATS:
                    self._happen(seat, Propose(what))
        if luck.random() < 0.05:
            self._happen(luck.choice(SEATS), luck.choice((Say(phrase=Phrase.ONE_MOMENT), Say(text="Schön gespielt!"))))
        moment = due(self.match)
        if moment is not None and moment - self._now > 2 * SPARE_MS and luck.random() < 0.03:
            self._now += 300
            self._happen(None, HoldClock(self._now - 200, self._now))
        match = self.match
        if match.phase is Phase.HAND_OVER:
            self._happen(0, NextHand())
            self._happen(None, DealNext())
            return
        assert match.acting is not None
        assert match.hand is not None
        words = legal(match, match.acting)
        often = [word for word in words if word not in RARE or luck.random() < 0.1]
        self._happen(match.acting, command(luck.choice(often or words)))


def swapped(deck: tuple[Card, ...], unknown: list[Card], luck: random.Random) -> tuple[Card, ...]:
    """The deck with these cards in another order, each in a place of one of them."""
    around = luck.sample(unknown, len(unknown))
    instead = dict(zip(around, around[1:] + around[:1], strict=True))
    return tuple(instead.get(card, card) for card in deck)


def entries(story: Story, batches: Sequence[tuple[Happening, ...]]) -> list[Entry]:
    return [
        Entry(version, story.times[version - 1], "somebody", f"c{version}", HAPPENINGS.encode(batch))
        for version, batch in enumerate(batches, 1)
    ]


@dataclass(frozen=True)
class Visit:
    """What a viewer does: join at a version, be told on, come back from an earlier one, try what is refused."""

    viewer: Seat | None
    joins: int
    comes_back: int
    until: int
    attempts: list[Submit]


class Evening:
    """A room to which a log is told piece by piece, and what a viewer hears of it in his two tabs."""

    def __init__(self, log: list[Entry], joins: int) -> None:
        self._log = log
        self._clock = FakeClock(log[joins - 1].at)
        self._tables = Tables(clock=self._clock)
        self._tables.memory.write(MATCH, log[:joins])
        self._told = joins
        self.heard: list[bytes] = []

    async def wake(self) -> Room:
        self.room = await self._tables.wake(MATCH)
        return self.room

    async def enters(self, player: str, epoch: str | None = None, version: int | None = None) -> Guest:
        guest = Guest(self.room, player)
        await self.room.enter(guest, epoch, version)
        return guest

    async def goes_on(self, until: int) -> None:
        self._clock.now = self._log[until - 1].at
        self._tables.memory.write(MATCH, self._log[self._told : until])
        self._told = until
        await asyncio.sleep(0)  # the room hears of it

    async def word_gets_round(self) -> None:
        self._clock.advance(PRESENCE_DELAY_MS)
        await settled(self.room)

    async def listen(self, *tabs: Guest) -> None:
        for tab in tabs:
            self.heard += await taken(tab.outbox)


async def told(visit: Visit, log: list[Entry]) -> list[bytes]:
    """Every frame that the room puts into his outboxes, in order."""
    evening = Evening(log, visit.joins)
    room = await evening.wake()
    player = "eve" if visit.viewer is None else PLAYERS[visit.viewer]
    first = await evening.enters(player)
    opponent = await evening.enters(PLAYERS[0 if visit.viewer is None else other(visit.viewer)])
    if room.match.terms.gallery is not Gallery.CLOSED:
        await evening.enters("fay")
    await evening.listen(first)
    middle = (visit.joins + visit.until) // 2
    await evening.goes_on(middle)
    second = await evening.enters(player, "first", min(visit.comes_back, middle))
    await evening.listen(first, second)
    await evening.goes_on(visit.until)
    for attempt in visit.attempts:
        room.submit(first, attempt)
    await settled(room)
    assert room.version == visit.until
    await evening.listen(first, second)
    room.beat()
    await evening.word_gets_round()
    await evening.listen(first, second)
    room.leave(opponent, on_purpose=visit.until % 2 == 0)
    await evening.word_gets_round()
    await evening.listen(first, second)
    await room.sleep()
    return evening.heard


async def is_turned_away(log: list[Entry], joins: int) -> bool:
    """Whether a watcher is told nothing but that nobody may look on, coming or coming back."""
    evening = Evening(log, joins)
    room = await evening.wake()
    codes: list[Code] = []
    for epoch, version in ((None, None), (None, 0), ("first", joins)):
        guest = Guest(room, "eve")
        try:
            await room.enter(guest, epoch, version)
        except Refused as refused:
            codes.append(refused.code)
        await evening.listen(guest)
    await room.sleep()
    return codes == [Code.NO_WATCHERS] * 3 and evening.heard == []


def attempts(match: Match, viewer: Seat | None, now: int) -> list[Submit]:
    """All that is refused to him at this moment; what would be accepted he tries for a table that has moved on."""
    tried = []
    for number, asked in enumerate(ATTEMPTS):
        try:
            decide(match, viewer, asked, Dice(), now)
        except Refused:
            tried.append(Submit(f"try{number}", asked))
        else:
            tried.append(Submit(f"late{number}", asked, 0))
    return tried


async def compare(
    story: Story, viewer: Seat | None, deal: int, version: int, luck: random.Random, report: Report
) -> None:
    """Whether `viewer` is told the same at `version`, in the hand dealt at `deal`, whatever he cannot know."""
    first = 2 if story.terms.gallery is Gallery.CLOSED else 1  # there Bob could not come in before he has his seat
    joins = luck.randint(max(first, deal - 1), version)
    if viewer is None and story.terms.gallery is Gallery.CLOSED:
        report.turned_away += 1
        if not await is_turned_away(entries(story, story.batches[:version]), joins):
            report.differences.append(f"a watcher was let in at version {joins}")
        return
    unknown = hidden(story.so_far(version), story.terms.gallery, viewer)
    secret = f"{luck.randrange(2**64):016x}", f"{luck.randrange(2**64):016x}"
    worlds = []
    for which in (0, 1):
        batch = story.batches[deal - 1]
        deck = next(happening for happening in batch if isinstance(happening, DeckDealt))
        cards = deck.deck if which == 0 else swapped(deck.deck, unknown, luck)
        other_deck = replace(deck, deck=cards, secret=secret[which])
        changed = tuple(other_deck if happening is deck else happening for happening in batch)
        worlds.append(entries(story, [*story.batches[: deal - 1], changed, *story.batches[deal:version]]))
    tried = attempts(story.matches[version], viewer, story.times[version - 1])
    visit = Visit(viewer, joins, luck.randint(0, version), version, tried)
    one, two = [await told(visit, world) for world in worlds]
    report.comparisons += 1
    report.swapped += len(unknown) > 1
    report.frames += len(one)
    report.size += sum(map(len, one))
    for frame in one:
        report.note(frame, story.terms.gallery, viewer)
    if one != two:
        leak = next(((a, b) for a, b in zip(one, two, strict=False) if a != b), (len(one), len(two)))
        report.differences.append(f"viewer {viewer}, version {version}: {leak}")
    if any(word.encode() in frame for frame in one + two for word in secret):
        report.differences.append(f"viewer {viewer}, version {version}: the secret of the deal was told")


async def keep_secrets(matches: int, seed: int) -> Report:
    """For every hand of so many matches and each of the three audiences: two moments, each told from two worlds."""
    luck, report = random.Random(seed), Report(seed, matches)
    for number in range(matches):
        terms = Terms(clock=CLOCK if number % 2 else None, gallery=list(Gallery)[number // 3 % 3])
        story = Storyteller(list(Preset)[number % 3], terms, ENDINGS.get(number % 12), luck).tell()
        deals = [v for v, batch in enumerate(story.batches, 1) if any(isinstance(one, DeckDealt) for one in batch)]
        for deal, following in zip(deals, [*deals[1:], len(story.batches) + 1], strict=True):
            for viewer in VIEWERS:
                secret = [v for v in range(deal, following) if hidden(story.so_far(v), story.terms.gallery, viewer)]
                await compare(story, viewer, deal, luck.choice(secret), luck, report)
        for viewer in VIEWERS:
            await compare(story, viewer, deals[-1], len(story.batches), luck, report)
    return report


def main() -> int:
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(2**32)
    print(f"seed {seed}", flush=True)
    report = asyncio.run(keep_secrets(matches, seed))
    print(report)
    return 1 if report.differences else 0


if __name__ == "__main__":
    sys.exit(main())
