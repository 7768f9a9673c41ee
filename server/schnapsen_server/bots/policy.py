"""A sensible player's first thought: what to lead, what to answer, whether to close.

It looks at its own hand, at the cards that are gone, and at the points, and weighs each card by a handful of numbers.
All that depends on one suit is looked up in tables, so that thousands of hands can be played out for one decision.
"""

from dataclasses import dataclass
from typing import Final, TypeAlias

from .cards import BEATERS, BONUS, HIGHER, KING, MARRIAGES, MEMBERS, QUEEN, TRUMPS, VALUE
from .tastes import EARLY, LATE, Taste

Choice: TypeAlias = tuple[float, int]
"""How good, and the rank."""

NEVER: Final[Choice] = (-1000.0, -1)
ENOUGH: Final = 500
"""Better than any weighing."""


@dataclass(frozen=True, slots=True)
class Suit:
    """What the cards of one suit say. The index of a table is the ranks held, plus 32 times the ranks gone."""

    worth: tuple[tuple[float, ...], ...]
    lead: tuple[Choice, ...]
    throw: tuple[Choice, ...]
    under: tuple[tuple[Choice, ...], ...]
    """By the led rank: the best lower card to throw."""
    over: tuple[tuple[Choice, ...], ...]
    """By the led rank: the best higher card to take with."""
    ruff: tuple[Choice, ...]
    run: tuple[tuple[float, int], ...]
    """The points and the number of the winners from the top."""


def _suit(taste: Taste, trump: bool) -> Suit:
    worths = [_worth(taste, trump, index & 31, index >> 5) for index in range(1024)]
    lead: list[Choice] = []
    throw: list[Choice] = []
    ruff: list[Choice] = []
    run: list[tuple[float, int]] = []
    under: list[list[Choice]] = [[] for _ in range(5)]
    over: list[list[Choice]] = [[] for _ in range(5)]
    likes = taste.lead_trump if trump else taste.lead_plain
    for index, worth in enumerate(worths):
        held, gone = index & 31, index >> 5  # no card is both: those places of the tables are never looked at
        ranks = [rank for rank in range(5) if held >> rank & 1]
        top = [rank for rank in ranks if not (31 & ~(held | gone)) >> rank]
        lead.append(max(((likes[r] + taste.lead_top * (r in top) - worth[r], r) for r in ranks), default=NEVER))
        throw.append(max(((-VALUE[r] - worth[r], r) for r in ranks), default=NEVER))
        ruff.append(max(((VALUE[r] + taste.lead - worth[r], r) for r in ranks), default=NEVER))
        run.append((sum(VALUE[rank] + taste.sure for rank in top), len(top)))
        for led in range(5):
            below = ((-VALUE[led] - VALUE[r] - worth[r], r) for r in ranks if r < led)
            above = ((VALUE[led] + VALUE[r] + taste.lead - worth[r], r) for r in ranks if r > led)
            under[led].append(max(below, default=NEVER))
            over[led].append(max(above, default=NEVER))
    return Suit(
        tuple(worths),
        tuple(lead),
        tuple(throw),
        tuple(tuple(row) for row in under),
        tuple(tuple(row) for row in over),
        tuple(ruff),
        tuple(run),
    )


def _worth(taste: Taste, trump: bool, held: int, gone: int) -> tuple[float, ...]:
    worth = list(taste.trump if trump else taste.plain)
    for rank, partner in ((QUEEN, KING), (KING, QUEEN)):
        if held >> partner & 1:
            worth[rank] += taste.pair[trump]
        elif not gone >> partner & 1:
            worth[rank] += taste.hope[trump]
    if not (held | gone) >> 4 & 1:
        worth[3] += taste.bare_ten
    return tuple(worth)


class Policy:
    """Thinks by one taste, or by another late in the hand. Needs are counted as the solver counts them."""

    def __init__(self, taste: Taste, late: Taste | None = None) -> None:
        self.taste: Final = taste
        self.late: Final = self if late is None else Policy(late)
        """The same player with at most three face-down cards left."""
        trump, plain = _suit(taste, True), _suit(taste, False)
        self.suits: Final = (trump, plain, plain, plain)

    def lead(self, hand: int, gone: int) -> int:
        """The card to lead with an open stock, if no marriage is announced."""
        best, card = -10_000.0, -1
        for suit, tables in enumerate(self.suits):
            shift = 5 * suit
            held = hand >> shift & 31
            if held:
                score, rank = tables.lead[held | (gone >> shift & 31) << 5]
                if score > best:
                    best, card = score, shift + rank
        return card

    def answer(self, hand: int, led: int, gone: int, my_need: int, their_need: int) -> int:
        """The answer to a led card with an open stock."""
        suits = self.suits
        led_suit, led_rank = divmod(led, 5)
        shift = 5 * led_suit
        here = (hand >> shift & 31) | (gone >> shift & 31) << 5
        tables = suits[led_suit]
        take, taking = tables.over[led_rank][here]
        taking += shift
        if led_suit and hand & TRUMPS:
            ruff, rank = suits[0].ruff[(hand & 31) | (gone & 31) << 5]
            ruff += VALUE[led]
            if ruff > take:
                take, taking = ruff, rank
        throw, throwing = tables.under[led_rank][here]
        throwing += shift
        for suit in (1, 2, 3):
            if suit == led_suit:
                continue
            shift = 5 * suit
            held = hand >> shift & 31
            if held:
                score, rank = suits[suit].throw[held | (gone >> shift & 31) << 5]
                score -= VALUE[led]
                if score > throw:
                    throw, throwing = score, shift + rank
        if take <= -ENOUGH:
            return throwing
        if throw <= -ENOUGH or take >= throw:
            return taking
        won = VALUE[led] + VALUE[taking]
        if (my_need - won if my_need < ENOUGH else my_need - won - 1000) <= 0:
            return taking
        lost = VALUE[led] + VALUE[throwing]
        if (their_need - lost if their_need < ENOUGH else their_need - lost - 1000) <= 0:
            return taking
        return throwing

    def closes(self, hand: int, gone: int, my_need: int) -> bool:
        """Whether to close before leading; `gone` with all that cannot be in the other hand."""
        need = my_need - 1000 if my_need > ENOUGH else my_need
        suits = self.suits
        points, winners = suits[0].run[(hand & 31) | (gone & 31) << 5]
        share = 1.0 if (TRUMPS & ~(hand | gone)).bit_count() <= winners else self.taste.ruffed
        if hand & 6 == 6:
            points += 40
        for suit in (1, 2, 3):
            shift = 5 * suit
            held = hand >> shift & 31
            if held:
                gain, _ = suits[suit].run[held | (gone >> shift & 31) << 5]
                points += gain * share
                if held & 6 == 6:
                    points += 20
        return points >= need + self.taste.margin

    def likings(self, hand: int, led: int | None, gone: int) -> dict[int, float]:
        """How much each card of the hand is liked here, in card points. Marriages apart."""
        taste, likings = self.taste, {}
        for card in MEMBERS[hand]:
            suit, rank = divmod(card, 5)
            shift = 5 * suit
            liking = -self.suits[suit].worth[(hand >> shift & 31) | (gone >> shift & 31) << 5][rank]
            if led is None:
                liking += (taste.lead_plain if suit else taste.lead_trump)[rank]
                if not HIGHER[card] & ~(hand | gone):
                    liking += taste.lead_top
            elif BEATERS[led] >> card & 1:
                liking += VALUE[led] + VALUE[card] + taste.lead
            else:
                liking -= VALUE[led] + VALUE[card]
            likings[card] = liking
        return likings


def marriage(hand: int) -> tuple[int, int] | None:
    """The best marriage in a hand: its king, and what it counts."""
    for suit, pair in enumerate(MARRIAGES):
        if hand & pair == pair:
            return 5 * suit + KING, BONUS[suit]
    return None


SENSIBLE: Final = Policy(Taste())
"""A good club player's."""
SHARP: Final = Policy(EARLY, LATE)
"""What to expect of one's own play."""
