"""Positions to be played out against the solver. The cards are all known; one move alone is best."""

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from importlib import resources

from schnapsen_protocol.advice import Puzzle, PuzzleMove
from schnapsen_protocol.cards import Card, Level, Seat, other
from schnapsen_protocol.commands import Command, DeclareMarriage, PlayCard
from schnapsen_protocol.refusals import Code, Refused
from schnapsen_server.game.cases import Case, NoChance, read_case
from schnapsen_server.game.decide import decide
from schnapsen_server.game.evolve import fold, with_seat
from schnapsen_server.game.state import Match, Player
from schnapsen_server.game.view import view

from .standing import values


@cache
def puzzles() -> tuple[Case, ...]:
    """Made by `bench/make_puzzles.py`."""
    text = (resources.files(__package__) / "puzzles.jsonl").read_text("utf-8")
    return tuple(read_case(json.loads(line)) for line in text.splitlines())


def played_out(number: int, moves: Sequence[str]) -> Puzzle:
    """Puzzle `number`, from 1, after these moves of its player, each answered by the solver. Raises Refused."""
    if not 1 <= number <= len(puzzles()):
        raise Refused(Code.UNKNOWN_MATCH)
    match = puzzles()[number - 1].given
    me = match.acting
    assert me is not None
    match = replace(
        match, players=with_seat(match.players, other(me), Player("computer", "Computer", level=Level.MASTER))
    )
    reachable = round(values(match)[0].points)
    played: list[PuzzleMove] = []
    for move in moves:
        if match.acting != me:
            raise Refused(Code.HAND_OVER)
        found = values(match)
        match = _after(match, me, move)
        played.append(PuzzleMove(me, move, found[0].points - next(one.points for one in found if one.move == move)))
        while match.acting == other(me):
            answer = values(match)[0].move
            match = _after(match, other(me), answer)
            played.append(PuzzleMove(other(me), answer))
    assert match.hand is not None
    return Puzzle(number, len(puzzles()), view(match, me), match.hand.sides[other(me)].cards, reachable, tuple(played))


def _after(match: Match, seat: Seat, move: str) -> Match:
    return fold(decide(match, seat, _command(move), NoChance(), 0), match)


def _command(move: str) -> Command:
    kind, _, card = move.partition(":")
    if card not in set(Card):
        raise Refused(Code.BAD_CARD)
    if kind not in ("play", "marriage"):
        raise Refused(Code.MALFORMED)
    return PlayCard(Card(card)) if kind == "play" else DeclareMarriage(Card(card))
