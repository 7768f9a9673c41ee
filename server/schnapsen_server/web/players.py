"""What everybody may know of the players: a profile each, and the best."""

import re

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from schnapsen_protocol.refusals import Code, Refused

from .api import answer, spoken
from .house import House, guest_name

PLAYER = re.compile(r"[\w-]{1,32}", re.ASCII)


class Players:
    """The endpoints under which ratings and statistics are read."""

    def __init__(self, house: House) -> None:
        self._house = house

    def routes(self) -> list[Route]:
        return [
            Route("/api/players/{player}", spoken(self.profile), methods=["GET"]),
            Route("/api/top", spoken(self.top), methods=["GET"]),
        ]

    async def profile(self, request: Request) -> Response:
        player = request.path_params["player"]
        if not PLAYER.fullmatch(player):
            raise Refused(Code.MALFORMED)
        return answer(await self._house.ratings.profile(player, guest_name(player)))

    async def top(self, request: Request) -> Response:
        return answer({"players": await self._house.ratings.top()})
