"""A player's own matches, in two lists: those that go on, and those that are over. A match is always in one of them.

Either follows from the match's log, so what could not be written down is written by whoever sees the match next.
"""

import asyncio
from typing import NamedTuple

from pydantic import TypeAdapter

from schnapsen_protocol.cards import SEATS, Level, Preset, Seat, other
from schnapsen_protocol.events import CalledOff, MatchEnd
from schnapsen_server.game.state import Match, Player
from schnapsen_server.store.contract import FinishedMatch, PlayerBook


class Summary(NamedTuple):
    """What came of a match, as one of its players finds it in his list. Written as an array, for there are many."""

    won: bool | None
    """None: it was called off."""
    score: tuple[int, int]
    """His own first."""
    hands: int
    preset: Preset
    rated: bool
    opponent: str
    player: str | None
    """Who that is; None for the computer."""
    level: Level | None
    ended_by: MatchEnd | None
    called_off: CalledOff | None


SUMMARY = TypeAdapter(Summary)


async def list_match(book: PlayerBook, match_id: str, match: Match, at: int) -> None:
    """Put the match on that list of each of its people where it belongs. May be done again. Raises Unavailable.

    `at` is when it ended, or when its last entry was written.
    """
    await asyncio.gather(*(_list_for(seat, book, match_id, match, at) for seat in people(match)))


async def take_off(book: PlayerBook, match_id: str, match: Match) -> None:
    """Take the match off the lists of its people. Raises Unavailable."""
    await asyncio.gather(*(book.drop_match(player.id, match_id) for player in people(match).values()))


def people(match: Match) -> dict[Seat, Player]:
    seated = ((seat, match.players[seat]) for seat in SEATS)
    return {seat: player for seat, player in seated if player is not None and not player.computer}


async def _list_for(seat: Seat, book: PlayerBook, match_id: str, match: Match, at: int) -> None:
    own, opponent = people(match)[seat], match.players[other(seat)]
    if not match.is_over:
        await book.add_match(own.id, match_id, at)
        return
    if opponent is None:  # a table that nobody came to
        await book.drop_match(own.id, match_id)
        return
    summary = Summary(
        won=None if match.winner is None else match.winner == seat,
        score=(match.score[seat], match.score[other(seat)]),
        hands=len(match.results),
        preset=match.preset,
        rated=match.terms.rated and match.counts,
        opponent=opponent.name,
        player=None if opponent.computer else opponent.id,
        level=opponent.level,
        ended_by=match.ended_by,
        called_off=match.called_off,
    )
    await book.finish_match(own.id, FinishedMatch(match_id, at, SUMMARY.dump_json(summary)))
