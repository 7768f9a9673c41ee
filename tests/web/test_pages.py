"""Pages and files over HTTP, as a browser would ask for them."""

import re
import urllib.request
from collections.abc import Mapping

import pytest

from kit.server import ServerProcess


def get(server: ServerProcess, path: str, **headers: str) -> tuple[Mapping[str, str], bytes]:
    with urllib.request.urlopen(urllib.request.Request(server.url + path, headers=headers)) as response:
        return response.headers, response.read()


async def test_a_page_is_fresh_and_its_files_are_kept(server: ServerProcess) -> None:
    headers, html = get(server, "/m/anything")
    assert headers["Cache-Control"] == "no-cache"
    addresses = re.findall(r'(?:src|href)="(/static/[^"]+)"', html.decode())
    assert addresses
    for address in addresses:
        kept, _ = get(server, address)
        assert "immutable" in kept["Cache-Control"], address


async def test_an_old_address_of_a_file_is_not_kept(server: ServerProcess) -> None:
    headers, _ = get(server, "/static/0123456789abcdef/base.css")
    assert headers["Cache-Control"] == "no-cache"


async def test_a_page_asks_for_few_files(server: ServerProcess) -> None:
    _, html = get(server, "/m/anything")
    assert html.count(b'rel="stylesheet"') == 1
    assert html.count(b'type="module"') == 1
    assert b"modulepreload" not in html


@pytest.mark.parametrize(
    "path",
    [
        "/static/../pyproject.toml",
        "/static/%2e%2e/pyproject.toml",
        "/static//etc/passwd",
        "/static/README.md",
        "/static/js",
        "/static/js/nothing.joined.js",
        "/static/0123456789abcdef/js/table.later.01234567.joined.js",
        "/static/../server/x.joined.js",
        "/static/base+../x.css",
        "/static/0123456789abcdef/../../pyproject.toml",
        "/nothing",
    ],
)
async def test_only_files_of_the_client_are_sent(server: ServerProcess, path: str) -> None:
    status, _ = await server.ask("GET", path)
    assert status == 404


async def test_every_answer_keeps_the_page_to_itself(server: ServerProcess) -> None:
    for path in ("/", "/health", "/static/base.css"):
        headers, _ = get(server, path)
        assert "default-src 'self'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"


async def test_a_visit_makes_somebody_of_a_stranger_and_leaves_the_known_as_they_are(server: ServerProcess) -> None:
    headers, _ = get(server, "/")
    cookie = headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    token = cookie.partition(";")[0]
    again, _ = get(server, "/", Cookie=token)
    assert again["Set-Cookie"].partition(";")[0] == token
    _, me = get(server, "/api/me", Cookie=token)
    assert b'"name":"Guest ' in me


async def test_probes_answer(server: ServerProcess) -> None:
    assert await server.ask("GET", "/health") == (200, {"status": "alive"})
    assert await server.ask("GET", "/ready") == (200, {"status": "ready"})
