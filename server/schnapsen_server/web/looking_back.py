"""What can be learned of a match by looking back at it: its hands step by step, and one's own mistakes."""

from typing import Annotated

from pydantic import Field, TypeAdapter, ValidationError
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from schnapsen_protocol.refusals import Code, Refused
from schnapsen_protocol.replays import Eyes

from .address import address_of
from .api import answer, asker, spoken
from .house import House

HAND: TypeAdapter[int | None] = TypeAdapter(Annotated[int, Field(ge=1)] | None)
EYES: TypeAdapter[Eyes | None] = TypeAdapter(Eyes | None)


class LookingBack:
    """The endpoints under which a match can be looked back at."""

    def __init__(self, house: House) -> None:
        self._house = house

    def routes(self) -> list[Route]:
        return [
            Route("/api/matches/{match}/review", spoken(self.review), methods=["GET"]),
            Route("/api/matches/{match}/replay", spoken(self.replay), methods=["GET"]),
            Route("/api/matches/{match}/so-far", spoken(self.so_far), methods=["GET"]),
        ]

    async def review(self, request: Request) -> Response:
        match_id, player = await self._admitted(request)
        return answer(await self._house.reviews.ask(match_id, player))

    async def replay(self, request: Request) -> Response:
        match_id, player = await self._admitted(request)
        asked = request.query_params
        try:
            hand, eyes = HAND.validate_python(asked.get("hand")), EYES.validate_python(asked.get("eyes"))
        except ValidationError as error:
            raise Refused(Code.MALFORMED) from error
        return answer(await self._house.replays.replay(match_id, player, hand, eyes))

    async def so_far(self, request: Request) -> Response:
        match_id, player = await self._admitted(request)
        return answer(await self._house.replays.so_far(match_id, player))

    async def _admitted(self, request: Request) -> tuple[str, str]:
        """The match that is asked for, and by whom. Raises Refused(NOT_SIGNED_IN), TooFast."""
        house = self._house
        player = asker(request, house)
        await house.allowances.looking_back.take(player, address_of(request, house.proxies))
        return request.path_params["match"], player
