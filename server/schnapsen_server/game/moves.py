"""What a seat may do in a running hand, and why not. The one answer for the referee and for the list of legal moves."""

from dataclasses import dataclass

from schnapsen_protocol.cards import Card, Rank, Seat
from schnapsen_protocol.refusals import Code

from .deck import DECK, JACK, KING, QUEEN, RANK, STRENGTH, SUIT
from .presets import Rules
from .state import Hand, Match

PLAY: dict[Card, str] = {card: f"play:{card}" for card in DECK}
MARRIAGE: dict[Card, str] = {card: f"marriage:{card}" for card in DECK}


def why_not_play(hand: Hand, rules: Rules, seat: Seat, card: Card) -> Code | None:
    if seat != hand.to_play:
        return Code.NOT_YOUR_TURN
    cards = hand.sides[seat].cards
    if card not in cards:
        return Code.CARD_NOT_IN_HAND
    if hand.table is None or not hand.strict:
        return None
    led, suit = hand.table.card, SUIT[card]
    same = [held for held in cards if SUIT[held] == SUIT[led]]
    if same:
        if suit != SUIT[led]:
            return Code.MUST_FOLLOW
        if rules.must_head and STRENGTH[card] < STRENGTH[led] and any(STRENGTH[held] > STRENGTH[led] for held in same):
            return Code.MUST_HEAD
    elif suit != hand.trump and any(SUIT[held] == hand.trump for held in cards):
        return Code.MUST_TRUMP
    return None


def why_not_marriage(hand: Hand, rules: Rules, seat: Seat, card: Card) -> Code | None:
    """`card` is the one to be led."""
    side, suit = hand.sides[seat], SUIT[card]
    if (code := _why_not_on_lead(hand, seat)) is not None:
        return code
    if KING[suit] not in side.cards or QUEEN[suit] not in side.cards:
        return Code.NO_MARRIAGE
    if RANK[card] not in rules.marriage_leads:
        return Code.MARRIAGE_LEAD_CARD
    if rules.marriage_needs_trick and not side.won:
        return Code.MARRIAGE_NEEDS_TRICK
    return None


def why_not_close(hand: Hand, rules: Rules, seat: Seat) -> Code | None:
    if (code := _why_not_on_lead(hand, seat)) is not None:
        return code
    if hand.closing is not None:
        return Code.ALREADY_CLOSED
    if not hand.stock:
        return Code.STOCK_EMPTY
    return Code.STOCK_TOO_SMALL if len(hand.stock) < rules.close_min else None


def why_not_exchange(hand: Hand, rules: Rules, seat: Seat) -> Code | None:
    if (code := _why_not_on_lead(hand, seat)) is not None:
        return code
    if hand.closing is not None:
        return Code.STOCK_CLOSED
    if not hand.stock:
        return Code.STOCK_EMPTY
    if len(hand.stock) < rules.exchange_min:
        return Code.STOCK_TOO_SMALL
    side = hand.sides[seat]
    if JACK[hand.trump] not in side.cards:
        return Code.NO_TRUMP_JACK
    return Code.EXCHANGE_NEEDS_TRICK if rules.exchange_needs_trick and not side.won else None


def why_not_claim(hand: Hand, rules: Rules, seat: Seat) -> Code | None:
    """A claim is open to the leader before the lead and, after its own marriage, until the answer."""
    if not rules.claims:
        return Code.NO_CLAIMS
    if hand.leader != seat or (hand.table is not None and not hand.table.marriage):
        return Code.NOT_ON_LEAD
    return None


def _why_not_on_lead(hand: Hand, seat: Seat) -> Code | None:
    if seat != hand.to_play:
        return Code.NOT_YOUR_TURN
    return None if hand.table is None else Code.NOT_ON_LEAD


@dataclass(frozen=True, slots=True)
class Answers:
    """Every question above, asked for one seat."""

    legal: tuple[str, ...]
    """Words, sorted. For the seat that is not to play there can only be the claim after its own marriage."""
    blocked: dict[str, Code]


def answers(hand: Hand, rules: Rules, seat: Seat) -> Answers:
    """What a seat may do in this running hand, and why not the rest."""
    legal: list[str] = []
    blocked: dict[str, Code] = {}

    def ask(word: str, code: Code | None) -> None:
        if code is None:
            legal.append(word)
        else:
            blocked[word] = code

    cards = hand.sides[seat].cards
    for card in cards:
        ask(PLAY[card], why_not_play(hand, rules, seat, card))
    no_marriage = _why_not_on_lead(hand, seat) or Code.NO_MARRIAGE
    announceable = False
    for king in cards:
        if RANK[king] is not Rank.KING or QUEEN[SUIT[king]] not in cards:
            continue
        for card in (king, QUEEN[SUIT[king]]):
            code = why_not_marriage(hand, rules, seat, card)
            if code is None:
                legal.append(MARRIAGE[card])
                announceable = True
            elif card is king:
                no_marriage = code
    if not announceable:
        blocked["marriage"] = no_marriage
    ask("close", why_not_close(hand, rules, seat))
    ask("exchange", why_not_exchange(hand, rules, seat))
    if rules.claims:
        ask("claim", why_not_claim(hand, rules, seat))
    return Answers(tuple(sorted(legal)), blocked)


def legal(match: Match, seat: Seat) -> tuple[str, ...]:
    """The legal moves of a seat as sorted words, as its view shows them."""
    hand = match.hand
    if hand is None or hand.result is not None or match.paused or match.is_over:
        return ()
    return answers(hand, match.rules, seat).legal
