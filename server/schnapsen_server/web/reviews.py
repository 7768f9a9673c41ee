"""What a player may learn of his own moves when the match is over."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from schnapsen_protocol.refusals import Code, Refused

from .address import address_of
from .api import answer, spoken
from .house import House


class ReviewApi:
    """The endpoint under which a review grows."""

    def __init__(self, house: House) -> None:
        self._house = house

    def routes(self) -> list[Route]:
        return [Route("/api/matches/{match}/review", spoken(self.review), methods=["GET"])]

    async def review(self, request: Request) -> Response:
        house = self._house
        player = house.identities.player(request)
        if player is None:
            raise Refused(Code.NOT_SIGNED_IN)
        await house.allowances.reviews.take(player, address_of(request, house.proxies))
        return answer(await house.reviews.ask(request.path_params["match"], player))
