"""The picture of one moment of a hand that is over: the table, and both hands for those who may look at them."""

from schnapsen_protocol.cards import Seat, other
from schnapsen_server.game.state import Hand, Match
from schnapsen_server.web.edition import Edition
from schnapsen_server.web.languages import words

from .cards import Cards
from .result import names_of
from .sheet import DEEP, INK, MARKER, QUIET, Sheet, Spelling, apart, as_it_is

SUITS, RANKS = "SHCD", "ATKQJ"


def position(
    match: Match, hand: Hand, near: Seat, edition: Edition, language: str, *, opened: bool, spell: Spelling = as_it_is
) -> str:
    """An SVG, with the seat `near` below. `opened`: the viewer may see hands."""
    said = words(edition, language)
    names = names_of(match, said, spell)
    sheet = Sheet(f"{said.text('res.hand')} {hand.number}", mirrored=said.direction == "rtl")
    cards = Cards(edition, said)
    sheet.add(cards.symbols)
    for seat, band, row in ((other(near), 0, 56), (near, 582, 434)):
        side = hand.sides[seat]
        sheet.band(band, 48, DEEP)
        colour = MARKER if hand.to_play == seat else INK
        sheet.write(apart(names[seat]), 340, band + 34, 28, room=600, colour=colour, bold=True)
        sheet.write(f"{said.text('res.total')}: {side.points}", 900, band + 34, 26, room=420, colour=QUIET)
        held = sorted(side.cards, key=lambda card: (SUITS.index(card[0]), RANKS.index(card[1])))
        for place, card in enumerate(held):
            left = 600 + (place - len(held) / 2) * 112 + 6
            sheet.add(cards.face(card, left, row, 100) if opened else cards.back(left, row, 100))
    _middle(sheet, cards, hand)
    return sheet.svg()


def _middle(sheet: Sheet, cards: Cards, hand: Hand) -> None:
    """Stock and trump on one side, the card that was led in the middle, the trump suit on the other side."""
    if hand.upcard is not None:
        crosswise = (190, 238, 110, 90)
        sheet.add(cards.face(hand.upcard, *crosswise) if hand.closing is None else cards.back(*crosswise))
        if hand.stock:
            sheet.add(cards.back(130, 238, 110))
        sheet.add('<circle cx="185" cy="315" r="26" fill="#12261c"/>')
        sheet.add(number(len(hand.stock) + 1, 185, 325))
    if hand.table is not None:
        sheet.add(cards.face(hand.table.card, 540, 231, 120))
    sheet.add('<circle cx="960" cy="315" r="52" fill="#fffdf7"/>')
    sheet.add(cards.suit(hand.trump, 960, 315, 62))


def number(value: int, x: float, y: float) -> str:
    return f'<text x="{x}" y="{y}" font-size="28" font-weight="700" fill="{INK}" text-anchor="middle">{value}</text>'
