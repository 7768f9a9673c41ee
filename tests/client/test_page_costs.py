"""What the pages may cost a phone: bytes, requests, elements and frames; and nothing moves that nobody touched."""

from kit.browser import PHONE, Pages
from kit.dealt import Dealt
from kit.eventful import HAND, eventful
from kit.meter import Meter
from kit.table_page import TablePage

MOST_BYTES = 102_400
MOST_REQUESTS = 12
MOST_FIRST = {"HTML": 6_144, "CSS": 12_288, "JS": 46_080, "locale": 5_120, "faces": 12_288}
"""Until the page can be used; what it sends for later counts with the whole."""
MOST_ELEMENTS = 600
MOST_SHIFT = 0.02
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
