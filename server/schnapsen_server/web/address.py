"""Where a connection comes from and what it came to. Only proxies that the settings name are believed."""

from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TypeAlias

from starlette.requests import HTTPConnection

Network: TypeAlias = IPv4Network | IPv6Network
HOME_BITS = 64
"""Of an IPv6 address, what a household has: it may use all the rest."""


def networks(written: tuple[str, ...]) -> tuple[Network, ...]:
    """Raises ValueError."""
    return tuple(ip_network(one, strict=False) for one in written)


def address_of(connection: HTTPConnection, proxies: tuple[Network, ...]) -> str:
    """The address to hold to account.

    Each proxy puts the one that called it at the end of `X-Forwarded-For`. So the list is read from its end, as long as
    what is there is a proxy of ours; what strangers wrote before that is never read.
    """
    address = connection.client.host if connection.client else ""
    forwarded = [one.strip() for one in ",".join(connection.headers.getlist("x-forwarded-for")).split(",")]
    while forwarded and is_one_of(address, proxies):
        address = forwarded.pop() or address
    return household(address)


def origin_of(connection: HTTPConnection, proxies: tuple[Network, ...]) -> str:
    """Where the visitor finds this site, as his browser and our proxies say it."""
    scheme = connection.url.scheme
    if connection.client and is_one_of(connection.client.host, proxies):
        scheme = connection.headers.get("x-forwarded-proto", scheme).rpartition(",")[2].strip().lower()
    return f"{'https' if scheme in ('https', 'wss') else 'http'}://{connection.url.netloc}"


def is_one_of(address: str, proxies: tuple[Network, ...]) -> bool:
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    return any(parsed in network for network in proxies)


def household(address: str) -> str:
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is None:
        return str(ip_network((parsed, HOME_BITS), strict=False))
    return address
