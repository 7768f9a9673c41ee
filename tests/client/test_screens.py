"""Every screen at every size, in every language and light: it fits, it can be read, and axe finds nothing.

A run draws a few of the combinations for each screen; with SCREENS=all it is all of them.
"""

import os
from collections.abc import AsyncIterator
from typing import Literal

import pytest

from client.fits import misfits
from client.screens import WALKS, Shown, Stage, opened, size, speak
from kit.axe import faults
from kit.browser import Pages
from kit.dealt import Dealt

ALL = os.environ.get("SCREENS") == "all"
SIZES = ((320, 568), (360, 740), (768, 1024), (1440, 900))
LANGUAGES = ("en", "de", "he")
THEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
BIG_TEXT = (1280, 1024)
"""Where the text is twice as big."""


Look = tuple[tuple[int, int], Literal["light", "dark"]]


def combinations(shown: Shown, turn: int) -> dict[str, list[Look]]:
    """For each language the sizes and themes; without SCREENS=all a diagonal that turns from screen to screen."""
    sizes = [(width, height) for width, height in SIZES if width < 700 or not shown.phone]
    if ALL:
        return {language: [(one, theme) for one in sizes for theme in THEMES] for language in LANGUAGES}
    chosen = [(sizes[(turn + n) % len(sizes)], THEMES[(turn + n) % 2]) for n in range(2)]
    return {LANGUAGES[turn % 3]: chosen}


@pytest.mark.timeout(600)
@pytest.mark.parametrize("walk", WALKS)
async def test_every_screen(walk: str, dealt: Dealt, open_page: Pages) -> None:
    way, deals = WALKS[walk]
    stage = Stage(open_page, await dealt(*deals))
    wrong: list[str] = []
    turn = 0
    async for shown in way(stage):
        for language, looks in combinations(shown, turn).items():
            await speak(shown.page, language)
            wrong += [f"{shown.name}, {language}, {found}" async for found in look(shown, looks)]
        turn += 1
    await stage.close()
    if wrong:
        pytest.fail("\n".join(wrong), pytrace=False)


async def look(shown: Shown, looks: list[Look]) -> AsyncIterator[str]:
    """What is wrong with a screen in the language that it speaks; axe looks at the last size, in each theme."""
    page = shown.page
    last, known = looks[-1]
    await size(page, *looks[0][0])
    async with opened(shown):
        for measures, theme in looks:
            await size(page, *measures)
            await page.emulate_media(color_scheme=theme)
            for fault in await misfits(page):
                yield f"{measures}, {theme}: {fault}"
            if measures == last:
                for broken in await faults(page, colours_only=theme != known):
                    yield f"{theme}: {broken}"
        await size(page, *BIG_TEXT)
        await page.evaluate("document.documentElement.style.fontSize = '200%'")
        for fault in await misfits(page):
            yield f"twice the text: {fault}"
        await page.evaluate("document.documentElement.style.fontSize = ''")
