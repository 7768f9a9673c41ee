"""Every screen at every size, in every language and light: it fits, it can be read, and axe finds nothing.

A run draws a few of the combinations for each screen; with SCREENS=all it is all of them.
"""

import itertools
import os
from collections.abc import AsyncIterator

import pytest

from client.fits import misfits
from client.screens import WALKS, Shown, Stage, opened, size, speak
from kit.axe import faults
from kit.browser import Pages
from kit.dealt import Dealt

ALL = os.environ.get("SCREENS") == "all"
SIZES = ((320, 568), (360, 740), (768, 1024), (1440, 900))
LANGUAGES = ("en", "de", "he")
THEMES = ("light", "dark")
BIG_TEXT = (1280, 1024)
"""Where the text is twice as big."""


Combination = tuple[str, tuple[int, int], str]


def combinations(turn: int) -> dict[str, list[tuple[tuple[int, int], str]]]:
    """For each language sizes and themes; without SCREENS=all a diagonal that turns from screen to screen."""
    if ALL:
        return {language: [*itertools.product(SIZES, THEMES)] for language in LANGUAGES}
    return {LANGUAGES[turn % 3]: [(SIZES[(turn + n) % 4], THEMES[(turn + n) % 2]) for n in range(2)]}


@pytest.mark.timeout(300)
@pytest.mark.parametrize("walk", WALKS)
async def test_every_screen(walk: str, dealt: Dealt, open_page: Pages) -> None:
    way, deals = WALKS[walk]
    stage = Stage(open_page, await dealt(*deals))
    wrong: list[str] = []
    turn = 0
    async for shown in way(stage):
        for language, looks in combinations(turn).items():
            await speak(shown.page, language)
            wrong += [f"{shown.name}, {language}, {found}" async for found in look(shown, looks)]
        turn += 1
    await stage.close()
    if wrong:
        pytest.fail("\n".join(wrong), pytrace=False)


async def look(shown: Shown, looks: list[tuple[tuple[int, int], str]]) -> AsyncIterator[str]:
    """What is wrong with a screen in the language that it speaks."""
    page = shown.page
    await size(page, *looks[0][0])
    focused = await page.evaluate_handle("document.activeElement")
    async with opened(shown):
        for measures, theme in looks:
            await size(page, *measures)
            await page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            for fault in await misfits(page):
                yield f"{measures}, {theme}: {fault}"
            if measures == looks[-1][0]:
                for broken in await faults(page, colours_only=theme != looks[-1][1]):
                    yield f"{theme}: {broken}"
        await size(page, *BIG_TEXT)
        await page.evaluate("document.documentElement.style.fontSize = '200%'")
        for fault in await misfits(page):
            yield f"twice the text: {fault}"
        await page.evaluate("document.documentElement.style.fontSize = ''")
