"""Hands and matches in a line of text: `play(deal("HJ HA … | DA DT … | HQ | ST …"), "CT CK close marriage:SK")`."""

import random
from collections.abc import Sequence
from pathlib import Path

from schnapsen_protocol.cards import Card, Preset, Seat, Versus
from schnapsen_protocol.commands import (
    Claim,
    CloseStock,
    Command,
    ConcedeHand,
    DeclareMarriage,
    ExchangeTrump,
    NextHand,
    PlayCard,
    ResignMatch,
    Stay,
)
from schnapsen_protocol.refusals import Code, Refused
from schnapsen_protocol.terms import UNSETTLED, Terms
from schnapsen_server.check import read_file
from schnapsen_server.game.decide import decide
from schnapsen_server.game.evolve import fold
from schnapsen_server.game.house import HouseCommand, OpenMatch, TakeSeat
from schnapsen_server.game.secret import DeckDealt, Happening
from schnapsen_server.game.state import Match

CASES = Path(__file__).parents[2] / "protocol" / "cases"
WORDS: dict[str, Command] = {
    "close": CloseStock(),
    "exchange": ExchangeTrump(),
    "claim": Claim(),
    "concede": ConcedeHand(),
    "resign": ResignMatch(),
    "next": NextHand(),
    "stay": Stay(),
}
OPEN_HAND = "HJ HA SK SQ CT | DA DT CK CJ SJ | HQ | ST DK CA HK CQ DJ HT SA DQ"
"""Hearts are trumps; seat 0 holds the trump jack and the spade marriage."""


class Dice:
    """A chance that can be had again: shuffles made from a seed, after the decks that are given."""

    def __init__(self, seed: int = 0, decks: Sequence[tuple[Card, ...]] = (), name: str = "match") -> None:
        """`name` is what the ids of matches begin with: tests that share a store need another one each."""
        self._random = random.Random(seed)
        self._decks = list(decks)
        self._name = name
        self._matches = 0

    def deal(self) -> DeckDealt:
        if self._decks:
            return DeckDealt(self._decks.pop(0), "given")
        deck = list(Card)
        self._random.shuffle(deck)
        return DeckDealt(tuple(deck), "shuffled")

    def match_id(self) -> str:
        self._matches += 1
        return f"{self._name}-{self._matches}"

    def seat(self) -> Seat:
        return self._random.choice((0, 1))


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(word) for word in text.split())


def deck(text: str) -> tuple[Card, ...]:
    """The deck that deals "leader's hand | dealer's hand | up-card | stock". Of the stock, naming the top will do."""
    leads, deals, upcard, stock = (cards(part) for part in text.split("|"))
    named = (*leads[:3], *deals[:3], *upcard, *leads[3:], *deals[3:], *stock)
    return (*named, *(card for card in Card if card not in named))


def opened(
    preset: Preset = Preset.SEED, chance: Dice | None = None, dealer: Seat = 1, terms: Terms = UNSETTLED
) -> Match:
    """A match of Ann at seat 0 and Bob at seat 1, the first hand dealt."""
    commands = (OpenMatch(preset, Versus.HUMAN, dealer, terms), TakeSeat("ann", "Ann"), TakeSeat("bob", "Bob"))
    match, dice = Match(), chance or Dice()
    for command in commands:
        match = fold(decide(match, None, command, dice, 0), match)
    return match


def deal(text: str = OPEN_HAND, preset: Preset = Preset.SEED, terms: Terms = UNSETTLED) -> Match:
    """A match whose first hand is this one; seat 0 leads."""
    return opened(preset, Dice(decks=[deck(text)]), terms=terms)


def standing(case: str) -> Match:
    """The position from which a rules case of the repository starts, such as "T08 seed"."""
    (found,) = (read.given for file in CASES.glob("*.jsonl") for read in read_file(file) if read.name == case)
    return found


def command(word: str) -> Command:
    """Of a word as in the list of legal moves, or of a bare card."""
    kind, _, card = word.partition(":")
    if kind == "play":
        return PlayCard(Card(card))
    if kind == "marriage":
        return DeclareMarriage(Card(card))
    return WORDS[word] if word in WORDS else PlayCard(Card(word))


def happenings(match: Match, text: str, chance: Dice | None = None) -> tuple[Happening, ...]:
    """What follows from these moves. Each is made by whose turn it is; `0:next` names the seat."""
    log: list[Happening] = []
    dice = chance or Dice()
    for word in text.split():
        seat = None if match.hand is None else match.hand.to_play
        if word[:2] in ("0:", "1:"):
            seat, word = (0 if word[0] == "0" else 1), word[2:]
        batch = decide(match, seat, command(word), dice, 0)
        match = fold(batch, match)
        log += batch
    return tuple(log)


def play(match: Match, text: str, chance: Dice | None = None) -> Match:
    """The match after these moves."""
    return fold(happenings(match, text, chance), match)


def refusal(match: Match, seat: Seat | None, asked: Command | HouseCommand | str) -> Code | None:
    """Why a seat may not do this, or None if it may."""
    try:
        decide(match, seat, command(asked) if isinstance(asked, str) else asked, Dice(), 0)
    except Refused as refused:
        return refused.code
    return None
