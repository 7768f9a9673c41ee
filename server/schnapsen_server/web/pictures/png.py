"""A picture as PNG. It needs the `pictures` extra; without that there is only the SVG."""

import re
from importlib.util import find_spec

from .sheet import Spelling

AVAILABLE = find_spec("resvg_py") is not None and find_spec("pylopdf_fonts_he") is not None

WRITABLE = re.compile(
    r"[ -~\u00a0-\u00a3\u00a7-\u00ab\u00b4\u00b6-\u00b8\u00bf-\u0107\u010a-\u0113\u0116-\u011b\u011e-\u0123"
    r"\u012a-\u012b\u012e-\u0131\u0139-\u013e\u0141-\u0148\u0150-\u0155\u0158-\u015b\u015e-\u0161\u0164-\u0165\u016a-\u016b"
    r"\u016e-\u017e\u0218-\u021b\u05d0-\u05ea\u05f0-\u05f4\u2010\u2013-\u2014\u2018-\u201a\u201c-\u201e]+"
)
"""What the font has that comes with the extra: Latin and Hebrew. The fonts of the machine are never looked at."""


def spelling(nameless: str) -> Spelling:
    """Names that the font cannot write are replaced by `nameless` and the number of the seat."""
    return lambda name, seat: name if WRITABLE.fullmatch(name) else f"{nameless} {seat + 1}"


def png(svg: str) -> bytes:
    """Takes some hundredths of a second of a processor: for another process than the one that serves."""
    import pylopdf_fonts_he
    import resvg_py

    font = str(pylopdf_fonts_he.sans_path())
    family = "Noto Sans Hebrew"
    return resvg_py.svg_to_bytes(
        svg_string=svg, skip_system_fonts=True, font_files=[font], font_family=family, sans_serif_family=family
    )
