"""What moves at the table, in the degree that the reader wants; the table itself is right at once."""

from typing import Any

import pytest
from playwright.async_api import expect

from client.between import Frame, Line
from client.opposite import against, answers, other
from kit.browser import Pages
from kit.client import Table
from kit.dealt import Dealt
from kit.plays import SHORT
from kit.table_page import TablePage, eventually

__all__ = ["other"]

# Notes every animation as the properties that it moves and how long it lasts, and every transition. None ends by itself
# once `stuck` is set.
NOTE = """(motion) => {
  if (location.pathname.startsWith("/m/")) localStorage.setItem("motion", motion);
  window.noted = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const moved = frames.flatMap((frame) => Object.keys(frame)).filter((name) => !["easing", "offset"].includes(name));
    window.noted.push([[...new Set(moved)].sort().join(" "), options.duration]);
    const animation = animate.call(this, frames, options);
    if (window.stuck) animation.pause();
    return animation;
  };
  document.addEventListener("transitionrun", (event) => window.noted.push([event.propertyName, Infinity]));
}"""
ROUNDS = (("SA", "SJ"), ("HA", "CJ"), ("HT", "CK"))


async def ends_in_any_case(page: TablePage) -> None:
    """With the size of the window, and at the latest after 600 ms."""
    moving = "document.getAnimations().filter((one) => !(one instanceof CSSTransition)).length"
    await page.live()
    await page.page.evaluate("window.stuck = true")
    for key, end in (("x", None), ("m", 600)):
        before = await page.seq()
        await page.press(key)
        await page.reach(before + 1)
        await page.page.clock.run_for(20)  # a frame
        assert await page.page.evaluate(moving)
        if end is None:
            await page.page.evaluate("dispatchEvent(new Event('resize'))")
        else:
            await page.page.clock.run_for(end)
        assert not await page.page.evaluate(moving)


@pytest.mark.parametrize("motion", ["system", "full", "short"])
async def test_a_trick_moves_as_wanted_and_stays_as_long_as_wanted(
    motion: str, dealt: Dealt, other: list[Table], open_page: Pages
) -> None:
    """The system wants it calm here, and that is the usual degree."""
    person = await open_page.person(timeless=True)
    await person.add_init_script(f"({NOTE})('{motion}')")
    page, opposite = await against(other, open_page, await dealt(SHORT), context=person)
    await page.live()
    for (own, theirs), wanted in zip(ROUNDS, (None, "1500", "500"), strict=True):
        if wanted:
            await page.page.evaluate(f"localStorage.setItem('trick_pause', '{wanted}')")
        await page.act(f"play:{own}")
        await answers(opposite, page, theirs)
        held = int(wanted or 900)
        await expect(page.table).to_have_attribute("data-animating", "true")
        await page.page.clock.run_for(held - 50)
        await expect(page.table).to_have_attribute("data-animating", "true")
        await expect(page.page.locator("#trick [data-won]")).to_be_attached()
        await page.page.clock.run_for(400)
        await expect(page.table).to_have_attribute("data-animating", "false")
        await expect(page.page.locator("#trick .card")).to_have_count(0)
    await ends_in_any_case(page)
    noted: list[list[Any]] = await page.page.evaluate("window.noted")
    moves = {(moved, duration) for moved, duration in noted if moved != "transform"}
    if motion == "system":
        assert set(map(tuple, noted)) == {("opacity", 80)}
    elif motion == "full":
        assert {("translate", 180), ("translate", 160), ("opacity scale translate", 220), ("scale", 260)} == moves
    else:
        assert {("translate", 110), ("translate", 80), ("opacity scale translate", 120), ("scale", 140)} == moves


async def test_a_burst_of_cards_is_caught_up_with_at_once(dealt: Dealt, other: list[Table], open_page: Pages) -> None:
    person = await open_page.person(timeless=True)
    page, opposite = await against(other, open_page, await dealt(SHORT), context=person)
    line, kept = Line(), list[Frame]()

    def keep(frame: Frame) -> Frame | None:
        if frame["t"] == "update":
            kept.append(frame)
            return None
        return {**frame, "v": None} if frame["t"] == "beat" else frame  # else the page would ask what it lacks

    late = await TablePage.new(open_page, context=person, calm=False)
    await late.page.route_web_socket("**/ws", line.through)
    await late.goto(page.page.url)
    await late.live()
    line.change = keep
    for own, theirs in ROUNDS:
        await page.act(f"play:{own}")
        await answers(opposite, page, theirs)
        await person.clock.run_for(2_000)  # and the trick is gone

    async def all_kept() -> bool:
        return len(kept) == 2 * len(ROUNDS)

    await eventually(all_kept)
    right = await page.shown()
    for frame in kept:
        line.say(frame)
    await late.reach(kept[-1]["v"])
    await person.clock.run_for(400)
    assert await late.shown() == right
