"""A deal with every card in its place, as the one to move would see it if the cards lay open."""

from dataclasses import dataclass
from functools import cache

from schnapsen_protocol.cards import Preset, Rank
from schnapsen_server.game.presets import RULES

from .cards import BEATERS, MEMBERS, VALUE, follow
from .endgame import SAFE, TRICKLESS, WON, Endgame


@dataclass(frozen=True, slots=True)
class Duties:
    """What a set of rules changes for the play of the cards."""

    must_head: bool
    queen_leads: bool
    marriage_needs_trick: bool
    marriage_ends: bool
    """An announcement that makes 66 ends the hand; otherwise it needs one more trick."""
    exchange_min: int
    exchange_needs_trick: bool
    close_min: int
    """More than a stock ever holds where there is no closing."""


@cache
def duties(preset: Preset) -> Duties:
    rules = RULES[preset]
    return Duties(
        rules.must_head,
        Rank.QUEEN in rules.marriage_leads,
        rules.marriage_needs_trick,
        True,
        rules.exchange_min,
        rules.exchange_needs_trick,
        rules.close_min,
    )


@cache
def solver(rules: Duties) -> Endgame:
    """One for the process, with all that it remembers."""
    return Endgame(rules.must_head, rules.queen_leads, rules.marriage_needs_trick, rules.marriage_ends)


@dataclass(frozen=True, slots=True)
class Closed:
    by_me: bool
    gain: int
    """Game points of the closer if he makes 66."""
    loss: int
    """Game points of the other if he does not."""


def pay(need: int) -> int:
    """What the loser of a hand pays who still needs so much."""
    if need > TRICKLESS // 2:
        return 3
    return 2 if need > WON - SAFE else 1


def closed(by_me: bool, other_need: int) -> Closed:
    """A closing now, the other one needing so much."""
    return Closed(by_me, pay(other_need), 3 if other_need > TRICKLESS // 2 else 2)


@dataclass(frozen=True, slots=True)
class Ending:
    """No card is drawn any more. It is my turn."""

    mine: int
    theirs: int
    my_need: int
    """As the solver counts: 1000 more without a trick."""
    their_need: int
    led: int | None
    """The other's card on the table; its marriage is counted."""
    closed: Closed | None


def judge(game: Endgame, at: Ending, i_lead: bool) -> int:
    """My game points from here with the best play of both, no card on the table."""
    if at.closed is None:
        if i_lead:
            return game.open(at.mine, at.theirs, at.my_need, at.their_need)
        return -game.open(at.theirs, at.mine, at.their_need, at.my_need)
    if at.closed.by_me:
        made = game.closed(at.mine, at.theirs, at.my_need, at.their_need, i_lead)
        return at.closed.gain if made else -at.closed.loss
    made = game.closed(at.theirs, at.mine, at.their_need, at.my_need, not i_lead)
    return -at.closed.gain if made else at.closed.loss


def after_trick(game: Endgame, at: Ending, my_card: int, their_card: int, i_led: bool) -> int:
    """My game points when these two cards have been played from this position."""
    led, answer = (my_card, their_card) if i_led else (their_card, my_card)
    i_win = bool(BEATERS[led] >> answer & 1) != i_led
    points = VALUE[led] + VALUE[answer]
    mine, theirs = at.mine & ~(1 << my_card), at.theirs & ~(1 << their_card)
    my_need, their_need = at.my_need, at.their_need
    if i_win:
        my_need = counted(my_need, points)
        if my_need <= 0:
            return won(at.closed, True, their_need)
    else:
        their_need = counted(their_need, points)
        if their_need <= 0:
            return won(at.closed, False, my_need)
    if not mine:
        if at.closed is None:
            return 1 if i_win else -1
        return -at.closed.loss if at.closed.by_me else at.closed.loss
    return judge(game, Ending(mine, theirs, my_need, their_need, None, at.closed), i_win)


def counted(need: int, points: int) -> int:
    """What is needed after a won trick."""
    left = need - points
    return left - TRICKLESS if left > TRICKLESS // 2 else left


def won(closed: Closed | None, by_me: bool, loser_need: int) -> int:
    """My game points when one has 66 and the loser still needs so much."""
    if closed is None:
        return pay(loser_need) if by_me else -pay(loser_need)
    if closed.by_me == by_me:
        return closed.gain if by_me else -closed.gain
    return closed.loss if by_me else -closed.loss


def answer_values(game: Endgame, at: Ending, must_head: bool) -> dict[int, int]:
    """What each allowed answer to the led card is worth."""
    assert at.led is not None
    return {card: after_trick(game, at, card, at.led, False) for card in MEMBERS[follow(at.mine, at.led, must_head)]}


def announced(need: int, bonus: int, rules: Duties) -> int:
    """What is needed after announcing a marriage."""
    left = need - bonus
    return left if left > 0 or rules.marriage_ends else 1


def lead_value(game: Endgame, at: Ending, card: int, bonus: int, rules: Duties) -> int:
    """What leading this card is worth; `bonus` is the marriage announced with it."""
    my_need = announced(at.my_need, bonus, rules)
    if my_need <= 0:
        return won(at.closed, True, at.their_need)
    now = Ending(at.mine, at.theirs, my_need, at.their_need, None, at.closed)
    return min(
        after_trick(game, now, card, answer, True) for answer in MEMBERS[follow(at.theirs, card, rules.must_head)]
    )
