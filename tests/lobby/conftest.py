"""A store of the lobby's own."""

from kit.store import chance, match, other_store, store, store_url

__all__ = ["chance", "match", "other_store", "store", "store_url"]
