"""What every picture is drawn on: the felt, names and numbers on it, and the side from which it is read."""

import unicodedata
from collections.abc import Callable
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 1200, 630
"""The size that programs ask for which show a link with a picture."""
FELT, DEEP, INK, QUIET, MARKER = "#2f5d46", "#12261c", "#f6f2e8", "#cfe0d5", "#f2c14e"
FONTS = "'Noto Sans Hebrew', system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', Arial, sans-serif"

Spelling = Callable[[str, int], str]
"""What stands for a person's name (of seat 0 or 1) in this picture."""


def as_it_is(name: str, seat: int) -> str:
    return name


class Sheet:
    """A picture in the making. All text is centred where it stands, so that it needs no direction of the page.

    `mirrored`: what is given for left is drawn on the right.
    """

    def __init__(self, title: str, *, mirrored: bool) -> None:
        self._title, self._mirrored = title, mirrored
        self._parts: list[str] = []

    def x(self, left: float, width: float = 0) -> float:
        """Where something of this width stands that is `left` of the edge where reading begins."""
        return WIDTH - left - width if self._mirrored else left

    def add(self, drawing: str) -> None:
        self._parts.append(drawing)

    def band(self, y: float, height: float, colour: str) -> None:
        self.add(f'<rect y="{y:g}" width="{WIDTH}" height="{height:g}" fill="{colour}"/>')

    def write(
        self, text: str, left: float, y: float, size: float, *, room: float = 1e9, colour: str = INK, bold: bool = False
    ) -> None:
        """`y` is that of the line on which it stands; what needs more than `room` is written smaller."""
        size = fitting(size, room, text)
        weight = ' font-weight="700"' if bold else ""
        reading = "\u2067" if self._mirrored else "\u2066"
        self.add(
            f'<text x="{self.x(left):g}" y="{y:g}" font-size="{size:.4g}" fill="{colour}"{weight} '
            f'text-anchor="middle">{reading}{escape(text)}\u2069</text>'
        )

    def svg(self) -> str:
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
            f'font-family="{FONTS}"><title>{escape(self._title)}</title>'
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{FELT}"/>{"".join(self._parts)}</svg>'
        )


def apart(name: str) -> str:
    """A name as a <bdi> would have it: written in its own direction, whatever stands around it."""
    return f"\u2068{name}\u2069"


def fitting(size: float, room: float, *texts: str) -> float:
    """The size in which each of these texts finds room, `size` at most."""
    return min(size, room / max([0.1, *(breadth(text) for text in texts)]))


def breadth(text: str) -> float:
    """About how wide a text gets, in heights of its letters."""
    return sum(wide(letter) for letter in text)


def wide(letter: str) -> float:
    if unicodedata.category(letter) in ("Mn", "Cf"):
        return 0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.1
    if letter in "MWmw@%":
        return 0.95
    return 0.74 if letter.isupper() else 0.34 if letter in "iljtfr.,:;!|'()[] " else 0.6
