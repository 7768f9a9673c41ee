"""The words of the client, for what the server itself writes: previews of links, pictures, the name of the app."""

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from starlette.requests import HTTPConnection

from .edition import Edition

LANGUAGES = ("en", "de", "he")
OLD_HEBREW = "iw"
"""What some old systems still call it."""


NAMED = re.compile(r"([A-Za-z]{2,8})(?:-[\w-]*)?\s*(?:;\s*q=([\d.]{1,5}))?")
"""One language of an Accept-Language header, and how much it is wanted."""


class Words:
    """The texts of one language. Those with plural forms are the pages' own."""

    def __init__(self, language: str, texts: Mapping[str, Any]) -> None:
        self.language = language
        self._texts = texts

    @property
    def direction(self) -> str:
        return "rtl" if self.language == "he" else "ltr"

    def text(self, key: str, **holes: str | int) -> str:
        return str(self._texts[key]).format(**holes)


@lru_cache(maxsize=2 * len(LANGUAGES))
def words(edition: Edition, language: str) -> Words:
    return Words(language, json.loads(edition.file(f"i18n/{language}.json")))


def wanted(connection: HTTPConnection) -> str:
    """The first of our languages that the visitor asks for: by `?lang=`, else as his browser is set."""
    asked = [connection.query_params.get("lang", ""), *by_weight(connection.headers.get("accept-language", ""))]
    for one in asked:
        base = one[:2].lower().replace(OLD_HEBREW, "he")
        if base in LANGUAGES:
            return base
    return LANGUAGES[0]


def by_weight(header: str) -> list[str]:
    """What an Accept-Language header names, most wanted first."""
    found = [one for piece in header[:200].split(",") if (one := NAMED.fullmatch(piece.strip()))]
    weighed = [(weight(one[2]), one[1]) for one in found]
    return [name for q, name in sorted(weighed, key=lambda one: -one[0]) if q > 0]


def weight(q: str | None) -> float:
    try:
        return float(q or 1)
    except ValueError:
        return 0.0
