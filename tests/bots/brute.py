"""Plain minimax over the real rules: what a position is worth if both hands lie open."""

import random

from kit.hands import Dice, command
from schnapsen_protocol.cards import Preset, Seat, Versus, other
from schnapsen_protocol.views import Phase
from schnapsen_server.bots.cards import NAMES
from schnapsen_server.bots.endgame import needed
from schnapsen_server.bots.position import Closed, Ending
from schnapsen_server.game.decide import decide
from schnapsen_server.game.evolve import fold
from schnapsen_server.game.house import OpenMatch, TakeSeat
from schnapsen_server.game.moves import legal
from schnapsen_server.game.state import Hand, Match

DICE = Dice()


def dealt(preset: Preset, seed: int) -> Match:
    """The first hand of a match, shuffled by this seed."""
    match, dice = Match(), Dice(seed)
    for asked in (OpenMatch(preset, Versus.HUMAN, 1), TakeSeat("ann", "Ann"), TakeSeat("bob", "Bob")):
        match = fold(decide(match, None, asked, dice, 0), match)
    return match


def after(match: Match, seat: Seat, word: str) -> Match:
    return fold(decide(match, seat, command(word), DICE, 0), match)


def ending(preset: Preset, luck: random.Random, longest: int) -> Match:
    """A running hand from which no card is drawn any more, at most so many cards in each hand, reached by random play.

    Nobody has 66 there.
    """
    while True:
        match = dealt(preset, luck.getrandbits(60))
        size = luck.randint(1, longest)
        while match.phase is Phase.PLAYING:
            hand = running(match)
            seat = hand.to_play
            assert seat is not None
            if hand.strict and len(hand.sides[seat].cards) <= size:
                if max(side.points for side in hand.sides) < 66 and not (hand.table and hand.table.marriage):
                    return match
                break
            words = [word for word in legal(match, seat) if word != "claim"]
            if luck.random() < 0.8:
                words = [word for word in words if word != "close"]
            match = after(match, seat, luck.choice(words))


def running(match: Match) -> Hand:
    assert match.hand is not None
    return match.hand


def value(match: Match, seat: Seat) -> int:
    """Game points of `seat` from here, both playing their best."""
    hand = running(match)
    if hand.result is not None:
        points = hand.result.game_points
        return points if hand.result.winner == seat else -points
    mover = hand.to_play
    assert mover is not None
    sign = 1 if mover == seat else -1
    best = max(sign * value(after(match, mover, word), seat) for word in words(match, mover)) * sign
    waiting = other(mover)
    if "claim" in legal(match, waiting) and hand.sides[waiting].points >= 66:
        claimed = value(after(match, waiting, "claim"), seat)
        best = min(best, claimed) if waiting != seat else max(best, claimed)
    return best


def words(match: Match, seat: Seat) -> list[str]:
    """The moves worth trying: nobody claims what he has not."""
    false_claim = running(match).sides[seat].points < 66
    return [word for word in legal(match, seat) if not (word == "claim" and false_claim)]


def compact(match: Match, seat: Seat) -> Ending:
    """The position as the solver wants it, seen from `seat`, who is to play."""
    hand = running(match)
    names = NAMES[hand.trump]
    mine, theirs = hand.sides[seat], hand.sides[other(seat)]
    closing = None
    if hand.closing is not None:
        points, tricks = hand.closing.opponent_points, hand.closing.opponent_tricks
        gain = 3 if not tricks else 2 if points < 33 else 1
        closing = Closed(hand.closing.by == seat, gain, 2 if tricks else 3)
    return Ending(
        names.mask(mine.cards),
        names.mask(theirs.cards),
        needed(mine.trick_points + mine.marriages, len(mine.won)),
        needed(theirs.trick_points + theirs.marriages, len(theirs.won)),
        None if hand.table is None else names.number[hand.table.card],
        closing,
    )
