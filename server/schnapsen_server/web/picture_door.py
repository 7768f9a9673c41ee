"""The pictures of a match over HTTP: of its result, and of a moment of a hand that is over."""

import asyncio
import hashlib
from collections import OrderedDict
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from schnapsen_protocol.refusals import Code, Refused
from schnapsen_protocol.terms import Gallery

from .address import address_of
from .api import spoken
from .house import House
from .languages import wanted, words
from .pictures.png import AVAILABLE, png, spelling
from .pictures.position import position
from .pictures.result import result
from .pictures.sheet import as_it_is
from .previews import may_be_told

KINDS = {"svg": "image/svg+xml", **({"png": "image/png"} if AVAILABLE else {})}
MOST_KEPT: Final = 64
"""PNGs, of about 60 KB each."""


class Pictures:
    def __init__(self, house: House) -> None:
        self._house = house
        self._kept: OrderedDict[str, asyncio.Task[bytes]] = OrderedDict()

    def routes(self) -> list[Route]:
        return [
            Route("/m/{match}/picture.{kind}", spoken(self.picture), methods=["GET"]),
            Route("/m/{match}/picture", spoken(self.saved), methods=["GET"]),
        ]

    async def saved(self, request: Request) -> Response:
        """The result as a file to keep, of the kind that more programs show."""
        response = await self._answer(request, kind := list(KINDS)[-1])
        response.headers["Content-Disposition"] = f'attachment; filename="schnapsen.{kind}"'
        return response

    async def picture(self, request: Request) -> Response:
        """Of the result; with `?hand=1&step=0` of that hand, `step` being what was done in it since it was dealt.

        Refuses what the visitor may not see as if it were not there, and what is not over.
        """
        kind = request.path_params["kind"]
        if kind not in KINDS:
            raise Refused(Code.UNKNOWN_MATCH)
        return await self._answer(request, kind)

    async def _answer(self, request: Request, kind: str) -> Response:
        house = self._house
        player = house.identities.player(request)
        address = address_of(request, house.proxies)
        await house.allowances.pictures.take(player or address, address)
        svg = await self._drawn(request, player, exact=kind == "svg")
        digest = hashlib.sha256(svg.encode()).hexdigest()[:32]
        headers = {"ETag": f'"{digest}"', "Cache-Control": "private, no-cache", "Vary": "Accept-Language, Cookie"}
        if request.headers.get("if-none-match") == headers["ETag"]:
            return Response(status_code=304, headers=headers)
        content = svg.encode() if kind == "svg" else await self._png(digest, svg)
        return Response(content, media_type=KINDS[kind], headers=headers)

    async def _drawn(self, request: Request, player: str | None, *, exact: bool) -> str:
        """Raises Refused(UNKNOWN_MATCH, MATCH_RUNNING), Unreadable, Unavailable."""
        house, language = self._house, wanted(request)
        edition = house.client.edition
        spell = as_it_is if exact else spelling(words(edition, language).text("preview.player"))
        told = await house.replays.read(request.path_params["match"])
        match = told.match
        seat = match.seat_of(player) if player else None
        if seat is None and not may_be_told(match):
            raise Refused(Code.UNKNOWN_MATCH)
        if "hand" not in request.query_params:
            if not match.is_over:
                raise Refused(Code.MATCH_RUNNING)
            return result(match, edition, language, spell)
        number, step = whole(request.query_params["hand"]), whole(request.query_params.get("step", "0"))
        if not 1 <= number <= told.over:
            raise Refused(Code.MATCH_RUNNING)
        moments = told.hands[number - 1]
        if step >= len(moments):
            raise Refused(Code.MALFORMED)
        hand = moments[step].match.hand
        assert hand is not None
        opened = seat is not None or match.terms.gallery is Gallery.OPEN
        return position(match, hand, seat or 0, edition, language, opened=opened, spell=spell)

    async def _png(self, digest: str, svg: str) -> bytes:
        """Whoever asks while it is being made waits for the same. Raises Refused(THINKING)."""
        making = self._kept.pop(digest, None)
        if making is None or (making.done() and (making.cancelled() or making.exception() is not None)):
            making = asyncio.create_task(self._house.think(png, svg), name="a picture")
            making.add_done_callback(lambda done: done.cancelled() or done.exception())
        self._kept[digest] = making
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return await asyncio.shield(making)


def whole(text: str) -> int:
    """Raises Refused(MALFORMED)."""
    if not (text.isascii() and text.isdigit() and len(text) < 5):
        raise Refused(Code.MALFORMED)
    return int(text)
