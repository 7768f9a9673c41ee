"""The switches of the rules, as data. What no preset changes is no switch and stands in the code that it concerns."""

from dataclasses import dataclass, replace
from enum import StrEnum

from schnapsen_protocol.cards import Preset, Rank, Seat


class Counting(StrEnum):
    """Whose card points are shown during a hand."""

    BOTH = "both"
    OWN = "own"
    NONE = "none"


class Review(StrEnum):
    """Which won tricks may be looked at during a hand, besides the last one until the next lead."""

    LAST = "last"
    OWN = "own"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Rules:
    must_head: bool
    """In the strict phase a card that follows suit has to beat the led one if it can."""
    marriage_leads: tuple[Rank, ...]
    """Which card of a marriage may be led with the announcement."""
    marriage_needs_trick: bool
    exchange_min: int
    """Fewest face-down cards with which the up-card may be exchanged."""
    exchange_needs_trick: bool
    close_min: int
    """Fewest face-down cards with which the stock may be closed."""
    claims: bool
    """The players count and claim 66; otherwise the hand ends by itself when somebody has it."""
    show_points: Counting
    trick_review: Review

    def shows_points_of(self, seat: Seat, viewer: Seat | None) -> bool:
        return self.show_points is Counting.BOTH or (self.show_points is Counting.OWN and seat == viewer)


RULES: dict[Preset, Rules] = {
    Preset.SEED: Rules(
        must_head=False,
        marriage_leads=(Rank.KING,),
        marriage_needs_trick=False,
        exchange_min=2,
        exchange_needs_trick=False,
        close_min=1,
        claims=False,
        show_points=Counting.BOTH,
        trick_review=Review.LAST,
    ),
    Preset.TOURNAMENT: Rules(
        must_head=True,
        marriage_leads=(Rank.KING, Rank.QUEEN),
        marriage_needs_trick=False,
        exchange_min=1,
        exchange_needs_trick=False,
        close_min=1,
        claims=True,
        show_points=Counting.OWN,
        trick_review=Review.OWN,
    ),
    Preset.SHARP: Rules(
        must_head=True,
        marriage_leads=(Rank.KING,),
        marriage_needs_trick=True,
        exchange_min=2,
        exchange_needs_trick=True,
        close_min=2,
        claims=True,
        show_points=Counting.NONE,
        trick_review=Review.NONE,
    ),
}

WITH_HIDDEN_POINTS: dict[Preset, Rules] = {
    preset: replace(rules, show_points=Counting.OWN) if rules.show_points is Counting.BOTH else rules
    for preset, rules in RULES.items()
}
"""The same where nobody is told the other's points during a hand."""


def rules_of(preset: Preset, *, hide_points: bool) -> Rules:
    return (WITH_HIDDEN_POINTS if hide_points else RULES)[preset]
