"""The faces of the cards for a picture: the client's own drawings, with their colours written into them.

No style sheet goes with a picture, so each class of the drawings becomes what cards.css says of it, as attributes.
"""

import json
import re
from functools import lru_cache
from typing import Any

from schnapsen_protocol.cards import Card, Suit
from schnapsen_server.web.edition import Edition
from schnapsen_server.web.languages import Words

WIDTH, HEIGHT = 250, 350
"""Of a card, in the units of its drawing."""
PAPER, BLACK, RED, BACK, LATTICE = "#fffdf7", "#1a1a1a", "#b3261e", "#7a1f2b", "#f3d9a4"
INKS = {"C": BLACK, "D": RED, "H": RED, "S": BLACK}
TEN = ((92, 58), (158, 58), (125, 96), (92, 134), (158, 134))
"""The middle of each pip of a ten, in its upper half."""

LINE = {"stroke": BLACK, "stroke-width": "1.8", "stroke-linejoin": "round"}
"""Around each shape that says nothing else."""
LOOKS: dict[str, dict[str, str]] = {
    "suited": {"fill": "currentColor"},
    "white": {"fill": PAPER},
    "dark": {"fill": BLACK, "stroke": "none"},
    "gold": {"fill": "#e3ae48"},
    "red": {"fill": "#b3261e"},
    "blue": {"fill": "#27549a"},
    "green": {"fill": "#2f7a4a"},
    "skin": {"fill": "#f6d9bb"},
    "brown": {"fill": "#6b4424"},
    "black": {"fill": "#33302c"},
    "grey": {"fill": "#d8d3c8"},
    "stroke": {"fill": "none", "stroke-width": "1.5", "stroke-linecap": "round"},
    "bold": {"stroke-width": "2.4"},
    "fine": {"stroke-width": "0.8"},
    "twig": {"fill": "none", "stroke": "currentColor", "stroke-width": "2.5", "stroke-linecap": "round"},
    "leaves": {"fill": "#e3ae48", "stroke": "currentColor"},
    "thick": {"fill": "none", "stroke": "currentColor", "stroke-width": "9"},
    "thin": {"fill": "none", "stroke": "currentColor", "stroke-width": "4"},
    "ink": {"fill": "currentColor", "stroke": "none"},
    "art": {},
}
ELEMENT = re.compile(r"<(path|g|use|symbol)\b([^>]*)>")
CLASSES = re.compile(r' class="([\w ]+)"')
BLANK = (
    f'<rect x=".75" y=".75" width="248.5" height="348.5" rx="17.5" fill="{PAPER}" '
    'stroke="#000" stroke-opacity=".2" stroke-width="1.5"/>'
)
FRAME = '<path d="M62 22H188V328H62z" fill="none" stroke="currentColor" stroke-width="2"/>'
CROSSED = [round(-287 + 20.8 * step, 1) for step in range(25)]


class Cards:
    """Draws cards and suits of the French pack as parts of an SVG. Letters are those of a language."""

    def __init__(self, edition: Edition, words: Words) -> None:
        self._signs, self.symbols = drawings(edition)
        """`symbols` goes into the picture once."""
        self._words = words

    def face(self, card: Card, x: float, y: float, width: float, turn: float = 0) -> str:
        """`turn` is in degrees, about the middle."""
        suit, rank = card[0], card[1]
        corner = self._letter(self._words.text(f"rank.short.{rank}")) + self._pip(suit, 36, 117, 42)
        if rank in "KQJ":
            middle = f'<use href="#french-{rank}{suit}" width="250" height="350"/>{FRAME}'
        elif rank == "T":
            middle = twice("".join(self._pip(suit, *at, 40) for at in TEN))
        else:
            middle = f'<use href="#french-A" width="250" height="350"/>{self._pip(suit, 125, 175, 112)}'
        return placed(f'{BLANK}<g color="{INKS[suit]}">{middle}{twice(corner)}</g>', x, y, width, turn)

    def back(self, x: float, y: float, width: float, turn: float = 0) -> str:
        lines = "".join(f"M{start} 21L{start + 308} 329M{250 - start} 21L{250 - start - 308} 329" for start in CROSSED)
        field = (
            f'<svg x="15" y="15" width="220" height="320" viewBox="15 15 220 320">'
            f'<rect x="15" y="15" width="220" height="320" fill="{BACK}"/>'
            f'<path d="{lines}" fill="none" stroke="{LATTICE}" stroke-width="2.5"/></svg>'
        )
        return placed(BLANK + field, x, y, width, turn)

    def suit(self, suit: Suit, x: float, y: float, size: float) -> str:
        """`x` and `y` are those of the middle."""
        return f'<g color="{INKS[suit]}">{self._pip(suit, x, y, size)}</g>'

    def _pip(self, suit: str, x: float, y: float, size: float) -> str:
        at = f"translate({x - size / 2:g} {y - size / 2:g}) scale({size / 100:g})"
        return f'<path transform="{at}" fill="currentColor" d="{self._signs["french"][suit]["ink"]}"/>'

    def _letter(self, name: str) -> str:
        drawn = self._signs["letters"][name]
        lines = "".join(f'<path class="{kind}" d="{drawn[kind]}"/>' for kind in ("thick", "thin") if drawn[kind])
        return f'<g transform="translate({35 - drawn["width"] * 0.475:g} 18) scale(.95 1.125)">{painted(lines)}</g>'


@lru_cache(maxsize=2)
def drawings(edition: Edition) -> tuple[dict[str, Any], str]:
    """The suits and letters, and the figures as symbols, of the client's own files."""
    module = edition.file("js/pips.js").decode()
    figures = edition.file("faces/french.svg").decode()
    inner = re.sub(r"<!--.*?-->|^\s*<svg[^>]*>|</svg>\s*$", "", figures, flags=re.DOTALL)
    return json.loads(module[module.index("{") : module.rindex("}") + 1]), f"<defs>{painted(inner)}</defs>"


def painted(drawing: str) -> str:
    def looks(found: re.Match[str]) -> str:
        tag, rest = found[1], found[2]
        wanted = dict(LINE) if tag == "path" else {}
        if classes := CLASSES.search(rest):
            for name in sorted(classes[1].split(), key=list(LOOKS).index):
                wanted |= LOOKS[name]
        attributes = "".join(f' {name}="{value}"' for name, value in wanted.items())
        return f"<{tag}{attributes}{CLASSES.sub('', rest)}>"

    return ELEMENT.sub(looks, drawing)


def twice(half: str) -> str:
    return f'{half}<g transform="rotate(180 125 175)">{half}</g>'


def placed(drawing: str, x: float, y: float, width: float, turn: float) -> str:
    scale = width / WIDTH
    turned = f" rotate({turn:g} {WIDTH / 2:g} {HEIGHT / 2:g})" if turn else ""
    return f'<g transform="translate({x:g} {y:g}) scale({scale:.4g}){turned}">{drawing}</g>'
