"""The client's files, all of one moment and in memory: what an address with their digest names never changes."""

import hashlib
import json
import re
from collections.abc import Mapping
from importlib import resources
from pathlib import Path

from .joined import Joined, join_modules
from .texts import mentioned

KINDS = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
MODULE = re.compile(r'(?<=<script type="module" src="/static/js/)([\w-]+)(?=\.js">)')
FIRST = '<script src="/static/js/first.js">'
TEXTS = re.compile(r"i18n/(\w+)\.json")
STYLES = re.compile(r'(?:<link rel="stylesheet" href="/static/[\w-]+\.css">\s*)+')
STYLE = re.compile(r"/static/([\w-]+)\.css")


def client_dir() -> Path:
    """The client of the checkout, else the copy that an installed wheel ships."""
    checkout = Path(__file__).parents[3] / "client"
    if (checkout / "index.html").is_file():
        return checkout
    return Path(str(resources.files("schnapsen_server") / "client"))


class Edition:
    """The files as they were when they were read; and for each page its modules, its style sheets and its texts."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        state = hashlib.sha256()
        for path in sorted(files):
            state.update(f"{path} {len(files[path])}\n".encode() + files[path])
        self.digest = state.hexdigest()[:16]
        """Of the contents alone: the same on every host that serves the same files."""
        self._files = dict(files)
        self._texts = {found[1]: json.loads(files[path]) for path in files if (found := TEXTS.fullmatch(path))}
        self._pages = {path: self._page(files[path].decode()) for path in files if path.endswith(".html")}

    def file(self, path: str) -> bytes:
        """A file, or what is made of some. Raises KeyError for all else.

        Joined are `<one>+<another>.css`, `js/<entry>.joined.js`, and what that one fetches later. The texts that they
        need are in `i18n/<entry>.<language>.json` and `i18n/<entry>.later.<language>.json`.
        """
        return self._files[path]

    def page(self, path: str) -> str:
        """A page that names its files by addresses with the digest."""
        return self._pages[path]

    @property
    def worker(self) -> bytes:
        """The service worker, which names its files by addresses with the digest: it is another one in each edition."""
        return self._addressed(self._files["js/worker.js"].decode()).encode()

    def _addressed(self, text: str) -> str:
        return text.replace('"/static/', f'"/static/{self.digest}/')

    def _page(self, html: str) -> str:
        if found := MODULE.search(html):
            entry = found[0]
            joined = join_modules(lambda module: self._files[f"js/{module}.js"].decode(), entry)
            self._files[f"js/{joined.name}.js"] = joined.page.encode()
            if joined.later_name:
                self._files[f"js/{joined.later_name}.js"] = joined.later.encode()
            if FIRST in html:
                self._add_texts(entry, html, joined)
                html = html.replace(FIRST, f'{FIRST[:-1]} data-words="{entry}.">')
            html = MODULE.sub(joined.name, html)
        html = STYLES.sub(self._joined_styles, html)
        return self._addressed(html)

    def _add_texts(self, entry: str, html: str, joined: Joined) -> None:
        """All texts are twice as long as those that a page needs to begin."""
        keys = {key for texts in self._texts.values() for key in texts}
        first = mentioned(keys, html + joined.page)
        later = mentioned(keys, joined.later) - first
        parts = {entry: first, f"{entry}.later": later} if joined.later else {entry: first}
        for language, texts in self._texts.items():
            for name, needed in parts.items():
                said = {key: text for key, text in texts.items() if key in needed}
                self._files[f"i18n/{name}.{language}.json"] = json.dumps(said, ensure_ascii=False).encode()

    def _joined_styles(self, links: re.Match[str]) -> str:
        """One link in the place of several."""
        sheets = STYLE.findall(links[0])
        name = f"{'+'.join(sheets)}.css"
        self._files[name] = b"".join(self._files[f"{sheet}.css"] for sheet in sheets)
        return f'<link rel="stylesheet" href="/static/{name}">\n'


class ClientFiles:
    """The files under a folder. They are read again when one of them has changed there."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._seen: list[tuple[str, int, int]] = []
        self.edition = Edition({})
        """As of the last look."""
        self.look()

    def look(self) -> Edition:
        """The files as they are now: what a developer has just written shows on the next reload."""
        paths = [path for path in sorted(self._root.rglob("*")) if path.suffix in KINDS]
        seen = [(str(path), (stat := path.stat()).st_mtime_ns, stat.st_size) for path in paths]
        if seen != self._seen:
            self.edition = Edition({path.relative_to(self._root).as_posix(): path.read_bytes() for path in paths})
            self._seen = seen
        return self.edition
