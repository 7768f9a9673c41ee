"""The browser that the tests drive: it draws text, it hears a page complain, and its hand and finger reach the page."""

from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import Page, expect

from kit.browser import PHONE, Pages, Spot, drag, drag_by_finger

Drag = Callable[[Page, Spot, Spot], Awaitable[None]]

DRAGGABLE = """
<style>body { margin: 0 } div { position: absolute; touch-action: none; width: 60px; height: 60px }</style>
<div id=card style="left:20px;top:20px;background:red"></div>
<div id=pile style="left:200px;top:300px;background:blue"></div>
<output></output>
<script>
  const say = (word) => document.querySelector("output").append(word, " ");
  card.onpointerdown = (event) => { say(event.pointerType); card.setPointerCapture(event.pointerId); };
  card.onpointercancel = () => say("cancelled");
  card.onpointerup = (event) => say(document.elementsFromPoint(event.clientX, event.clientY).includes(pile));
</script>
"""


async def ink(page: Page) -> int:
    """How many bytes the picture of the page takes: an empty white page takes the fewest."""
    return len(await page.screenshot(type="png"))


async def test_text_is_visible(page: Page) -> None:
    await page.set_content("<p style='color:white'>Schnapsen, Schnäpser, שנאפסן</p>")
    blank = await ink(page)
    await page.set_content("<p>Schnapsen, Schnäpser, שנאפסן</p>")
    assert await ink(page) > blank


@pytest.mark.parametrize(("drag_it", "pointer"), [(drag, "mouse"), (drag_by_finger, "touch")])
async def test_a_drag_ends_on_what_it_was_dropped_on(open_page: Pages, drag_it: Drag, pointer: str) -> None:
    page = await open_page(screen=PHONE)
    await page.set_content(DRAGGABLE)
    await drag_it(page, page.locator("#card"), page.locator("#pile"))
    await expect(page.locator("output")).to_have_text(f"{pointer} true")


async def test_a_finger_can_be_taken_away(phone: Page) -> None:
    await phone.set_content(DRAGGABLE)
    await drag_by_finger(phone, phone.locator("#card"), (230, 330), lift="touchCancel")
    await expect(phone.locator("output")).to_have_text("touch cancelled")


async def test_errors_on_the_console_are_heard(open_page: Pages) -> None:
    page = await open_page()
    await page.set_content("<script>console.error('this'); setTimeout(() => { throw new Error('that') })</script>")
    await page.wait_for_function("() => new Promise(requestAnimationFrame)")
    assert "this" in open_page.complaints[0]
    assert "that" in open_page.complaints[1]
    open_page.complaints.clear()
