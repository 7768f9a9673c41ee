"""What a player may ask for, in the imperative. Whether it is allowed is for the rules to say."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, TypeAlias

from pydantic import ConfigDict

from .cards import Card, Level

STRICT = ConfigDict(extra="forbid", strict=True)

LONGEST_TEXT = 200


class Proposal(StrEnum):
    """What needs the consent of both."""

    SAVE = "save"
    RESUME = "resume"
    REMATCH = "rematch"
    STOP = "stop"
    """End the match without a result."""


class Phrase(StrEnum):
    """What can be said in every language: each client shows it in its reader's."""

    HELLO = "hello"
    GOOD_LUCK = "good_luck"
    WELL_PLAYED = "well_played"
    THANKS = "thanks"
    SORRY = "sorry"
    ONE_MOMENT = "one_moment"
    GOOD_GAME = "good_game"
    GOODBYE = "goodbye"


@dataclass(frozen=True, slots=True)
class PlayCard:
    __pydantic_config__ = STRICT
    card: Card
    t: Literal["play_card"] = "play_card"


@dataclass(frozen=True, slots=True)
class DeclareMarriage:
    """Announce the marriage of the card's suit and lead this card, in one step."""

    __pydantic_config__ = STRICT
    card: Card
    t: Literal["declare_marriage"] = "declare_marriage"


@dataclass(frozen=True, slots=True)
class CloseStock:
    __pydantic_config__ = STRICT
    t: Literal["close_stock"] = "close_stock"


@dataclass(frozen=True, slots=True)
class ExchangeTrump:
    """Take the up-card for the trump jack."""

    __pydantic_config__ = STRICT
    t: Literal["exchange_trump"] = "exchange_trump"


@dataclass(frozen=True, slots=True)
class Claim:
    """Claim 66. Only in presets in which the players count."""

    __pydantic_config__ = STRICT
    t: Literal["claim"] = "claim"


@dataclass(frozen=True, slots=True)
class ConcedeHand:
    """Give up this hand (the Cancel button)."""

    __pydantic_config__ = STRICT
    t: Literal["concede_hand"] = "concede_hand"


@dataclass(frozen=True, slots=True)
class ResignMatch:
    __pydantic_config__ = STRICT
    t: Literal["resign_match"] = "resign_match"


@dataclass(frozen=True, slots=True)
class NextHand:
    """Ready for the next hand (the Next button). It is dealt when both are ready, or when the time is up."""

    __pydantic_config__ = STRICT
    t: Literal["next_hand"] = "next_hand"


@dataclass(frozen=True, slots=True)
class Stay:
    """Stop the countdown to the next hand until this player presses Next."""

    __pydantic_config__ = STRICT
    t: Literal["stay"] = "stay"


@dataclass(frozen=True, slots=True)
class Propose:
    """Propose something, or accept it where the other player proposed the same."""

    __pydantic_config__ = STRICT
    what: Proposal
    t: Literal["propose"] = "propose"


@dataclass(frozen=True, slots=True)
class Decline:
    """Decline the other player's proposal, or withdraw one's own."""

    __pydantic_config__ = STRICT
    what: Proposal
    t: Literal["decline"] = "decline"


@dataclass(frozen=True, slots=True)
class AbortMatch:
    """Call the match off, before one's own first card of it."""

    __pydantic_config__ = STRICT
    t: Literal["abort_match"] = "abort_match"


@dataclass(frozen=True, slots=True)
class CallComputer:
    """Let the computer take the free seat of one's own table."""

    __pydantic_config__ = STRICT
    level: Level
    t: Literal["call_computer"] = "call_computer"


@dataclass(frozen=True, slots=True)
class ClaimWin:
    """Claim the match because the other player has left and his grace is used up."""

    __pydantic_config__ = STRICT
    t: Literal["claim_win"] = "claim_win"


@dataclass(frozen=True, slots=True)
class Say:
    """Say something at the table: one of the phrases, or a text of at most 200 characters."""

    __pydantic_config__ = STRICT
    phrase: Phrase | None = None
    text: str | None = None
    t: Literal["say"] = "say"


Command: TypeAlias = (
    PlayCard
    | DeclareMarriage
    | CloseStock
    | ExchangeTrump
    | Claim
    | ConcedeHand
    | ResignMatch
    | NextHand
    | Stay
    | Propose
    | Decline
    | AbortMatch
    | CallComputer
    | ClaimWin
    | Say
)
