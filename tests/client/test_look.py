"""What the eye needs: contrast in both themes, shapes where colours are the system's; cards to be held."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.async_api import expect

from client.screens import Stage
from kit.browser import Pages
from kit.client import guest
from kit.dealt import Dealt
from kit.table_page import TablePage

HAND = "DA CT CK SQ HJ | HK HA HT SA SK | HQ | ST DK CA CQ DJ CJ SJ DT DQ"
THEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
TEXT, SIGN = 4.5, 3.0
"""The least contrast of what is read, and of what is only seen."""

CONTRAST = (Path(__file__).parent / "contrast.js").read_text("utf-8")

OWN_COLOURS = """() => {
  const style = (selector) => getComputedStyle(document.querySelector(selector));
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = "CanvasText";
  const text = getComputedStyle(probe).color;
  probe.remove();
  const border = (selector) =>
    ["borderTopStyle", "borderTopWidth", "borderTopColor"].map((name) => style(selector)[name]).join(" ");
  return {
    text,
    legal: border("#hand .card:not([aria-disabled])"),
    illegal: border("#hand .card[aria-disabled]"),
    suits: [...new Set([...document.querySelectorAll("#hand .sign, #stock-note .suit .pip")]
      .map((one) => getComputedStyle(one).color))],
    focus: [style(":focus").outlineStyle, parseFloat(style(":focus").outlineWidth) >= 2],
  };
}"""

HELD = """() => [...document.querySelectorAll("#hand .card, #trump, #stock")].map((node) => {
  const { touchAction, userSelect } = getComputedStyle(node);
  return [touchAction, userSelect, node.draggable, node.querySelector("img") !== null];
})"""


@pytest.fixture
async def follows(dealt: Dealt, open_page: Pages) -> AsyncIterator[TablePage]:
    """A table where one card may be played and three may not."""
    stage = Stage(open_page, await dealt(HAND))
    host, other = await guest(stage.server), await guest(stage.server)
    match, invite = await host.open()
    both = await stage.sits(host, match), await stage.sits(other, match, invite)
    page = await TablePage(await stage.page(host)).goto(f"{stage.server.url}/m/{match}")
    await page.reach(await stage.plays(both, "close", "play:CK", "play:HK", "play:SA"))
    await page.live()
    yield page
    await stage.close()


async def test_everything_can_be_seen_by_everybody(follows: TablePage) -> None:
    page = follows.page
    assert len(await follows.hand()) == 4
    assert await follows.playable() == {"SQ"}
    for theme in THEMES:
        await page.emulate_media(color_scheme=theme)
        await expect(page.locator("html")).to_have_attribute("data-theme", theme)
        found = await page.evaluate(CONTRAST)
        assert len(found["text"]) > 20
        assert {what: ratio for what, ratio in found["text"].items() if ratio < TEXT} == {}, theme
        assert {what: ratio for what, ratio in found["sign"].items() if ratio < SIGN} == {}, theme

    assert await page.evaluate(HELD) == [["none", "none", False, False]] * 6

    await page.emulate_media(forced_colors="active")
    for focused in ("#hand .card[tabindex='0']", "[data-testid=btn-menu]"):
        await page.focus(focused)
        await follows.press("Shift")  # a key was used last
        shown = await page.evaluate(OWN_COLOURS)
        assert shown["legal"] != shown["illegal"]
        assert shown["suits"] == [shown["text"]]
        assert shown["focus"] == ["solid", True]
