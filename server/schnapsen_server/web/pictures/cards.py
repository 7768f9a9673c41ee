"""The faces of the cards for a picture: the client's own drawings of the French pack, with their colours
written into them.

No style sheet goes with a picture, so each class of the drawings becomes the attributes that it stands for.
`client/README.md` tells how a face is put together.
"""

import re
from functools import lru_cache
from typing import Any

import orjson

from schnapsen_protocol.cards import Card, Suit
from schnapsen_server.web.edition import Edition
from schnapsen_server.web.languages import Words

WIDTH, HEIGHT = 250, 350
"""Of a card, in the units of its drawing."""
LETTER_BOX = 66
PAPER, BLACK, RED, BACK, LATTICE = "#fffdf7", "#1a1a1a", "#b3261e", "#7a1f2b", "#f3d9a4"
INKS = {"C": BLACK, "D": RED, "H": RED, "S": BLACK}
PAINTS = {
    "art": f'stroke="{BLACK}" stroke-width="1.8" stroke-linejoin="round"',
    "suited": 'fill="currentColor"',
    "white": f'fill="{PAPER}"',
    "dark": f'fill="{BLACK}" stroke="none"',
    "gold": 'fill="#e3ae48"',
    "red": 'fill="#b3261e"',
    "blue": 'fill="#27549a"',
    "green": 'fill="#2f7a4a"',
    "skin": 'fill="#f6d9bb"',
    "brown": 'fill="#6b4424"',
    "black": 'fill="#33302c"',
    "grey": 'fill="#d8d3c8"',
    "stroke": 'fill="none" stroke-width="1.5" stroke-linecap="round"',
    "stroke bold": 'fill="none" stroke-width="2.4" stroke-linecap="round"',
    "twig": 'fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round"',
    "leaves": 'fill="#e3ae48" stroke="currentColor"',
}
FINE = ' stroke-width="0.8"'
TEN = ((92, 58), (158, 58), (125, 96), (92, 134), (158, 134))
BLANK = (
    f'<rect x=".75" y=".75" width="248.5" height="348.5" rx="17.5" fill="{PAPER}" stroke="#000" stroke-opacity=".2" '
    'stroke-width="1.5"/>'
)
FRAME = '<path d="M62 22H188V328H62z" fill="none" stroke="currentColor" stroke-width="2"/>'
CROSSED = [round(-287 + 20.8 * step, 1) for step in range(25)]


class Cards:
    """Draws cards and suits as parts of an SVG that also has the `definitions`. Letters are those of a language."""

    def __init__(self, edition: Edition, words: Words) -> None:
        self._pips, figures = drawings(edition)
        self._words = words
        self.definitions = f"<defs>{figures}</defs>"

    def face(self, card: Card, x: float, y: float, width: float, turn: float = 0) -> str:
        """`turn` is in degrees, about the middle."""
        suit, rank = card[0], card[1]
        index = self._letter(self._words.text(f"rank.short.{rank}")) + self._pip(suit, 35, 117, 42)
        drawing = f'<g color="{INKS[suit]}">{BLANK}{self._middle(suit, rank)}{twice(index)}</g>'
        return placed(drawing, x, y, width, turn)

    def _middle(self, suit: str, rank: str) -> str:
        if rank == "T":
            return twice("".join(self._pip(suit, x, y, 40) for x, y in TEN))
        if rank == "A":
            return figure("A") + self._pip(suit, 125, 175, 112)
        return figure(rank + suit) + FRAME

    def back(self, x: float, y: float, width: float, turn: float = 0) -> str:
        lines = "".join(f"M{start} 21L{start + 308} 329M{250 - start} 21L{250 - start - 308} 329" for start in CROSSED)
        field = f'<path d="{lines}" fill="none" stroke="{LATTICE}" stroke-width="2.5"/>'
        return placed(
            f'{BLANK}<svg x="15" y="15" width="220" height="320" viewBox="15 15 220 320">'
            f'<rect x="15" y="15" width="220" height="320" fill="{BACK}"/>{field}</svg>',
            x, y, width, turn,
        )  # fmt: skip

    def suit(self, suit: Suit, x: float, y: float, size: float) -> str:
        """`x` and `y` are those of the middle."""
        return f'<g color="{INKS[suit]}">{self._pip(suit, x, y, size)}</g>'

    def _letter(self, name: str) -> str:
        letter = self._pips["letters"][name]
        at = f"translate({35 - letter['width'] * 0.95 / 2:g} 18) scale(0.95 1.125)"
        lines = "".join(
            f'<path d="{letter[kind]}" stroke-width="{wide}"/>' for kind, wide in (("thick", 9), ("thin", 4))
        )
        return f'<g transform="{at}" fill="none" stroke="currentColor" stroke-linejoin="round">{lines}</g>'

    def _pip(self, suit: str, x: float, y: float, size: float) -> str:
        at = f"translate({x - size / 2:g} {y - size / 2:g}) scale({size / 100:g})"
        return f'<path fill="currentColor" transform="{at}" d="{self._pips["french"][suit]["ink"]}"/>'


@lru_cache(maxsize=2)
def drawings(edition: Edition) -> tuple[dict[str, Any], str]:
    """The suits and letters of the client, and the figures as definitions for a picture."""
    source = edition.file("js/pips.js").decode()
    pips = orjson.loads(source[source.index("{") : source.rindex("}") + 1])
    svg = re.sub(r"<!--.*?-->", "", edition.file("faces/french.svg").decode(), flags=re.DOTALL)
    inside = svg[svg.index(">") + 1 : svg.rindex("</svg>")]
    return pips, re.sub(r'class="([a-z ]+)"', lambda found: painted(found[1]), inside)


def painted(classes: str) -> str:
    """Raises KeyError for a paint that nobody has told the server of."""
    return PAINTS[classes.removesuffix(" fine")] + (FINE if classes.endswith(" fine") else "")


def figure(name: str) -> str:
    return f'<use href="#french-{name}" width="{WIDTH}" height="{HEIGHT}"/>'


def twice(half: str) -> str:
    return f'{half}<g transform="rotate(180 125 175)">{half}</g>'


def placed(drawing: str, x: float, y: float, width: float, turn: float) -> str:
    scale = width / WIDTH
    turned = f" rotate({turn:g} {WIDTH / 2:g} {HEIGHT / 2:g})" if turn else ""
    return f'<g transform="translate({x:g} {y:g}) scale({scale:.4g}){turned}">{drawing}</g>'
