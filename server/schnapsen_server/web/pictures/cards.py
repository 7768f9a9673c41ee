"""The faces of the cards for a picture: the client's own drawings, with their colours written into them.

No style sheet goes with a picture, so each class of the drawings becomes the attributes that it stands for.
"""

import re
from functools import lru_cache

from schnapsen_protocol.cards import Card, Suit
from schnapsen_server.web.edition import Edition
from schnapsen_server.web.languages import Words

WIDTH, HEIGHT = 250, 350
"""Of a card, in the units of its drawing."""
PAPER, BLACK, RED, GOLD, BACK, LATTICE = "#fffdf7", "#1a1a1a", "#b3261e", "#d9a441", "#7a1f2b", "#f3d9a4"
INKS = {"C": BLACK, "D": RED, "H": RED, "S": BLACK}

CONSTANT = re.compile(r"^const (\w+) = `([^`]*)`;$", re.MULTILINE)
TABLE = re.compile(r"^const (SUITS|LETTERS|COURTS) = \{$(.*?)^\};$", re.MULTILINE | re.DOTALL)
ENTRY = re.compile(r"^  (\w+): (?:\"([^\"]*)\"|`([^`]*)`),$", re.MULTILINE)


class Cards:
    """Draws cards and suits as parts of an SVG. Letters are those of a language."""

    def __init__(self, edition: Edition, words: Words) -> None:
        self._parts, self._tables = drawings(edition)
        self._words = words

    def face(self, card: Card, x: float, y: float, width: float, turn: float = 0) -> str:
        """`turn` is in degrees, about the middle."""
        suit, rank = card[0], card[1]
        shown = self._words.text(f"rank.short.{rank}")
        corner = (
            f'<path class="letter" transform="translate(15 20) scale(.95 1.08)" d="{self._tables["LETTERS"][shown]}"/>'
            + self._pip(suit, 35, 119, 42)
        )
        if court := self._tables["COURTS"].get(rank):
            middle = self._parts["FRAME"] + twice(court) + self._parts["BELT"]
        elif rank == "A":
            middle = '<circle class="ring" cx="125" cy="175" r="70"/>' + self._pip(suit, 125, 175, 94)
        else:
            middle = self._pip(suit, 125, 175, 112)
        return placed(coloured(self._parts["BLANK"] + middle + twice(corner), INKS[suit]), x, y, width, turn)

    def back(self, x: float, y: float, width: float, turn: float = 0) -> str:
        lines = "".join(f"M{start} 21L{start + 308} 329M{250 - start} 21L{250 - start - 308} 329" for start in CROSSED)
        field = f'<path d="{lines}" fill="none" stroke="{LATTICE}" stroke-width="2.5"/>'
        return placed(
            coloured(self._parts["BLANK"], BLACK)
            + f'<svg x="15" y="15" width="220" height="320" viewBox="15 15 220 320">'
            f'<rect x="15" y="15" width="220" height="320" fill="{BACK}"/>{field}</svg>',
            x, y, width, turn,
        )  # fmt: skip

    def suit(self, suit: Suit, x: float, y: float, size: float) -> str:
        """`x` and `y` are those of the middle."""
        return coloured(self._pip(suit, x, y, size), INKS[suit])

    def _pip(self, suit: str, x: float, y: float, size: float) -> str:
        at = f"translate({x - size / 2:g} {y - size / 2:g}) scale({size / 100:g})"
        return f'<path class="f" transform="{at}" d="{self._tables["SUITS"][suit]}"/>'


CROSSED = [round(-287 + 20.8 * step, 1) for step in range(25)]


@lru_cache(maxsize=2)
def drawings(edition: Edition) -> tuple[dict[str, str], dict[str, dict[str, str]]]:
    """The named parts, and the tables of drawings by suit, letter and rank, of the client's module for cards."""
    source = edition.file("js/cards.js").decode()
    parts = dict(CONSTANT.findall(source))
    tables = {
        name: {key: filled(plain or pieced, parts) for key, plain, pieced in ENTRY.findall(body)}
        for name, body in TABLE.findall(source)
    }
    return parts, tables


def filled(drawing: str, parts: dict[str, str]) -> str:
    return re.sub(r"\$\{(\w+)\}", lambda hole: parts[hole[1]], drawing)


def twice(half: str) -> str:
    return f'{half}<g transform="rotate(180 125 175)">{half}</g>'


def coloured(drawing: str, ink: str) -> str:
    line = f'stroke="{ink}" stroke-linejoin="round"'
    looks = {
        "paper": f'fill="{PAPER}" stroke="#000" stroke-opacity=".2" stroke-width="1.5"',
        "f": f'fill="{ink}"',
        "g": f'fill="{GOLD}" stroke-width="3" {line}',
        "p": f'fill="{PAPER}" stroke-width="3" {line}',
        "l": f'fill="none" stroke-width="4" {line}',
        "letter": f'fill="none" stroke-width="9" {line}',
        "frame": f'fill="none" stroke-width="2.5" {line}',
        "ring": f'fill="none" stroke-width="2.5" {line}',
    }
    return re.sub(r'class="(\w+)"', lambda found: looks[found[1]], drawing)


def placed(drawing: str, x: float, y: float, width: float, turn: float) -> str:
    scale = width / WIDTH
    turned = f" rotate({turn:g} {WIDTH / 2:g} {HEIGHT / 2:g})" if turn else ""
    return f'<g transform="translate({x:g} {y:g}) scale({scale:.4g}){turned}">{drawing}</g>'
