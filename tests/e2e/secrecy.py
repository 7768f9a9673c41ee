"""Two worlds that differ only in what a viewer cannot know, told to him by real rooms. Run: secrecy.py [MATCHES [SEED]]

What he cannot know is worked out here from what was said aloud and from his own cards, not from the house's own views.
"""

import asyncio
import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from kit.clock import FakeClock
from kit.hands import WORDS, Dice, command
from kit.memory_log import MemoryBook, MemoryLog
from schnapsen_protocol.cards import Card, Preset, Seat, Versus, other
from schnapsen_protocol.commands import Command, Decline, NextHand, Proposal, Propose
from schnapsen_protocol.events import CardPlayed, CardsDrawn, HandDealt, HandWon, MarriageDeclared, MatchWon
from schnapsen_protocol.events import TrumpExchanged as Exchanged
from schnapsen_protocol.frames import Submit
from schnapsen_protocol.refusals import Refused
from schnapsen_protocol.views import Phase
from schnapsen_server.game.decide import decide
from schnapsen_server.game.deck import KING, QUEEN
from schnapsen_server.game.evolve import fold
from schnapsen_server.game.house import DealNext, HouseCommand, OpenMatch, TakeSeat
from schnapsen_server.game.moves import MARRIAGE, PLAY, legal
from schnapsen_server.game.secret import DeckDealt, Happening
from schnapsen_server.game.state import Match
from schnapsen_server.rooms.audience import VIEWERS, Visitor
from schnapsen_server.rooms.outbox import Outbox
from schnapsen_server.rooms.room import Room
from schnapsen_server.store.contract import Entry
from schnapsen_server.store.happenings import HAPPENINGS

MATCH = "m"
PLAYERS = ("ann", "bob")
ATTEMPTS: list[Command] = [
    *(command(word) for word in (*PLAY.values(), *MARRIAGE.values())),
    *WORDS.values(),
    *(asked(what) for asked in (Propose, Decline) for what in Proposal),
]
RARE = ("close", "claim")


@dataclass
class Report:
    seed: int
    matches: int = 0
    comparisons: int = 0
    swapped: int = 0
    frames: int = 0
    bytes: int = 0
    differences: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        counted = [f"{name} {value}" for name, value in vars(self).items() if name != "differences"]
        return "\n".join([", ".join([*counted, f"differences {len(self.differences)}"]), *self.differences[:5]])


@dataclass
class Story:
    """A match as its log has it: batch `n` is version `n + 1`, and `matches[v]` is the match at version `v`."""

    batches: list[tuple[Happening, ...]]
    matches: list[Match]


def random_story(preset: Preset, luck: random.Random) -> Story:
    dice, story = Dice(luck.randrange(2**32)), Story([], [Match()])

    def happen(seat: Seat | None, *asked: Command | HouseCommand) -> None:
        match = story.matches[-1]
        batch: tuple[Happening, ...] = ()
        for one in asked:
            more = decide(match, seat, one, dice)
            match, batch = fold(more, match), (*batch, *more)
        story.batches.append(batch)
        story.matches.append(match)

    happen(None, OpenMatch(preset, Versus.HUMAN, dice.seat()), TakeSeat("ann", "Ann"))
    happen(None, TakeSeat("bob", "Bob"))
    while (match := story.matches[-1]).phase is not Phase.MATCH_OVER:
        if luck.random() < 0.02:
            for what in (Proposal.SAVE, Proposal.RESUME):
                happen(0, Propose(what))
                happen(1, Propose(what))
        if match.phase is Phase.HAND_OVER:
            happen(0, NextHand())
            happen(None, DealNext())
            continue
        assert match.hand is not None
        assert match.hand.to_play is not None
        words = legal(match, match.hand.to_play)
        often = [word for word in words if word not in RARE or luck.random() < 0.1]
        happen(match.hand.to_play, command(luck.choice(often or words)))
    return story


def hidden(story: Story, version: int, viewer: Seat | None) -> list[Card]:
    """The cards that this viewer cannot know at this version."""
    so_far = [happening for batch in story.batches[:version] for happening in batch]
    start = max(place for place, happening in enumerate(so_far) if isinstance(happening, DeckDealt))
    deck, dealt = so_far[start], so_far[start + 1]
    assert isinstance(deck, DeckDealt)
    assert isinstance(dealt, HandDealt)
    cards, leader = deck.deck, other(dealt.dealer)
    own = {leader: cards[0:3] + cards[7:9], dealt.dealer: cards[3:6] + cards[9:11], None: ()}
    seen = {dealt.upcard, *own[viewer]}
    stock = list(cards[11:])
    for happening in so_far[start + 2 :]:
        match happening:
            case CardPlayed(_, card):
                seen.add(card)
            case MarriageDeclared(_, suit):
                seen |= {KING[suit], QUEEN[suit]}
            case Exchanged(_, jack, upcard):
                seen |= {jack, upcard}
            case CardsDrawn(first, upcard):
                drawn = {first: stock.pop(0), other(first): upcard or stock.pop(0)}
                seen |= {card for seat, card in drawn.items() if seat == viewer or card == upcard}
            case HandWon() | MatchWon():
                return []
    return [card for card in cards if card not in seen]


def swapped(deck: tuple[Card, ...], unknown: list[Card], luck: random.Random) -> tuple[Card, ...]:
    """The deck with these cards in another order, each in a place of one of them."""
    around = luck.sample(unknown, len(unknown))
    instead = dict(zip(around, around[1:] + around[:1], strict=True))
    return tuple(instead.get(card, card) for card in deck)


def entries(batches: Sequence[tuple[Happening, ...]]) -> list[Entry]:
    return [
        Entry(version, 1_700_000_000_000 + version, "somebody", f"c{version}", HAPPENINGS.encode(batch))
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


async def told(visit: Visit, log: list[Entry]) -> list[bytes]:
    """Every frame that the room puts into his outboxes, in order."""
    memory, clock = MemoryLog(), FakeClock()
    memory.write(MATCH, log[: visit.joins])
    room = Room(MATCH, memory, MemoryBook(), Dice(), clock, invite=lambda _: "key", on_told=lambda _: None)
    await room.wake()
    player = "eve" if visit.viewer is None else PLAYERS[visit.viewer]
    opponent = PLAYERS[0 if visit.viewer is None else other(visit.viewer)]
    first, second = visitor(room, player), visitor(room, player)
    await room.enter(first)
    await room.enter(visitor(room, opponent))
    middle = (visit.joins + visit.until) // 2
    memory.write(MATCH, log[visit.joins : middle])
    await asyncio.sleep(0)  # the room hears of it
    await room.enter(second, "first", min(visit.comes_back, middle))
    memory.write(MATCH, log[middle : visit.until])
    await asyncio.sleep(0)
    for attempt in visit.attempts:
        room.submit(first, attempt)
    await room.enter(visitor(room, opponent))  # behind all that
    assert room.version == visit.until
    room.beat()
    clock.advance(1000)
    frames = []
    for one in (first, second):
        one.outbox.close()
        while (frame := await one.outbox.take()) is not None:
            frames.append(frame)
    await room.sleep()
    return frames


def visitor(room: Room, player: str) -> Visitor:
    one = Visitor(player, None, Outbox(lambda: room.newest(one)))
    return one


def attempts(match: Match, viewer: Seat | None, version: int) -> list[Submit]:
    """All that is refused to him at this moment; what would be accepted he tries for a table that has moved on."""
    tried = []
    for number, asked in enumerate(ATTEMPTS):
        try:
            decide(match, viewer, asked, Dice())
        except Refused:
            tried.append(Submit(f"try{number}", asked))
        else:
            tried.append(Submit(f"late{number}", asked, version - 1))
    return tried


async def compare(
    story: Story, viewer: Seat | None, deal: int, version: int, luck: random.Random, report: Report
) -> None:
    """Whether `viewer` is told the same at `version`, in the hand dealt at `deal`, whatever he cannot know."""
    unknown = hidden(story, version, viewer)
    secret = f"{luck.randrange(2**64):016x}", f"{luck.randrange(2**64):016x}"
    worlds = []
    for which in (0, 1):
        batch = story.batches[deal - 1]
        deck = next(happening for happening in batch if isinstance(happening, DeckDealt))
        cards = deck.deck if which == 0 else swapped(deck.deck, unknown, luck)
        other_deck = replace(deck, deck=cards, secret=secret[which])
        changed = tuple(other_deck if happening is deck else happening for happening in batch)
        worlds.append(entries([*story.batches[: deal - 1], changed, *story.batches[deal:version]]))
    joins = luck.randint(deal - 1, version)
    visit = Visit(viewer, joins, luck.randint(0, version), version, attempts(story.matches[version], viewer, version))
    one, two = [await told(visit, world) for world in worlds]
    report.comparisons += 1
    report.swapped += len(unknown) > 1
    report.frames += len(one)
    report.bytes += sum(map(len, one))
    if one != two:
        leak = next(((a, b) for a, b in zip(one, two, strict=False) if a != b), (len(one), len(two)))
        report.differences.append(f"viewer {viewer}, version {version}: {leak}")
    if any(word.encode() in frame for frame in one + two for word in secret):
        report.differences.append(f"viewer {viewer}, version {version}: the secret of the deal was told")


async def keep_secrets(matches: int, seed: int) -> Report:
    """For every hand of so many matches and each of the three audiences: two moments, each told from two worlds."""
    luck, report = random.Random(seed), Report(seed, matches)
    for number in range(matches):
        story = random_story(list(Preset)[number % 3], luck)
        deals = [v for v, batch in enumerate(story.batches, 1) if any(isinstance(one, DeckDealt) for one in batch)]
        for deal, following in zip(deals, [*deals[1:], len(story.batches) + 1], strict=True):
            running = [v for v in range(deal, following) if hidden(story, v, None)]
            for viewer in VIEWERS:
                await compare(story, viewer, deal, luck.choice(running), luck, report)
        await compare(story, luck.choice(VIEWERS), deals[-1], len(story.batches), luck, report)
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
