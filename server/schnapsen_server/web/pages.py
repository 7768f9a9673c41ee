"""The pages and the files of the client. Pages are always fresh; files carry a digest in their address and are kept."""

import re
from pathlib import PurePosixPath

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .edition import KINDS, Edition
from .house import House
from .languages import wanted
from .manifest import manifest
from .previews import Previews

HEADERS = [
    (b"content-security-policy", b"default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
     b"form-action 'self'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
]  # fmt: skip


DIGEST = re.compile(r"([0-9a-f]{16})/(.+)")
TITLE = "<title>Schnapsen</title>\n"
FRESH, KEPT = "no-cache", "public, max-age=31536000, immutable"


class Pages:
    """Sends the pages, and the files that they need.

    A file can be had as it is under `/static/<path>`. A page names its files by `/static/<digest>/<path>`, a digest
    of the whole client: what is under such an address never changes and is kept. There, modules and style sheets go out
    joined, and texts by the page; what a page fetches later it gets as long as its own modules are still those.
    """

    def __init__(self, house: House) -> None:
        self._files = house.client
        self._identities = house.identities
        self._previews = Previews(house)

    def routes(self) -> list[Route]:
        return [
            Route("/", self.home),
            Route("/m/{match}", self.table),
            Route("/m/{match}/review", self.review),
            Route("/m/{match}/replay", self.replay),
            Route("/puzzles", self.puzzles),
            Route("/games", self.games),
            Route("/rules", self.rules),
            Route("/offline", self.offline),
            Route("/app.webmanifest", self.manifest),
            Route("/worker.js", self.worker),
            Route("/settings", self.settings),
            Route("/static/{path:path}", self.static),
            Route("/favicon.ico", self.icon),
        ]

    async def home(self, request: Request) -> Response:
        return self._page(request, "index.html", self._previews.of_site(request))

    async def table(self, request: Request) -> Response:
        return self._page(request, "table.html", await self._previews.of_match(request))

    async def review(self, request: Request) -> Response:
        return self._page(request, "review.html")

    async def replay(self, request: Request) -> Response:
        return self._page(request, "replay.html")

    async def puzzles(self, request: Request) -> Response:
        return self._page(request, "puzzles.html")

    async def games(self, request: Request) -> Response:
        return self._page(request, "games.html")

    async def rules(self, request: Request) -> Response:
        return self._page(request, "rules.html")

    async def offline(self, request: Request) -> Response:
        """For the worker to keep: nobody is made of whoever fetches it."""
        return HTMLResponse(self._files.look().page("offline.html"), headers={"Cache-Control": FRESH})

    async def worker(self, request: Request) -> Response:
        """At the top of the site, for all of which it speaks."""
        return Response(self._files.look().worker, media_type=KINDS[".js"], headers={"Cache-Control": FRESH})

    async def manifest(self, request: Request) -> Response:
        said = manifest(self._files.look(), wanted(request))
        headers = {"Cache-Control": FRESH, "Vary": "Accept-Language"}
        return Response(said, media_type=KINDS[".webmanifest"], headers=headers)

    async def settings(self, request: Request) -> Response:
        return self._page(request, "settings.html")

    async def icon(self, request: Request) -> Response:
        return sent(self._files.look(), "icon.svg", FRESH)

    async def static(self, request: Request) -> Response:
        path = request.path_params["path"]
        named = DIGEST.fullmatch(path)
        edition = self._files.edition
        if named is None or named[1] != edition.digest:
            edition = self._files.look()
        if named is None:
            return sent(edition, path, FRESH)
        return sent(edition, named[2], KEPT if named[1] == edition.digest else FRESH)

    def _page(self, request: Request, name: str, head: str = "") -> Response:
        """The page, with the newest addresses of its files; and an identity for whoever has none.

        `head` takes the place of its title.
        """
        page = self._files.look().page(name)
        if head:
            page = page.replace(TITLE, head, 1)
        response = HTMLResponse(page, headers={"Cache-Control": FRESH, "Vary": "Accept-Language, Cookie"})
        identities = self._identities
        identities.remember(response, identities.player(request) or identities.new_player())
        return response


def sent(edition: Edition, path: str, caching: str) -> Response:
    """Raises HTTPException(404) for all that is not a file of the client."""
    try:
        content = edition.file(path)
    except KeyError:
        raise HTTPException(404) from None
    return Response(content, media_type=KINDS[PurePosixPath(path).suffix], headers={"Cache-Control": caching})


class SafeHeaders:
    """Puts the headers that keep a page to itself on every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *HEADERS]
            await send(message)

        await self._app(scope, receive, send_with_headers)
