"""Logs of whole matches, written as a server would write them, without one."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from kit.hands import Dice, command
from schnapsen_protocol.cards import SEATS, Preset, Seat, Versus, other
from schnapsen_protocol.commands import AbortMatch, Command, ConcedeHand, Proposal, Propose, ResignMatch
from schnapsen_protocol.ratings import RatingMark
from schnapsen_protocol.refusals import Refused
from schnapsen_protocol.terms import Terms
from schnapsen_protocol.views import Phase
from schnapsen_server.game.decide import decide
from schnapsen_server.game.evolve import fold
from schnapsen_server.game.house import DealNext, Forfeit, HouseCommand, OpenMatch, TakeSeat
from schnapsen_server.game.moves import legal
from schnapsen_server.game.state import Match
from schnapsen_server.store.contract import Entry
from schnapsen_server.store.happenings import HAPPENINGS
from schnapsen_server.store.open import Store

SECOND, LONG_AGO = 1_000, 1_700_000_000_000
NEWCOMER = RatingMark(1500, 350, provisional=True)


@dataclass
class Played:
    """A match in the making, a second for each command from `at` on."""

    at: int = LONG_AGO
    dice: Dice = field(default_factory=Dice)
    match: Match = field(default_factory=Match)
    entries: list[Entry] = field(default_factory=list)

    def do(self, asked: Command | HouseCommand, seat: Seat | None = None) -> None:
        player = None if seat is None else self.match.players[seat]
        batch = decide(self.match, seat, asked, self.dice, self.at)
        self.match = fold(batch, self.match)
        author, version = player.id if player else "house", len(self.entries) + 1
        self.entries.append(Entry(version, self.at, author, f"c{version}", HAPPENINGS.encode(batch)))
        self.at += SECOND

    def concede(self, *losers: Seat) -> "Played":
        """Hands that each of these gives up before the first card: three game points each."""
        for loser in losers:
            if self.match.phase is Phase.HAND_OVER:
                self.do(DealNext())
            self.do(ConcedeHand(), loser)
        return self

    async def keep(self, store: Store, match_id: str) -> None:
        for entry in self.entries:
            await store.log.append(match_id, entry.version - 1, entry)


def opened(
    *players: str,
    names: Sequence[str] | None = None,
    rated: bool = True,
    marks: Sequence[RatingMark | None] = (NEWCOMER, NEWCOMER),
    at: int = LONG_AGO,
    dice: Dice | None = None,
) -> Played:
    """A match of these two, the first hand dealt. Seat 0 leads it."""
    played = Played(at, dice or Dice())
    played.do(OpenMatch(Preset.SEED, Versus.HUMAN, 1, Terms(rated=rated)))
    called = names or [player.title() for player in players]
    for player, name, mark in zip(players, called, marks, strict=True):
        played.do(TakeSeat(player, name, rating=mark))
    return played


def at_random(played: Played, luck: random.Random) -> Played:
    """The match to its end, whatever that is; half of the hands are given up so that it does not take long."""
    while not played.match.is_over:
        match, seat = played.match, luck.choice(SEATS)
        if match.phase is Phase.HAND_OVER:
            played.do(DealNext())
            continue
        assert match.hand is not None
        assert match.hand.to_play is not None
        chosen, to_play = luck.random(), match.hand.to_play
        try:
            if chosen < 0.005:
                played.do(ResignMatch(), seat)
            elif chosen < 0.01:
                played.do(Forfeit(seat))
            elif chosen < 0.015:
                played.do(AbortMatch(), seat)
            elif chosen < 0.02:
                played.do(Propose(Proposal.STOP), seat)
                if luck.random() < 0.5:
                    played.do(Propose(Proposal.STOP), other(seat))
            elif chosen < 0.1:
                played.do(ConcedeHand(), seat)
            else:
                words = legal(match, to_play)
                rare = [word for word in words if word in ("close", "claim", "exchange")]
                often = [word for word in words if word not in rare]
                played.do(command(luck.choice(rare if rare and luck.random() < 0.15 else often)), to_play)
        except Refused:
            continue
    return played
