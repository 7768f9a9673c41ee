"""Writes the golden logs of the present log version: `.venv/bin/python tests/golden/make.py`.

To be run by hand, once, when a log version is released. The logs of older versions are never written again. With the
names of logs, only what is to be seen of these is written anew.
"""

import json
import random
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from kit.golden import FOLDER, fields_now, read, told, written
from kit.hands import OPEN_HAND, Dice, command, deck
from kit.played import NEWCOMER, Played, at_random
from schnapsen_protocol.cards import Level, Preset, Versus, other
from schnapsen_protocol.commands import (
    AbortMatch,
    ConcedeHand,
    Decline,
    NextHand,
    Phrase,
    Proposal,
    Propose,
    ResignMatch,
    Say,
    Stay,
)
from schnapsen_protocol.events import LOG_VERSION
from schnapsen_protocol.ratings import RatingMark
from schnapsen_protocol.terms import ClockRule, Gallery, Terms
from schnapsen_protocol.views import Phase
from schnapsen_server.game import house
from schnapsen_server.game.clock import due
from schnapsen_server.game.house import DealNext, Forfeit, HoldClock, OpenMatch, Rename, TakeSeat, TimeUp
from schnapsen_server.game.moves import legal

BLITZ = ClockRule(60_000, 1_000)
PENDING_HAND = "SK SQ HJ CT DJ | SA HA CK DA CJ | HQ | ST DK CA HK CQ HT DT SJ DQ"


def table(preset: Preset = Preset.SEED, terms: Terms | None = None, *decks: str, seed: int = 1) -> Played:
    """Ann has opened a table and waits."""
    played = Played(dice=Dice(seed, [deck(text) for text in decks]))
    played.do(OpenMatch(preset, Versus.HUMAN, 1, terms or Terms()))
    played.do(TakeSeat("ann", "Ann", rating=NEWCOMER))
    return played


def seated(preset: Preset = Preset.SEED, terms: Terms | None = None, *decks: str, seed: int = 1) -> Played:
    played = table(preset, terms, *decks, seed=seed)
    played.do(TakeSeat("bob", "Bob", rating=RatingMark(1702, 61, provisional=False)))
    return played


def moves(played: Played, text: str) -> Played:
    """Each move is made by whose turn it is."""
    for word in text.split():
        assert played.match.hand is not None
        played.do(command(word), played.match.hand.to_play)
    return played


def whole(preset: Preset, terms: Terms, seed: int) -> Played:
    """A match to the end by the score, by moves that show all that a hand can have."""
    played, luck = seated(preset, terms, seed=seed), random.Random(seed)
    while not played.match.is_over:
        assert played.match.hand is not None
        seat = played.match.hand.to_play
        if seat is None:
            played.do(NextHand(), 0)
            played.do(NextHand(), 1)
            continue
        words = legal(played.match, seat)
        rightly = played.match.hand.sides[seat].points >= 66
        chosen = [word for word in words if word not in ("close", "claim") or rightly or luck.random() < 0.04]
        wanted = (
            [word for word in chosen if word.startswith(("marriage", "exchange", "claim"))] or chosen or list(words)
        )
        played.do(command(luck.choice(wanted)), seat)
    return played


def waiting() -> Played:
    played = table(terms=Terms(listed=True))
    played.do(Rename("Anna"), 0)
    return played


def talked() -> Played:
    """Every proposal, words, a stop of the countdown; ended by consent."""
    played = moves(seated(Preset.SEED, Terms(gallery=Gallery.OPEN), OPEN_HAND), "exchange close marriage:SK SJ")
    played.do(Say(Phrase.HELLO), 0)
    played.do(Say(text="Grüß dich, <b>Ann</b> – שלום"), 1)
    played.do(Propose(Proposal.SAVE), 0)
    played.do(Decline(Proposal.SAVE), 1)
    played.do(Propose(Proposal.SAVE), 1)
    played.do(Propose(Proposal.SAVE), 0)
    played.do(Propose(Proposal.RESUME), 0)
    played.do(Propose(Proposal.RESUME), 1)
    played.do(ConcedeHand(), 1)
    played.do(NextHand(), 0)
    played.do(Stay(), 1)
    played.do(Stay(), 0)
    played.do(NextHand(), 1)
    played.do(NextHand(), 0)
    played.do(Propose(Proposal.STOP), 0)
    played.do(Propose(Proposal.STOP), 1)
    return played


def pending() -> Played:
    """A marriage before the first trick, a claim at once: false."""
    return moves(seated(Preset.TOURNAMENT, None, PENDING_HAND), "marriage:SK SA claim")


def again() -> Played:
    played = seated(Preset.SHARP, Terms(rated=True), OPEN_HAND)
    played.do(ResignMatch(), 1)
    played.do(Say(Phrase.GOOD_GAME), 1)
    played.do(Propose(Proposal.REMATCH), 0)
    played.do(Propose(Proposal.REMATCH), 1)
    return played


def aborted() -> Played:
    played = seated(terms=Terms(clock=BLITZ))
    played.do(AbortMatch(), 1)
    return played


def never_begun() -> Played:
    return late(seated(terms=Terms(clock=BLITZ, first_move_ms=5_000)))


def late(played: Played) -> Played:
    """The clock runs out."""
    moment = due(played.match)
    assert moment is not None
    played.at = moment
    played.do(TimeUp())
    return played


def timed_out() -> Played:
    played = moves(seated(Preset.TOURNAMENT, Terms(clock=BLITZ, rated=True), OPEN_HAND), "CT CK SK")
    played.do(HoldClock(played.at - 500, played.at))
    return late(played)


def left() -> Played:
    played = seated(Preset.SEED, Terms(gallery=Gallery.CLOSED))
    assert played.match.hand is not None
    played.do(Forfeit(other(played.match.hand.leader)), played.match.hand.leader)
    return played


def computer() -> Played:
    played = Played(dice=Dice(4))
    played.do(OpenMatch(Preset.SEED, Versus.COMPUTER, 0, Terms()))
    played.do(TakeSeat("ann", "Guest 1234"))
    played.do(house.computer(Level.MASTER))
    while not played.match.is_over:
        played.do(ConcedeHand() if played.match.phase is Phase.PLAYING else DealNext(), 0)
    return played


MATCHES: dict[str, Callable[[], Played]] = {
    "seed": lambda: whole(Preset.SEED, Terms(rated=True), 11),
    "tournament": lambda: whole(Preset.TOURNAMENT, Terms(clock=BLITZ, gallery=Gallery.OPEN), 12),
    "sharp": lambda: whole(Preset.SHARP, Terms(gallery=Gallery.CLOSED), 13),
    "hidden": lambda: whole(Preset.SEED, Terms(hints=True, hide_points=True), 14),
    "random": lambda: at_random(seated(terms=Terms(clock=BLITZ)), random.Random(5)),
    "waiting": waiting,
    "talked": talked,
    "pending": pending,
    "again": again,
    "aborted": aborted,
    "never-begun": never_begun,
    "timed-out": timed_out,
    "left": left,
    "computer": computer,
}


def renew(log: Path) -> None:
    """Take what is shown of this log now for right."""
    known = json.loads((log.parent / "fields.json").read_text("utf-8"))
    log.with_suffix(".views").write_text("".join(f"{line}\n" for line in told(read(log), known)), "utf-8")


def main() -> None:
    folder, known = FOLDER / str(LOG_VERSION), fields_now()
    played_now = {name: make() for name, make in MATCHES.items()}
    folder.mkdir(exist_ok=False)  # what was released is never written again
    (folder / "fields.json").write_text(json.dumps(known, indent=1) + "\n", "utf-8")
    for name, played in played_now.items():
        (folder / f"{name}.jsonl").write_text(written(played.entries), "utf-8")
        renew(folder / f"{name}.jsonl")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        for name in sys.argv[1:]:
            renew(Path(name))
    else:
        main()
