"""What a link says where it is shown before anybody opens it: in the head of the page, for programs that look there."""

import asyncio
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from starlette.requests import Request

from schnapsen_protocol.refusals import Refused
from schnapsen_protocol.terms import Gallery
from schnapsen_protocol.views import Phase
from schnapsen_server.game.state import Match
from schnapsen_server.lobby.listing import may_be_listed
from schnapsen_server.store.contract import Unavailable, Unreadable

from .address import address_of, origin_of
from .house import House
from .languages import Words, wanted, words
from .limits import TooFast
from .pictures.png import AVAILABLE
from .pictures.result import ending, headline, names_of
from .pictures.sheet import HEIGHT, WIDTH, apart

PATIENCE_SECONDS = 1.0
"""The page itself needs no store; without an answer it goes out without what is known of the match."""


@dataclass(frozen=True, slots=True)
class Preview:
    title: str
    description: str
    picture: str | None = None
    """The address of a large one, of this site; None: the icon."""


def may_be_told(match: Match) -> bool:
    """Whether somebody who has nothing but the link may read names and score without opening it.

    Never where the terms let nobody look on; not while it is a table by link alone that is not over, either: links go
    through the hands of others, and their programs keep what they read.
    """
    return match.terms.gallery is not Gallery.CLOSED and (match.is_over or may_be_listed(match))


def preview(match_id: str, match: Match | None, said: Words) -> Preview:
    """Says the same of a match that does not exist as of one of which nothing may be told."""
    if match is None or not may_be_told(match):
        return Preview(said.text("preview.match"), said.text("home.tagline"))
    names = names_of(match, said)
    if match.phase is Phase.WAITING:
        waiting = said.text("preview.waiting", name=apart(names[0]))
        return Preview(waiting, said.text("home.tagline"))
    title = headline(names, match.score)
    if not match.is_over:
        return Preview(title, said.text("preview.playing"))
    picture = f"/m/{match_id}/picture.png?lang={said.language}" if AVAILABLE else None
    return Preview(title, ending(match, names, said), picture)


class Previews:
    """The tags for the head of a page."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def of_match(self, request: Request) -> str:
        house = self._house
        said = words(house.client.edition, wanted(request))
        match_id = request.path_params["match"]
        # A browser that has been here needs none of it, and its page need not wait for the store.
        known = house.identities.player(request) is not None
        match = None if known else await self._peek(match_id, address_of(request, house.proxies))
        return self._tags(request, preview(match_id, match, said), said)

    def of_site(self, request: Request) -> str:
        said = words(self._house.client.edition, wanted(request))
        return self._tags(request, Preview(said.text("home.title"), said.text("home.tagline")), said)

    async def _peek(self, match_id: str, address: str) -> Match | None:
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await self._house.allowances.previews.take("", address)
                found = await self._house.directory.peek(match_id)
        except (Refused, TooFast, Unavailable, Unreadable, TimeoutError):
            return None
        return None if found is None else found[0]

    def _tags(self, request: Request, shown: Preview, said: Words) -> str:
        origin = origin_of(request, self._house.proxies)
        picture = shown.picture or f"/static/{self._house.client.edition.digest}/icons/icon-512.png"
        named = {
            "og:site_name": said.text("home.title"),
            "og:type": "website",
            "og:title": shown.title,
            "og:description": shown.description,
            "og:locale": {"en": "en_GB", "de": "de_AT", "he": "he_IL"}[said.language],
            "og:url": origin + request.url.path,
            "og:image": origin + picture,
            "og:image:alt": shown.title,
        }
        if shown.picture:
            named |= {"og:image:width": str(WIDTH), "og:image:height": str(HEIGHT)}
        card = "summary_large_image" if shown.picture else "summary"
        tags = [f"<meta property={quoteattr(name)} content={quoteattr(content)}>" for name, content in named.items()]
        tags.append(f'<meta name="twitter:card" content="{card}">')
        tags.append(f'<meta name="description" content={quoteattr(shown.description)}>')
        return f"<title>{escape(shown.title)}</title>\n" + "\n".join(tags) + "\n"
