"""Fixtures that every folder of tests may use."""

from kit.browser import open_page, page, phone
from kit.dealt import dealt
from kit.hurried import hurried
from kit.server import server

__all__ = ["dealt", "hurried", "open_page", "page", "phone", "server"]
