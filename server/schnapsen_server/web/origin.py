"""Whether a request comes from a page of ours."""

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection


def same_site(connection: HTTPConnection, allowed: tuple[str, ...]) -> bool:
    """A browser names the page's origin: it must be this host or on the list. Other programs name none."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    if origin in allowed:
        return True
    return urlsplit(origin).netloc.lower() == connection.headers.get("host", "").lower() != ""
