"""The pages and the files of the client. Pages are always fresh; files carry a digest in their address and are kept."""

import hashlib
import re
from importlib import resources
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .house import House
from .joined import join_modules, join_styles

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


MODULE = re.compile(r'<script type="module" src="/static/js/([\w-]+)\.js">')
STYLES = re.compile(r'(?:<link rel="stylesheet" href="/static/[\w-]+\.css">\s*)+')
STYLE = re.compile(r"/static/([\w-]+)\.css")
DIGEST = re.compile(r"([0-9a-f]{16})/(.+)")
FRESH, KEPT = "no-cache", "public, max-age=31536000, immutable"


class Pages:
    """Sends the pages, and the files that they need.

    A file can be had as it is under `/static/<path>`. A page names its files by `/static/<digest>/<path>`, a digest
    of the whole client: what is under such an address never changes and is kept. There, modules and style sheets go out
    joined, as `js/<entry>.joined.js` and `<one>+<another>.css`.
    """

    def __init__(self, root: Path, house: House) -> None:
        self._root = root.resolve()
        self._house = house

    def routes(self) -> list[Route]:
        return [
            Route("/", self.home),
            Route("/m/{match}", self.table),
            Route("/static/{path:path}", self.static),
            Route("/favicon.ico", self.icon),
        ]

    async def home(self, request: Request) -> Response:
        return self._page(request, "index.html")

    async def table(self, request: Request) -> Response:
        return self._page(request, "table.html")

    async def icon(self, request: Request) -> Response:
        return self._send("icon.svg", FRESH)

    async def static(self, request: Request) -> Response:
        path = request.path_params["path"]
        named = DIGEST.fullmatch(path)
        if named is None:
            return self._send(path, FRESH)
        return self._send(named[2], KEPT if named[1] == self._digest() else FRESH)

    def _send(self, path: str, caching: str) -> Response:
        headers = {"Cache-Control": caching}
        if path.endswith(".joined.js"):
            entry = self._file(path.removesuffix(".joined.js") + ".js")
            return Response(join_modules(entry.parent, entry.stem), media_type=KINDS[".js"], headers=headers)
        if "+" in path:
            sheets = [self._file(f"{name}.css") for name in path.removesuffix(".css").split("+")]
            return Response(join_styles(sheets), media_type=KINDS[".css"], headers=headers)
        file = self._file(path)
        return FileResponse(file, media_type=KINDS[file.suffix], headers=headers)

    def _file(self, path: str) -> Path:
        """Raises HTTPException(404) for all that is not a file of the client."""
        file = (self._root / path).resolve()
        if file.suffix not in KINDS or not file.is_relative_to(self._root) or not file.is_file():
            raise HTTPException(404)
        return file

    def _page(self, request: Request, name: str) -> Response:
        """The page, with the newest addresses of its files; and an identity for whoever has none."""
        html = (self._root / name).read_text("utf-8")
        html = MODULE.sub(r'<script type="module" src="/static/js/\1.joined.js">', html)
        html = STYLES.sub(joined_link, html)
        html = html.replace('"/static/', f'"/static/{self._digest()}/')
        response = HTMLResponse(html, headers={"Cache-Control": FRESH})
        identities = self._house.identities
        identities.remember(response, identities.player(request) or identities.new_player())
        return response

    def _digest(self) -> str:
        """Changes with any file of the client."""
        files = sorted(path for path in self._root.rglob("*") if path.suffix in KINDS)
        state = "\n".join(f"{path} {path.stat().st_mtime_ns} {path.stat().st_size}" for path in files)
        return hashlib.sha256(state.encode()).hexdigest()[:16]


def joined_link(links: re.Match[str]) -> str:
    """One link in the place of several."""
    return f'<link rel="stylesheet" href="/static/{"+".join(STYLE.findall(links[0]))}.css">\n'


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
