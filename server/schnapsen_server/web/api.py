"""The HTTP requests beside the websocket: who I am, and a new match."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from schnapsen_protocol.cards import Level, Preset, Versus
from schnapsen_protocol.codec import write
from schnapsen_protocol.refusals import SENTENCES, Code, Refused
from schnapsen_protocol.terms import MINUTE, UNSETTLED, USUAL_CLOCK, ClockRule, Gallery, Terms
from schnapsen_server.store.contract import Unavailable, Unreadable

from .address import address_of
from .house import House
from .limits import TooFast
from .names import checked_name
from .origin import same_site

MAX_BODY_BYTES = 4096
INVITED_MS = 10 * MINUTE
"""How long the first cards may take at a table by link: who sent it may be looking elsewhere when it is taken up."""
USUAL_LEVEL = Level.CLUB
STATUS = {
    Code.NOT_SIGNED_IN: 401,
    Code.BAD_ORIGIN: 403,
    Code.NOT_A_PLAYER: 403,
    Code.NO_WATCHERS: 403,
    Code.UNKNOWN_MATCH: 404,
    Code.MATCH_RUNNING: 409,
    Code.BAD_NAME: 422,
    Code.RATE_LIMITED: 429,
    Code.UNAVAILABLE: 503,
    Code.THINKING: 503,
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
    level: Level | None = None
    clock: ClockRule | None = None
    rated: bool = False
    gallery: Gallery = Gallery.PUBLIC
    listed: bool = False
    hints: bool | None = None
    """None: against the computer, unless it is rated."""
    hide_points: bool = False

    def terms(self) -> Terms:
        """Raises Refused(MALFORMED).

        The computer's matches are not listed, and only it has a level; rated matches have no hints. A rated match
        against it has a clock: without one nobody who is losing would ever end it.
        """
        human = self.versus is Versus.HUMAN
        hints = not (human or self.rated) if self.hints is None else self.hints
        if ((self.level is not None) if human else self.listed) or (self.rated and hints):
            raise Refused(Code.MALFORMED)
        chosen = "clock" in self.model_fields_set
        clock = self.clock if chosen else USUAL_CLOCK if human or self.rated else None
        if self.rated and clock is None and not human:
            raise Refused(Code.MALFORMED)
        first_move = UNSETTLED.first_move_ms if self.listed else INVITED_MS
        return Terms(clock, self.rated, self.gallery, self.listed, first_move, hints, self.hide_points)

    def opponent(self) -> Level | None:
        """None: a person."""
        return None if self.versus is Versus.HUMAN else self.level or USUAL_LEVEL


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
        except Unreadable as unreadable:
            return refusal(unreadable.code)
        except TooFast as too_fast:
            return refusal(Code.RATE_LIMITED, too_fast.retry_ms)

    return wrapped


class Api:
    """The endpoints under /api."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._allowances = house.allowances

    def routes(self) -> list[Route]:
        return [
            Route("/api/guests", spoken(self.new_guest), methods=["POST"]),
            Route("/api/me", spoken(self.me), methods=["GET"]),
            Route("/api/me", spoken(self.rename), methods=["PUT"]),
            Route("/api/matches", spoken(self.open), methods=["POST"]),
        ]

    async def new_guest(self, request: Request) -> Response:
        house = self._house
        await self._allowances.guests.take("", self._address(request))
        guest = await body(request, Guest, house)
        player = house.identities.new_player()
        if guest.name is not None:
            await house.book.rename(player, checked_name(guest.name))
        name = await house.name_of(player)
        return answer({"player": player, "name": name, "token": house.identities.token(player)}, 201)

    async def me(self, request: Request) -> Response:
        house = self._house
        player = asker(request, house)
        return answer({"player": player, "name": await house.name_of(player)})

    async def rename(self, request: Request) -> Response:
        house = self._house
        player = asker(request, house)
        naming = await body(request, Naming, house)
        name = checked_name(naming.name)
        await self._allowances.names.take(player, self._address(request))
        await house.book.rename(player, name)
        await house.directory.rename(player, name)
        return answer({"player": player, "name": name})

    async def open(self, request: Request) -> Response:
        house = self._house
        player = asker(request, house)
        opening = await body(request, Opening, house)
        await self._allowances.tables.take(player, self._address(request))
        terms = opening.terms()
        name = await house.name_of(player)
        level = opening.opponent()
        match_id = await house.directory.create(opening.preset, level, player, name, terms)
        invite = house.identities.invite(match_id) if level is None else None
        return answer({"match": match_id, "invite": invite}, 201)

    def _address(self, request: Request) -> str:
        return address_of(request, self._house.proxies)


def asker(request: Request, house: House) -> str:
    """The player who asks. Raises Refused(NOT_SIGNED_IN)."""
    player = house.identities.player(request)
    if player is None:
        raise Refused(Code.NOT_SIGNED_IN)
    return player


async def body(request: Request, kind: type[Any], house: House) -> Any:
    """The request's JSON as this kind. Raises Refused(MALFORMED, BAD_ORIGIN).

    JSON only, and from our own pages only: a form on a foreign page can send neither.
    """
    if not same_site(request, house.origins):
        raise Refused(Code.BAD_ORIGIN)
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refused(Code.MALFORMED)
    text = b""
    try:
        async for chunk in request.stream():
            text += chunk
            if len(text) > MAX_BODY_BYTES:
                raise Refused(Code.MALFORMED)
        return kind.model_validate_json(text)
    except (ValidationError, ClientDisconnect) as error:
        raise Refused(Code.MALFORMED) from error
