"""Whom the house holds to account: the address of the connection, or what a proxy of ours says of it."""

import pytest
from starlette.requests import HTTPConnection

from schnapsen_server.web.address import address_of, networks, origin_of

PROXIES = networks(("10.0.0.0/8", "fd00::/8"))


def connection(peer: str, *forwarded: str) -> HTTPConnection:
    headers = [(b"x-forwarded-for", one.encode()) for one in forwarded]
    return HTTPConnection({"type": "http", "client": (peer, 1), "headers": headers})


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("192.0.2.1", [], "192.0.2.1"),
        ("192.0.2.1", ["198.51.100.7"], "192.0.2.1"),  # no proxy of ours
        ("10.0.0.1", ["198.51.100.7"], "198.51.100.7"),
        ("10.0.0.1", ["198.51.100.7, 10.0.0.2"], "198.51.100.7"),
        ("10.0.0.1", ["203.0.113.9, 198.51.100.7"], "198.51.100.7"),  # what a stranger wrote before is not read
        ("10.0.0.1", ["203.0.113.9", "198.51.100.7, 10.0.0.2"], "198.51.100.7"),
        ("10.0.0.1", [], "10.0.0.1"),
        ("10.0.0.1", ["nonsense"], "nonsense"),
        ("2001:db8:1:2:aaaa::1", [], "2001:db8:1:2::/64"),
        ("fd00::1", ["2001:db8:1:2:bbbb::2"], "2001:db8:1:2::/64"),
    ],
)
def test_the_address(peer: str, forwarded: list[str], address: str) -> None:
    assert address_of(connection(peer, *forwarded), PROXIES) == address


@pytest.mark.parametrize(
    ("peer", "said", "origin"),
    [
        ("10.0.0.1", "https", "https://play.example"),
        ("10.0.0.1", "http, https", "https://play.example"),
        ("10.0.0.1", "javascript", "http://play.example"),
        ("192.0.2.7", "https", "http://play.example"),
    ],
)
def test_only_a_proxy_of_ours_says_that_the_visitor_came_by_https(peer: str, said: str, origin: str) -> None:
    headers = [(b"host", b"play.example"), (b"x-forwarded-proto", said.encode())]
    scope = {"type": "http", "scheme": "http", "path": "/", "client": (peer, 1), "headers": headers}
    assert origin_of(HTTPConnection(scope), PROXIES) == origin
