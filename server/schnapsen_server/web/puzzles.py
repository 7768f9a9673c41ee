"""Puzzles: a position, the moves so far, and the solver's answers. Nothing of it is kept."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from schnapsen_protocol.refusals import Code, Refused
from schnapsen_server.bots.puzzles import played_out

from .address import address_of
from .api import answer, asker, spoken
from .house import House

MOST_MOVES = 5


class PuzzleApi:
    """The endpoint at which puzzles are played."""

    def __init__(self, house: House) -> None:
        self._house = house

    def routes(self) -> list[Route]:
        return [Route("/api/puzzles/{number:int}", spoken(self.puzzle), methods=["GET"])]

    async def puzzle(self, request: Request) -> Response:
        house = self._house
        player = asker(request, house)
        await house.allowances.puzzles.take(player, address_of(request, house.proxies))
        moves = request.query_params.getlist("move")
        if len(moves) > MOST_MOVES:
            raise Refused(Code.HAND_OVER)
        return answer(await house.think(played_out, request.path_params["number"], moves))
