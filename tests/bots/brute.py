"""Plain minimax over the real rules: what a position is worth if both hands lie open."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kit.hands import Dice, command
from schnapsen_protocol.cards import Card, Preset, Seat, Versus, other
from schnapsen_protocol.views import Phase
from schnapsen_server.bots.cards import NAMES
from schnapsen_server.bots.endgame import needed
from schnapsen_server.bots.position import Closed, Ending
from schnapsen_server.game.decide import decide
from schnapsen_server.game.evolve import fold
from schnapsen_server.game.house import OpenMatch, TakeSeat
from schnapsen_server.game.moves import legal
from schnapsen_server.game.secret import Happening
from schnapsen_server.game.state import Hand, Match

DICE = Dice()


@dataclass(frozen=True)
class Moment:
    """A running hand, and how it came about."""

    preset: Preset
    deck: tuple[Card, ...]
    match: Match
    log: tuple[Happening, ...]
    moves: tuple[tuple[Seat, str], ...]

    @property
    def seat(self) -> Seat:
        """Who is to play."""
        seat = running(self.match).to_play
        assert seat is not None
        return seat

    def then(self, word: str) -> "Moment":
        batch = decide(self.match, self.seat, command(word), DICE, 0)
        return replace(self.after(batch), moves=(*self.moves, (self.seat, word)))

    def after(self, batch: tuple[Happening, ...]) -> "Moment":
        return replace(self, match=fold(batch, self.match), log=self.log + batch)

    def dealt_otherwise(self, deck: tuple[Card, ...]) -> "Moment | None":
        """The same moves with another deck; None if they would not have been allowed."""
        moment = dealt(self.preset, deck)
        for seat, word in self.moves:
            assert moment.seat == seat
            if word not in legal(moment.match, seat):
                return None
            moment = moment.then(word)
        return moment

    def hidden(self) -> tuple[list[Card], list[Card]]:
        """What the one to play cannot see: cards in the other hand that nobody has seen, and the stock."""
        hand = running(self.match)
        his = hand.sides[other(self.seat)]
        return [card for card in his.cards if card not in his.known], list(hand.stock)

    def with_hidden(self, his: Sequence[Card], stock: Sequence[Card]) -> "Moment | None":
        """The same moment with these cards in the places of the hidden ones."""
        before = [card for part in self.hidden() for card in part]
        changed = dict(zip(before, [*his, *stock], strict=True))
        return self.dealt_otherwise(tuple(changed.get(card, card) for card in self.deck))


def dealt(preset: Preset, deck: tuple[Card, ...]) -> Moment:
    """The first hand of a match; seat 0 leads."""
    log, dice = tuple[Happening, ...](), Dice(decks=[deck])
    for asked in (OpenMatch(preset, Versus.HUMAN, 1), TakeSeat("ann", "Ann"), TakeSeat("bob", "Bob")):
        log += decide(fold(log), None, asked, dice, 0)
    return Moment(preset, deck, fold(log), log, ())


def random_hand(preset: Preset, luck: random.Random, closing: float = 0.2) -> Iterator[Moment]:
    """The moments of a hand in which every move is drawn by lot, while nobody has 66. Few close."""
    deck = list(Card)
    luck.shuffle(deck)
    moment = dealt(preset, tuple(deck))
    while moment.match.phase is Phase.PLAYING and max(side.points for side in running(moment.match).sides) < 66:
        yield moment
        words = [word for word in legal(moment.match, moment.seat) if word != "claim"]
        if luck.random() > closing:
            words = [word for word in words if word != "close"]
        moment = moment.then(luck.choice(words))


def after(match: Match, seat: Seat, word: str) -> Match:
    return fold(decide(match, seat, command(word), DICE, 0), match)


def ending(preset: Preset, luck: random.Random, longest: int) -> Match:
    """A running hand from which no card is drawn any more, at most so many cards in each hand. Nobody has 66."""
    while True:
        size = luck.randint(1, longest)
        for moment in random_hand(preset, luck):
            hand = running(moment.match)
            if hand.strict and len(hand.sides[moment.seat].cards) <= size:
                if hand.table is None or not hand.table.marriage:
                    return moment.match
                break


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
