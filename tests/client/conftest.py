"""The client is tested against a server of its own."""

from kit.server import server

__all__ = ["server"]
