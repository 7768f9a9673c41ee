"""What is hidden is nowhere: not on the line of an opponent or a watcher, and not in their pages, even in passing."""

import random
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from client.screens import Stage
from kit.browser import Pages
from kit.client import Guest, Table, guest
from kit.dealt import Dealt
from kit.hidden import hidden
from kit.store import store, store_url
from schnapsen_protocol.cards import Card, Preset, Seat
from schnapsen_protocol.terms import Gallery
from schnapsen_server.game.secret import Happening
from schnapsen_server.store.happenings import HAPPENINGS
from schnapsen_server.store.open import Store

__all__ = ["store", "store_url"]

HANDS = 50
ENDINGS = ("played", "closed", "conceded", "claimed", "played", "given up at once")
TERMS = [(preset, gallery) for gallery in (Gallery.PUBLIC, Gallery.OPEN) for preset in Preset]
DEALT = 2
"""The version at which both are seated and the first hand is dealt."""
SUITS = {"S": "spades", "H": "hearts", "C": "clubs", "D": "diamonds"}
RANKS = {"A": "ace", "T": "ten", "K": "king", "Q": "queen", "J": "jack"}
PLANTS = {
    "an attribute": "([card]) => stock.setAttribute('data-top', card)",
    "a class for a moment": "([card]) => { stock.classList.add(card); stock.classList.remove(card); }",
    "a node for a moment": """([card]) => {
      const node = document.createElement("i");
      node.id = card;
      document.body.append(node);
      node.remove();
    }""",
    "a picture": """([card]) => {
      stock.innerHTML = `<svg><use href="#french-${card[1]}${card[0]}"/></svg>`;
    }""",
    "a face": """([card]) => {
      const face = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      [face.dataset.suit, face.dataset.rank] = card;
      stock.append(face);
    }""",
    "a line of the log": "([, rank, suit]) => log.append(`${rank} of ${suit}`)",
    "a frame": """([card]) => {
      line.dispatchEvent(new MessageEvent("message", { data: JSON.stringify({ t: "beat", v: null, under: card }) }));
    }""",
    "what is spoken": "([, rank, suit]) => { say.textContent = `Cards: ${suit} ${rank}.`; }",
}
NOTE = Path(__file__).with_name("noted.js")


@dataclass
class Truth:
    """The log of a match, and what each viewer may know of it."""

    gallery: Gallery
    batches: list[tuple[Happening, ...]]
    _known: dict[tuple[int, Seat | None], set[str]] = field(default_factory=dict)

    def known(self, v: int, viewer: Seat | None) -> set[str]:
        """The cards that this viewer may have seen at that version."""
        if (v, viewer) not in self._known:
            so_far = [happening for batch in self.batches[:v] for happening in batch]
            self._known[v, viewer] = {*Card} - {*hidden(so_far, self.gallery, viewer)}
        return self._known[v, viewer]


@dataclass
class Eyes:
    """A page that looks on, from a seat or from the gallery."""

    page: Page
    viewer: Seat | None

    async def leaks(self, truth: Truth) -> list[str]:
        """What it was told or has shown too early since it was last asked."""
        found = []
        for since, v, where, cards in await self.page.evaluate("noted.splice(0)"):
            may = set().union(*(truth.known(one, self.viewer) for one in range(max(since, DEALT), v + 1)))
            if not may.issuperset(cards):
                found.append(f"{self.viewer}, version {v}: {sorted({*cards} - may)} in {where}")
        return found

    async def reach(self, v: int) -> None:
        await expect(self.page.locator("#table")).to_have_attribute("data-seq", str(v))


@pytest.mark.timeout(600)
async def test_what_is_hidden_is_nowhere_in_fifty_hands(
    dealt: Dealt, store: Store, store_url: str, open_page: Pages
) -> None:
    seed = random.randrange(1_000_000)
    print("seed", seed)
    dice = random.Random(seed)
    server = await dealt(*(shuffled(dice) for _ in range(2 * HANDS)), REDIS_URL=store_url)
    stage = Stage(open_page, server)
    players = [await guest(server, name) for name in ("Ann", "Bob")]
    eyes = [Eyes(await stage.page(players[1]), 1), Eyes(await stage.page(), None)]
    for one in eyes:
        await one.page.add_init_script(path=NOTE)
        await one.page.set_viewport_size({"width": 320, "height": 568})  # the sooner it is drawn

    endings, terms = cycle(ENDINGS), cycle(TERMS)
    hands, leaks = 0, []
    while hands < HANDS:
        preset, gallery = next(terms)
        match, both = await seated(stage, players, eyes, preset, gallery)
        while both[0].view["phase"] == "playing":
            await play(stage, both, next(endings), dice)
            hands += 1
            if both[0].view["phase"] == "hand_over":
                await stage.agree(both, "next_hand")
            for one in eyes:
                await one.reach(both[0].v)
        truth = await written(store, match, gallery)
        leaks += [leak for one in eyes for leak in await one.leaks(truth)]
    assert leaks == []

    # And what is planted there is found.
    match, _ = await seated(stage, players, eyes, Preset.SEED, Gallery.PUBLIC)
    truth = await written(store, match, Gallery.PUBLIC)
    hidden_from_both = set(Card) - truth.known(DEALT, 1) - truth.known(DEALT, None)
    secret = next(card for card in hidden_from_both if card[1] in "KQJ")
    planted = [secret, RANKS[secret[1]], SUITS[secret[0]]]
    for one in eyes:
        for what, plant in PLANTS.items():
            await one.page.evaluate(plant, planted)
            assert await one.leaks(truth) != [], what
    await stage.close()


async def seated(
    stage: Stage, players: list[Guest], eyes: list[Eyes], preset: Preset, gallery: Gallery
) -> tuple[str, tuple[Table, Table]]:
    """A new table of these two, on which all eyes are."""
    match, invite = await players[0].open(preset, clock=None, gallery=gallery)
    both = await stage.sits(players[0], match), await stage.sits(players[1], match, invite)
    for one in eyes:
        await one.page.goto(f"{stage.server.url}/m/{match}")
        await one.reach(both[1].v)
    await stage.turn(both)
    return match, both


async def play(stage: Stage, both: tuple[Table, Table], ending: str, dice: random.Random) -> None:
    """A hand at random, until it ends in this way or by itself."""
    rare = {"closed": "close", "claimed": "claim"}.get(ending, "")
    cards = 0 if ending == "given up at once" else dice.randint(1, 12)
    while both[0].view["phase"] == "playing":
        mover = await stage.turn(both)
        legal = mover.view["legal"]
        if ending in ("conceded", "given up at once") and cards <= 0 and is_ahead(mover):
            conceded = await mover.submit("concede_hand")
            for table in both:
                await table.reach(conceded["v"])
            return
        often = [move for move in legal if move not in ("close", "claim")]
        await stage.plays(both, rare if rare in legal and cards <= 6 else dice.choice(often or legal))
        cards -= 1


def is_ahead(table: Table) -> bool:
    """So that a match has many hands."""
    near = table.view["viewer"]
    scores = [seat["score"] for seat in table.view["seats"]]
    return bool(scores[near] >= scores[1 - near])


async def written(store: Store, match: str, gallery: Gallery) -> Truth:
    return Truth(gallery, [HAPPENINGS.decode(entry.events) for entry in await store.log.read(match)])


def shuffled(dice: random.Random) -> str:
    """A deck in the words of `kit.hands.deck`."""
    deck = dice.sample(list(Card), len(Card))
    return " | ".join(" ".join(deck[start:end]) for start, end in ((0, 5), (5, 10), (10, 11), (11, 20)))
