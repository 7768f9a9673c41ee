"""The HTTP requests beside the websocket: who I am, my matches, a new match."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from schnapsen_protocol.cards import Preset, Seat, Versus, other
from schnapsen_protocol.codec import write
from schnapsen_protocol.refusals import SENTENCES, Code, Refused
from schnapsen_protocol.views import MatchRow, Phase
from schnapsen_server.game.state import Match
from schnapsen_server.game.view import view
from schnapsen_server.store.contract import Unavailable

from .house import House
from .limits import Buckets
from .names import checked_name
from .origin import same_site

MAX_BODY_BYTES = 4096
MOST_MATCHES = 50
STATUS = {
    Code.NOT_SIGNED_IN: 401,
    Code.BAD_ORIGIN: 403,
    Code.UNKNOWN_MATCH: 404,
    Code.BAD_NAME: 422,
    Code.RATE_LIMITED: 429,
    Code.UNAVAILABLE: 503,
}


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Naming(Body):
    name: str


class Guest(Body):
    name: str | None = None


class Opening(Body):
    preset: Annotated[Preset, Field(default=Preset.SEED)]
    versus: Annotated[Versus, Field(default=Versus.HUMAN)]


class TooFast(Exception):
    def __init__(self, retry_ms: int) -> None:
        self.retry_ms = retry_ms


def answer(content: object, status: int = 200) -> Response:
    return Response(write(content), status, media_type="application/json", headers={"Cache-Control": "no-store"})


def refusal(code: Code, retry_ms: int | None = None) -> Response:
    content: dict[str, object] = {"code": code, "sentence": SENTENCES[code]}
    if retry_ms is not None:
        content["retry_ms"] = retry_ms
    return answer(content, STATUS.get(code, 400))


Endpoint = Callable[[Request], Awaitable[Response]]


def spoken(endpoint: Endpoint) -> Endpoint:
    """Every "no" of the endpoint becomes a code and a sentence."""

    async def wrapped(request: Request) -> Response:
        try:
            return await endpoint(request)
        except Refused as refused:
            return refusal(refused.code)
        except Unavailable:
            return refusal(Code.UNAVAILABLE)
        except TooFast as too_fast:
            return refusal(Code.RATE_LIMITED, too_fast.retry_ms)

    return wrapped


class Api:
    """The endpoints under /api."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._guests = Buckets(burst=200, per_second=2)
        self._openings = Buckets(burst=20, per_second=0.2)
        self._namings = Buckets(burst=20, per_second=0.2)

    def routes(self) -> list[Route]:
        return [
            Route("/api/guests", spoken(self.new_guest), methods=["POST"]),
            Route("/api/me", spoken(self.me), methods=["GET"]),
            Route("/api/me", spoken(self.rename), methods=["PUT"]),
            Route("/api/matches", spoken(self.matches), methods=["GET"]),
            Route("/api/matches", spoken(self.open), methods=["POST"]),
        ]

    async def new_guest(self, request: Request) -> Response:
        house = self._house
        allow(self._guests, request.client.host if request.client else "")
        guest = await body(request, Guest, house)
        player = house.identities.new_player()
        if guest.name is not None:
            await house.book.rename(player, checked_name(guest.name))
        name = await house.name_of(player)
        return answer({"player": player, "name": name, "token": house.identities.token(player)}, 201)

    async def me(self, request: Request) -> Response:
        house, player = self._house, self._player(request)
        return answer({"player": player, "name": await house.name_of(player)})

    async def rename(self, request: Request) -> Response:
        house, player = self._house, self._player(request)
        naming = await body(request, Naming, house)
        name = checked_name(naming.name)
        allow(self._namings, player)
        await house.book.rename(player, name)
        await house.directory.rename(player, name)
        return answer({"player": player, "name": name})

    async def open(self, request: Request) -> Response:
        house, player = self._house, self._player(request)
        opening = await body(request, Opening, house)
        allow(self._openings, player)
        name = await house.name_of(player)
        match_id = await house.directory.create(opening.preset, opening.versus, player, name)
        invite = house.identities.invite(match_id) if opening.versus is Versus.HUMAN else None
        return answer({"match": match_id, "invite": invite}, 201)

    async def matches(self, request: Request) -> Response:
        house, player = self._house, self._player(request)
        rows = []
        for match_id in await house.book.matches(player, MOST_MATCHES):
            found = await house.directory.peek(match_id)
            if found is None:
                continue
            match, at = found
            seat = match.seat_of(player)
            if seat is not None:
                rows.append(row(match_id, match, seat, at, house))
        return answer({"matches": sorted(rows, key=lambda one: -one.at)})

    def _player(self, request: Request) -> str:
        player = self._house.identities.player(request)
        if player is None:
            raise Refused(Code.NOT_SIGNED_IN)
        return player


def row(match_id: str, match: Match, seat: Seat, at: int, house: House) -> MatchRow:
    seen = view(match, seat)
    opponent = match.players[other(seat)]
    return MatchRow(
        match=match_id,
        seat=seat,
        phase=seen.phase,
        preset=seen.preset,
        versus=seen.versus,
        opponent=None if opponent is None else opponent.name,
        score=(match.score[seat], match.score[other(seat)]),
        your_turn=wants(seen.phase, seat, seen.to_play, ready=match.ready[seat]),
        winner=match.winner,
        at=at,
        invite=house.identities.invite(match_id) if opponent is None else None,
    )


def wants(phase: Phase, seat: Seat, to_play: Seat | None, *, ready: bool) -> bool:
    """The match waits for this seat."""
    return (phase is Phase.PLAYING and to_play == seat) or (phase is Phase.HAND_OVER and not ready)


def allow(buckets: Buckets, key: str) -> None:
    if retry_ms := buckets.take(key):
        raise TooFast(retry_ms)


async def body(request: Request, kind: type[Any], house: House) -> Any:
    """The request's JSON as this kind. Raises Refused(MALFORMED, BAD_ORIGIN).

    JSON only, and from our own pages only: a form on a foreign page can send neither.
    """
    if not same_site(request, house.origins):
        raise Refused(Code.BAD_ORIGIN)
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refused(Code.MALFORMED)
    text = b""
    async for chunk in request.stream():
        text += chunk
        if len(text) > MAX_BODY_BYTES:
            raise Refused(Code.MALFORMED)
    try:
        return kind.model_validate_json(text)
    except ValidationError as error:
        raise Refused(Code.MALFORMED) from error
