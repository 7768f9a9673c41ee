"""Rules cases: a position, the moves from there, how it must stand then. Judged by the same rules as every match."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from reprlib import repr as shown
from typing import Final

from schnapsen_protocol.cards import Card, Preset, Seat
from schnapsen_protocol.commands import (
    Claim,
    CloseStock,
    Command,
    ConcedeHand,
    DeclareMarriage,
    ExchangeTrump,
    PlayCard,
)
from schnapsen_protocol.events import HandEnd
from schnapsen_protocol.refusals import Code, Refused

from .decide import decide
from .evolve import fold
from .moves import legal
from .position import (
    NAME_OF,
    NotOfTheFormat,
    need,
    position,
    read_card,
    read_count,
    read_keys,
    read_list,
    read_seat,
    read_seats,
)
from .secret import DeckDealt
from .state import Hand, Match

REFUSALS: Final[frozenset[str]] = frozenset(
    {
        "NOT_YOUR_TURN",
        "NOT_ON_LEAD",
        "CARD_NOT_IN_HAND",
        "BAD_CARD",
        "MUST_FOLLOW",
        "MUST_TRUMP",
        "MUST_HEAD",
        "NO_MARRIAGE",
        "MARRIAGE_LEAD_CARD",
        "MARRIAGE_NEEDS_TRICK",
        "ALREADY_CLOSED",
        "STOCK_EMPTY",
        "STOCK_CLOSED",
        "STOCK_TOO_SMALL",
        "NO_TRUMP_JACK",
        "EXCHANGE_NEEDS_TRICK",
        "NO_CLAIMS",
        "HAND_OVER",
        "MATCH_OVER",
    }
)
_WITH_CARD: Final[Mapping[object, Callable[[Card], Command]]] = {"play": PlayCard, "marriage": DeclareMarriage}
_PLAIN: Final[Mapping[object, Command]] = {
    "close": CloseStock(),
    "exchange": ExchangeTrump(),
    "claim": Claim(),
    "concede": ConcedeHand(),
}


@dataclass(frozen=True, slots=True)
class Step:
    seat: Seat
    command: Command | None
    """None for a word that is no card."""
    refused: str | None


@dataclass(frozen=True, slots=True)
class Case:
    name: str
    given: Match
    when: tuple[Step, ...]
    then: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Failure:
    key: str
    """Of `then`, or `when[n]` with n from 1."""
    expected: object
    got: object


class NoChance:
    """A single hand needs no other deck."""

    def deal(self) -> DeckDealt:
        raise AssertionError("a case deals no cards")

    def match_id(self) -> str:
        raise AssertionError("a case starts no match")

    def seat(self) -> Seat:
        raise AssertionError("a case draws no lots")


def read_case(value: object) -> Case:
    """Raises NotOfTheFormat."""
    parts = read_keys(value, ("name", "rules", "given", "when", "then"), "case")
    name, rules = parts["name"], parts["rules"]
    if not isinstance(name, str):
        raise NotOfTheFormat(f"name: {shown(name)} is no string")
    if not isinstance(rules, str) or rules not in set(Preset):
        raise NotOfTheFormat(f"rules: {shown(rules)} is none of {', '.join(Preset)}")
    given = position(Preset(rules), parts["given"])
    steps = tuple(_step(step, f"when[{n}]") for n, step in enumerate(read_list(parts["when"], "when"), 1))
    return Case(name, given, steps, _then(parts["then"]))


def _step(value: object, where: str) -> Step:
    parts = read_keys(value, ("seat", "do"), where, optional=("card", "refused"))
    seat, do, refused = read_seat(parts["seat"], where), parts["do"], parts.get("refused")
    if "refused" in parts and (not isinstance(refused, str) or refused not in REFUSALS):
        raise NotOfTheFormat(f"{where}: {shown(refused)} is no code of a refusal")
    code = refused if isinstance(refused, str) else None
    if isinstance(do, str) and do in _WITH_CARD:
        need("card" in parts, f"{where}: the key 'card' is missing")
        card = parts["card"]
        if do == "play" and code is not None and isinstance(card, str) and card not in set(Card):
            return Step(seat, None, code)
        return Step(seat, _WITH_CARD[do](read_card(card, where)), code)
    if not isinstance(do, str) or do not in _PLAIN:
        raise NotOfTheFormat(f"{where}: {shown(do)} is nothing to do")
    need("card" not in parts, f"{where}: {do} has no card")
    return Step(seat, _PLAIN[do], code)


def _then(value: object) -> Mapping[str, object]:
    parts = read_keys(value, (), "then", optional=_SHAPES)
    for key, expected in parts.items():
        _SHAPES[key](expected, key)
    return parts


def _counts(value: object, where: str) -> None:
    for count in read_seats(value, where):
        read_count(count, where)


def _words(value: object, where: str) -> None:
    for word in read_list(value, where):
        need(isinstance(word, str), f"{where}: {shown(word)} is no string")


def _hands(value: object, where: str) -> None:
    for cards in read_seats(value, where):
        for card in read_list(cards, where):
            read_card(card, where)


def _seat_or_null(value: object, where: str) -> None:
    if value is not None:
        read_seat(value, where)


def _card_or_null(value: object, where: str) -> None:
    if value is not None:
        read_card(value, where)


def _over(value: object, where: str) -> None:
    if value is None:
        return
    parts = read_keys(value, ("winner", "game_points", "reason"), where)
    read_seat(parts["winner"], where)
    need(read_count(parts["game_points"], where) in (1, 2, 3), f"{where}: a hand is worth 1, 2 or 3 game points")
    reason = parts["reason"]
    need(isinstance(reason, str) and reason in set(HandEnd), f"{where}: {shown(reason)} is no reason")


_SHAPES: Final[Mapping[str, Callable[[object, str], object]]] = {
    "points": _counts,
    "pending": _counts,
    "tricks": _counts,
    "to_play": _seat_or_null,
    "hands": _hands,
    "upcard": _card_or_null,
    "stock_size": read_count,
    "closed_by": _seat_or_null,
    "score": _counts,
    "legal": _words,
    "over": _over,
}


def run(case: Case) -> Failure | None:
    """The first thing that is not as the case says."""
    match = case.given
    for n, step in enumerate(case.when, 1):
        answer, after = _answer(match, step)
        if answer != step.refused:
            return Failure(f"when[{n}]", step.refused or "accepted", answer or "accepted")
        match = after
    assert match.hand is not None
    for key, expected in case.then.items():
        got = _found(match, match.hand, key)
        if got != expected:
            return Failure(key, expected, got)
    return None


def _answer(match: Match, step: Step) -> tuple[str | None, Match]:
    """The code of the refusal, if any, and the match after the step."""
    if step.command is None:
        return Code.BAD_CARD, match
    try:
        return None, fold(decide(match, step.seat, step.command, NoChance(), 0), match)
    except Refused as refused:
        return refused.code, match


def _found(match: Match, hand: Hand, key: str) -> object:
    a, b = hand.sides
    match key:
        case "points":
            return {"A": a.points, "B": b.points}
        case "pending":
            return {"A": a.pending, "B": b.pending}
        case "tricks":
            return {"A": len(a.won), "B": len(b.won)}
        case "to_play":
            return NAME_OF[hand.to_play]
        case "hands":
            return {"A": sorted(a.cards), "B": sorted(b.cards)}
        case "upcard":
            return hand.upcard
        case "stock_size":
            return len(hand.stock)
        case "closed_by":
            return None if hand.closing is None else NAME_OF[hand.closing.by]
        case "score":
            return {"A": match.score[0], "B": match.score[1]}
        case "legal":
            return [] if hand.to_play is None else list(legal(match, hand.to_play))
        case "over":
            result = hand.result
            if result is None:
                return None
            return {"winner": NAME_OF[result.winner], "game_points": result.game_points, "reason": result.reason}
    raise AssertionError(key)
