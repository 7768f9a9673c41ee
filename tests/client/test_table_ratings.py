"""What a match was worth: on the result of both, in the words of each."""

import re

from playwright.async_api import expect

from kit.browser import Pages
from kit.server import ServerProcess
from kit.table_page import TablePage

NEWCOMER = 1500
LANGUAGES = {"de": "Wertung:", "he": "דירוג:", "en": "Ratings:"}


async def named(pages: Pages, server: ServerProcess, name: str) -> TablePage:
    table = await TablePage.new(pages)
    await table.page.request.get(server.url)  # brings the cookie
    await table.page.request.put(f"{server.url}/api/me", data={"name": name})
    return table


async def test_the_result_shows_how_both_ratings_moved(server: ServerProcess, open_page: Pages) -> None:
    ann, bob = await named(open_page, server, "Ann"), await named(open_page, server, "Bob")
    terms = {"preset": "seed", "versus": "human", "rated": True, "clock": None}
    made = await (await ann.page.request.post(f"{server.url}/api/matches", data=terms)).json()
    await ann.goto(f"{server.url}/m/{made['match']}")
    await bob.goto(f"{server.url}/m/{made['match']}#{made['invite']}")
    await ann.phase("playing")
    await bob.menu("btn-resign")
    await bob.tap("confirm-yes")
    view = await ann.phase("match_over")
    for table, own, other in ((ann, 0, 1), (bob, 1, 0)):
        players = [view["seats"][seat] for seat in (own, other)]
        for language, title in LANGUAGES.items():
            await table.page.locator("select.language").select_option(language)
            line = table.at("rating-change")
            await expect(line).to_contain_text(title)
            await expect(line.locator("bdi.number")).to_have_text(
                [await moved(server, one["player"]) for one in players]
            )
            await expect(line.locator("bdi:not(.number)")).to_have_text([one["name"] for one in players])
    worth = await ann.at("rating-change").inner_text()
    assert re.search(r"Ann 1500 → 1\d{3}\? \(\+\d+\).*Bob 1500 → 1\d{3}\? \(\u2212\d+\)", worth, re.DOTALL), worth


async def moved(server: ServerProcess, player: str) -> str:
    """How the page has to show what the profile tells, a newcomer's first match being provisional."""
    _, profile = await server.ask("GET", f"/api/players/{player}")
    (point,) = profile["history"]
    assert profile["rating"]["provisional"]
    assert point["value"] - point["change"] == NEWCOMER
    change = f"+{point['change']}" if point["change"] > 0 else f"\u2212{-point['change']}"
    return f"{NEWCOMER} → {point['value']}? ({change})"


async def test_against_the_computer_a_match_counts_if_its_player_wants_that(
    server: ServerProcess, open_page: Pages
) -> None:
    ann = await named(open_page, server, "Ann")
    await ann.page.goto(server.url)
    await ann.page.get_by_role("checkbox", name="Rated against the computer").check()
    await expect(ann.page.get_by_role("checkbox", name="Hints")).to_be_disabled()
    await ann.page.get_by_test_id("play-bot").click()
    await ann.arrived()
    view = await ann.phase("playing")
    assert (view["terms"]["rated"], view["terms"]["hints"]) == (True, False)
    await ann.menu("btn-resign")
    await ann.tap("confirm-yes")
    await ann.phase("match_over")
    person = view["seats"][0]["player"]
    line = ann.at("rating-change").locator("bdi.number")
    await expect(line).to_have_text([re.compile("→ 1")])
    assert await line.inner_text() == await moved(server, person)
