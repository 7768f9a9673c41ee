"""The link of a table as a picture for a phone. It comes in a body: addresses end up in logs, and keys must not."""

from io import BytesIO
from typing import Annotated

import segno
from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from .address import address_of
from .api import Body, asker, body, spoken
from .house import House

Link = Annotated[str, Field(pattern=r"^/m/[A-Za-z0-9_-]{1,32}(\?hand=\d{1,3}&step=\d{1,3}|#[A-Za-z0-9_-]{1,64})?$")]


class Wish(Body):
    path: Link


class QrCodes:
    """The endpoint /api/qr."""

    def __init__(self, house: House) -> None:
        self._house = house

    def routes(self) -> list[Route]:
        return [Route("/api/qr", spoken(self.draw), methods=["POST"])]

    async def draw(self, request: Request) -> Response:
        """An SVG of the link, at the origin from which the page that asks was loaded."""
        player = asker(request, self._house)
        wish = await body(request, Wish, self._house)
        await self._house.allowances.pictures.take(player, address_of(request, self._house.proxies))
        origin = request.headers.get("origin") or str(request.base_url).rstrip("/")
        return Response(picture(origin + wish.path), media_type="image/svg+xml", headers={"Cache-Control": "no-store"})


def picture(link: str) -> bytes:
    """Without a size of its own: the page gives it one. Dark on light, as readers want it, in any theme."""
    drawn = BytesIO()
    segno.make(link, error="m", micro=False).save(
        drawn, kind="svg", xmldecl=False, omitsize=True, nl=False, svgclass=None, lineclass=None, light="#fff"
    )
    return drawn.getvalue()
