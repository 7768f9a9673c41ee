"""Which names people may give themselves, and which words may be said at a table."""

import unicodedata
from dataclasses import replace

from schnapsen_protocol.commands import LONGEST_TEXT, Say
from schnapsen_protocol.refusals import Code, Refused

SHORTEST, LONGEST = 2, 20
FORBIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Control, format (direction overrides among them), surrogate, private, unassigned, line and paragraph separators."""
JOINERS = {"\u200c", "\u200d"}
"""Format characters without which some scripts cannot be written; never at an end."""


def checked_name(text: str) -> str:
    """The name in its canonical form. Raises Refused(BAD_NAME).

    Any script is welcome.
    """
    name = canonical(text)
    if not SHORTEST <= len(name) <= LONGEST or not is_clean(name):
        raise Refused(Code.BAD_NAME)
    if not any(character.isalnum() for character in name) or "<" in name or ">" in name:
        raise Refused(Code.BAD_NAME)
    return name


def checked_words(said: Say) -> Say:
    """What is said, on one line. Raises Refused(BAD_TEXT). Any script and any punctuation is welcome."""
    if said.text is None:
        return said
    text = canonical(said.text)
    if not 0 < len(text) <= LONGEST_TEXT or not is_clean(text):
        raise Refused(Code.BAD_TEXT)
    return replace(said, text=text)


def canonical(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())


def is_clean(text: str) -> bool:
    """Nothing in it that cannot be seen, and not so many combining marks that it grows out of its line."""
    if text[0] in JOINERS or text[-1] in JOINERS:
        return False
    if any(unicodedata.category(character) in FORBIDDEN and character not in JOINERS for character in text):
        return False
    return sum(unicodedata.combining(character) != 0 for character in text) <= len(text) // 2
