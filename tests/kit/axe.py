"""What axe finds on a page, against the standards that every page keeps."""

import json
from functools import cache

from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]  # has no types
from playwright.async_api import Page

STANDARDS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
COLOURS = ("color-contrast", "link-in-text-block")
"""The rules whose answer depends on the theme."""

FIND = """axe.run(document.querySelector("dialog[open]") ?? document, %s)
  .then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html.slice(0, 160))]))"""
"""Behind an open dialog nothing can be reached; what is there has been looked at before."""


@cache
def question(kind: str, *values: str) -> str:
    return FIND % json.dumps({"runOnly": {"type": kind, "values": values}, "resultTypes": ["violations"]})


async def faults(page: Page, *, colours_only: bool = False) -> list[list[str]]:
    """For each broken rule its name and what breaks it."""
    if not await page.evaluate("'axe' in window"):
        await page.evaluate(AXE_SCRIPT)
    found: list[list[str]] = await page.evaluate(
        question("rule", *COLOURS) if colours_only else question("tag", *STANDARDS)
    )
    return found
