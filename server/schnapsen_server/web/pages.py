"""The pages and the files of the client. Pages are always fresh; files carry a digest in their address and are kept."""

import hashlib
from importlib import resources
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .house import House

KINDS = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
HEADERS = [
    (b"content-security-policy", b"default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
     b"form-action 'self'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
]  # fmt: skip


def client_dir() -> Path:
    """The client of the checkout, else the copy that an installed wheel ships."""
    checkout = Path(__file__).parents[3] / "client"
    if (checkout / "index.html").is_file():
        return checkout
    return Path(str(resources.files("schnapsen_server") / "client"))


class Pages:
    def __init__(self, root: Path, house: House) -> None:
        self._root = root
        self._house = house

    def routes(self) -> list[Route]:
        return [
            Route("/", self.home),
            Route("/m/{match}", self.table),
            Route("/static/{path:path}", self.file),
            Route("/favicon.ico", self.icon),
        ]

    async def home(self, request: Request) -> Response:
        return self._page(request, "index.html")

    async def table(self, request: Request) -> Response:
        return self._page(request, "table.html")

    async def icon(self, request: Request) -> Response:
        return self._send("icon.svg", kept=False)

    async def file(self, request: Request) -> Response:
        path = request.path_params["path"]
        digest, _, rest = path.partition("/")
        if len(digest) == 16 and rest:
            return self._send(rest, kept=digest == self._digest())
        return self._send(path, kept=False)

    def _send(self, path: str, *, kept: bool) -> Response:
        file = (self._root / path).resolve()
        kind = KINDS.get(file.suffix)
        if kind is None or not file.is_relative_to(self._root.resolve()) or not file.is_file():
            raise HTTPException(404)
        caching = "public, max-age=31536000, immutable" if kept else "no-cache"
        return FileResponse(file, media_type=kind, headers={"Cache-Control": caching})

    def _page(self, request: Request, name: str) -> Response:
        """The page, with the digest in the addresses of its files; and an identity for whoever has none."""
        html = (self._root / name).read_text("utf-8").replace('"/static/', f'"/static/{self._digest()}/')
        response = HTMLResponse(html, headers={"Cache-Control": "no-cache"})
        identities = self._house.identities
        identities.remember(response, identities.player(request) or identities.new_player())
        return response

    def _digest(self) -> str:
        """Changes with any file of the client."""
        files = sorted(path for path in self._root.rglob("*") if path.suffix in KINDS)
        state = "\n".join(f"{path} {path.stat().st_mtime_ns} {path.stat().st_size}" for path in files)
        return hashlib.sha256(state.encode()).hexdigest()[:16]


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
