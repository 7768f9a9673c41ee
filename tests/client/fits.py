"""What is wrong with how a page looks, found by measuring it; an empty list is a page that fits."""

from pathlib import Path

from playwright.async_api import Page

NAMES = ("אבי 123!", "Kaiserin Sissi 1837!")
"""One that is written from right to left on pages that are not, and one as long as names get."""

MISFITS = (Path(__file__).parent / "misfits.js").read_text("utf-8")


async def misfits(page: Page) -> list[str]:
    found: list[str] = await page.evaluate(MISFITS, NAMES)
    return found
