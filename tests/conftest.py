"""Fixtures that every folder of tests may use."""

from kit.browser import open_page, page, phone

__all__ = ["open_page", "page", "phone"]
