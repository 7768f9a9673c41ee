"""Which names people may give themselves."""

import unicodedata

from schnapsen_protocol.refusals import Code, Refused

SHORTEST, LONGEST = 2, 20
FORBIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Control, format (direction overrides among them), surrogate, private, unassigned, line and paragraph separators."""
JOINERS = {"\u200c", "\u200d"}
"""Format characters without which some scripts cannot be written; never at an end."""


def checked_name(text: str) -> str:
    """The name in its canonical form. Raises Refused(BAD_NAME).

    Any script is welcome. Combining marks are limited, so that a name does not grow out of its line.
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    marks = sum(unicodedata.combining(character) != 0 for character in name)
    if not SHORTEST <= len(name) <= LONGEST or marks > len(name) // 2:
        raise Refused(Code.BAD_NAME)
    if any(unicodedata.category(character) in FORBIDDEN and character not in JOINERS for character in name):
        raise Refused(Code.BAD_NAME)
    if name[0] in JOINERS or name[-1] in JOINERS or not any(character.isalnum() for character in name):
        raise Refused(Code.BAD_NAME)
    if "<" in name or ">" in name:
        raise Refused(Code.BAD_NAME)
    return name
