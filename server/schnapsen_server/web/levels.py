"""What everybody may know of the levels of the computer."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from schnapsen_server.game.levels import RATINGS

from .api import answer


async def levels(request: Request) -> Response:
    return answer({"levels": [{"level": level, "rating": rating} for level, rating in RATINGS.items()]})


ROUTES = [Route("/api/levels", levels, methods=["GET"])]
