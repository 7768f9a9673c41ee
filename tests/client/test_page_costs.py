"""What the pages may cost a phone: bytes, requests, elements and frames; and nothing moves that nobody touched."""

from playwright.async_api import expect

from client.between import Frame, Line
from client.opposite import against, other
from kit.browser import DESKTOP, PHONE, Pages
from kit.client import Table
from kit.dealt import Dealt
from kit.eventful import HAND, eventful
from kit.meter import Meter, most_elements
from kit.plays import LONG, play_hand
from kit.table_page import TablePage

__all__ = ["other"]

MOST_BYTES = 102_400
MOST_REQUESTS = 12
MOST_FIRST = {"HTML": 6_144, "CSS": 12_288, "JS": 46_080, "locale": 5_120, "faces": 12_288}
"""Until the page can be used; what it sends for later counts with the whole."""
MOST_ELEMENTS = 600
MOST_SHIFT = 0.02
LONGEST_MATCH = 13
"""Hands, each for one point."""
CHAT_LINES = 200
"""Those that the server keeps."""
LARGEST = {"submit": 120, "event": 300, "update": 4096, "joined": 4096}


async def test_the_first_load_is_small_and_nothing_jumps_during_a_match(dealt: Dealt, open_page: Pages) -> None:
    server = await dealt(HAND)
    home = await open_page(screen=PHONE)
    opened = await Meter.on(home)
    await home.goto(server.url, wait_until="networkidle")

    page = await TablePage.new(open_page, screen=PHONE, calm=False)
    met = await Meter.on(page.page)
    await page.page.request.get(server.url)  # brings the cookie and leaves nothing in the cache
    answer = await page.page.request.post(
        f"{server.url}/api/matches", data={"preset": "tournament", "versus": "human", "hints": True}
    )
    made = await answer.json()
    await page.goto(f"{server.url}/m/{made['match']}")
    await page.page.wait_for_load_state("networkidle")
    for meter in (opened, met):
        assert {kind: size for kind, size in meter.bytes.items() if size > MOST_FIRST.get(kind, MOST_BYTES)} == {}
        assert meter.bytes.total() <= MOST_BYTES, meter.bytes
        assert meter.requests.total() <= MOST_REQUESTS, meter.requests
        assert meter.origins == {server.url}

    assert met.bytes["later JS"] > 0 < met.bytes["later locale"]

    await eventful(server, page, made["match"], made["invite"])
    for meter in (opened, met):
        shifts = (await meter.felt())["shifts"]
        assert sum(shift["value"] for shift in shifts) <= MOST_SHIFT, shifts
    assert await met.elements() <= MOST_ELEMENTS
    sizes = met.sizes()
    assert {frame: sizes[frame] for frame, most in LARGEST.items() if not 0 < sizes[frame] <= most} == {}


def as_full_as_can_be(frame: Frame) -> Frame:
    """The table at the end of the longest match, with all that can have been said."""
    if frame["t"] in ("joined", "update"):
        end = {"reason": "last_trick", "game_points": 1}
        frame["view"]["results"] = [{"number": n + 1, "winner": n % 2, **end} for n in range(LONGEST_MATCH)]
    if frame["t"] == "joined":
        said = [{"seat": n % 2, "phrase": None, "text": f"line {n}", "at": frame["now"]} for n in range(CHAT_LINES)]
        frame["chat"] = said
    return frame


async def test_a_table_has_few_elements_however_long_the_match_and_the_talk(
    dealt: Dealt, other: list[Table], open_page: Pages
) -> None:
    line = Line()
    line.change = as_full_as_can_be
    person = await open_page.person(screen=DESKTOP)
    await person.route_web_socket("**/ws", line.through)
    page, opposite = await against(other, open_page, await dealt(LONG), preset="tournament", context=person)
    most = await most_elements(page.page)
    said = page.at("chat-log").locator("p")
    await expect(said.last).to_contain_text("line 199")

    await play_hand(page, opposite)
    await page.tap("chat-phrases")
    await opposite.submit("resign_match")
    await page.phase("match_over")
    await page.tap("chat-phrases")

    read = set(await said.all_inner_texts())
    while await page.at("chat-earlier").count():
        await page.tap("chat-earlier")
        await expect(page.at("chat-log")).to_be_focused()
        read |= set(await said.all_inner_texts())
    assert len(read) == CHAT_LINES
    while await page.at("chat-later").count():
        await page.tap("chat-later")
    await expect(said.last).to_contain_text("line 199")
    assert await most() <= MOST_ELEMENTS
