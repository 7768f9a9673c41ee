"""Makes the puzzles: `python -m schnapsen_server.bench.make_puzzles > server/schnapsen_server/bots/puzzles.jsonl`.

Club players play hands until the stock is used up. A position becomes a puzzle if exactly one move is best, every other
costs a game point or more, and it is not the move that rules of thumb choose.
"""

import json
import random
from collections.abc import Iterator
from typing import Final

from schnapsen_protocol.cards import SEATS, Card, Preset, Seat, Versus
from schnapsen_protocol.events import Event
from schnapsen_protocol.views import Phase
from schnapsen_server.bots.advice import word
from schnapsen_server.bots.choose import by_rule, choose_by
from schnapsen_server.bots.levels import STRENGTHS, Level
from schnapsen_server.bots.standing import standing, values
from schnapsen_server.game.decide import decide
from schnapsen_server.game.evolve import fold
from schnapsen_server.game.house import OpenMatch, TakeSeat
from schnapsen_server.game.position import NAME_OF
from schnapsen_server.game.secret import DeckDealt, Happening, public
from schnapsen_server.game.state import Match
from schnapsen_server.game.view import view

HOW_MANY: Final = 12
SEED: Final = 66
FEWEST_CARDS: Final = 3
CLUB: Final = STRENGTHS[Level.CLUB]


class _Shuffle:
    """Decks from a seed."""

    def __init__(self, luck: random.Random) -> None:
        self._luck = luck

    def deal(self) -> DeckDealt:
        deck = list(Card)
        self._luck.shuffle(deck)
        return DeckDealt(tuple(deck), "puzzle")

    def match_id(self) -> str:
        raise AssertionError("no match is opened")

    def seat(self) -> Seat:
        raise AssertionError("no lots are drawn")


def positions(luck: random.Random) -> Iterator[Match]:
    """Without end: of each hand the moments in which all cards are known and nothing waits for a marriage's answer."""
    while True:
        match, said, chance = Match(), tuple[Event, ...](), _Shuffle(luck)
        asked = (OpenMatch(Preset.SEED, Versus.HUMAN, luck.choice(SEATS)), TakeSeat("a", "A"), TakeSeat("b", "B"))
        for one in asked:
            batch: tuple[Happening, ...] = decide(match, None, one, chance, 0)
            match, said = fold(batch, match), said + public(batch)
        while match.phase is Phase.PLAYING:
            hand, seat = match.hand, match.acting
            assert hand is not None
            assert seat is not None
            if not hand.stock and not (hand.table is not None and hand.table.marriage):
                yield match
            chosen = choose_by(view(match, seat), said, CLUB, luck)
            assert chosen is not None
            batch = decide(match, seat, chosen, chance, 0)
            match, said = fold(batch, match), said + public(batch)


def is_puzzle(match: Match) -> bool:
    assert match.hand is not None
    assert match.acting is not None
    if len(match.hand.sides[match.acting].cards) < FEWEST_CARDS:
        return False
    found = values(match)
    if len(found) < 3 or found[0].points - found[1].points < 1:
        return False
    known = standing(match)
    return word(by_rule(known, CLUB), known) != found[0].move


def as_case(match: Match, name: str) -> dict[str, object]:
    """A rules case that begins here."""
    hand = match.hand
    assert hand is not None
    a, b = hand.sides
    given = {
        "trump": hand.trump, "upcard": hand.upcard, "stock": list(hand.stock),
        "hands": {"A": list(a.cards), "B": list(b.cards)},
        "won": {"A": [list(trick) for trick in a.won], "B": [list(trick) for trick in b.won]},
        "declared": {"A": list(a.declared), "B": list(b.declared)}, "closed": None,
        "table": [] if hand.table is None else [{"seat": NAME_OF[hand.table.seat], "card": hand.table.card}],
        "leader": NAME_OF[hand.leader], "dealer": NAME_OF[hand.dealer], "score": {"A": 0, "B": 0},
    }  # fmt: skip
    return {"name": name, "rules": match.preset, "given": given, "when": [], "then": {}}


def main() -> None:
    found = 0
    for match in positions(random.Random(SEED)):
        if is_puzzle(match):
            found += 1
            print(json.dumps(as_case(match, f"P{found:02}"), separators=(",", ":")))
        if found == HOW_MANY:
            return


if __name__ == "__main__":
    main()
