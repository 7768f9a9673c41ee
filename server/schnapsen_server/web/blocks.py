"""Whom a player does not want to be paired with. He alone sees the list; the other is not told."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from schnapsen_protocol.refusals import Code, Refused

from .address import address_of
from .api import Body, answer, asker, body, spoken
from .house import House


class Blocks:
    """The endpoints /api/blocks and /api/blocks/<player>."""

    def __init__(self, house: House) -> None:
        self._house = house

    def routes(self) -> list[Route]:
        return [
            Route("/api/blocks", spoken(self.all), methods=["GET"]),
            Route("/api/blocks/{other}", spoken(self.add), methods=["PUT"]),
            Route("/api/blocks/{other}", spoken(self.remove), methods=["DELETE"]),
        ]

    async def all(self, request: Request) -> Response:
        return answer({"players": await self._house.store.queue.blocked(asker(request, self._house))})

    async def add(self, request: Request) -> Response:
        player, other = await self._both(request)
        if other == player:
            raise Refused(Code.MALFORMED)
        await self._house.store.queue.block(player, other)
        return await self.all(request)

    async def remove(self, request: Request) -> Response:
        player, other = await self._both(request)
        await self._house.store.queue.unblock(player, other)
        return await self.all(request)

    async def _both(self, request: Request) -> tuple[str, str]:
        player = asker(request, self._house)
        await body(request, Body, self._house)  # an empty object: so no foreign page can ask it
        await self._house.allowances.names.take(player, address_of(request, self._house.proxies))
        other: str = request.path_params["other"]
        if len(other) > 32:
            raise Refused(Code.MALFORMED)
        return player, other
