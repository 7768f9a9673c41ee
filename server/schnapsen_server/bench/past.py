"""Gives simulated players ratings by the only way there is: matches in the log that they are said to have played."""

import secrets

from schnapsen_protocol.cards import SEATS, Preset, Seat, Versus, other
from schnapsen_protocol.commands import Command, ResignMatch
from schnapsen_protocol.ratings import RatingMark
from schnapsen_protocol.terms import Terms
from schnapsen_server.game.decide import decide
from schnapsen_server.game.evolve import fold
from schnapsen_server.game.house import HouseCommand, OpenMatch, TakeSeat
from schnapsen_server.game.secret import Happening
from schnapsen_server.game.state import Match
from schnapsen_server.lobby.ratings import Ratings
from schnapsen_server.rooms.dealing import FairChance
from schnapsen_server.rooms.opening import HOUSE
from schnapsen_server.store.contract import Entry, Log
from schnapsen_server.store.happenings import HAPPENINGS

from .players import Player

ROUNDS = 2
"""How often each of two has beaten the other: after that he is rated about as he is said to be."""
CHANCE = FairChance(secrets.token_bytes)


async def meet(one: Player, two: Player, at: int, log: Log, ratings: Ratings) -> None:
    """Each beats the other, who is said to be as strong as he himself shall be. `at` is the server's time, in ms."""
    for number in range(2 * ROUNDS):
        match_id = CHANCE.match_id()
        entry = Entry(1, at + number, HOUSE, "open", HAPPENINGS.encode(resigned(one, two, SEATS[number % 2], at)))
        await log.append(match_id, 0, entry)
        await ratings.settle(match_id)
    for player in (one, two):
        player.rating = (await ratings.standing(player.id)).rating.value


def resigned(one: Player, two: Player, loser: Seat, at: int) -> tuple[Happening, ...]:
    """All of a rated match that the loser gave up at once."""
    commands: tuple[tuple[Seat | None, Command | HouseCommand], ...] = (
        (None, OpenMatch(Preset.SEED, Versus.HUMAN, other(loser), Terms(clock=None, rated=True))),
        (None, TakeSeat(one.id, one.name, rating=RatingMark(round(two.rating), 80, False))),
        (None, TakeSeat(two.id, two.name, rating=RatingMark(round(one.rating), 80, False))),
        (loser, ResignMatch()),
    )
    match, batch = Match(), tuple[Happening, ...]()
    for by, command in commands:
        more = decide(match, by, command, CHANCE, at)
        match, batch = fold(more, match), (*batch, *more)
    return batch
