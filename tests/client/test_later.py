"""What a table fetches when it is drawn: nobody waits for it to play, and it comes in the end, with its words."""

from playwright.async_api import Route, expect

from kit.browser import Pages, withheld
from kit.server import ServerProcess
from kit.table_page import eventually, opened

LATER = "**/*.later.*"


async def test_a_table_is_played_at_without_what_comes_later_which_comes_when_the_line_is_back(
    server: ServerProcess, open_page: Pages
) -> None:
    person = await open_page.person()
    refused: list[str] = []

    async def refuse(route: Route) -> None:
        refused.append(route.request.url)
        await route.abort()

    await person.route(LATER, refuse)
    table, _, _ = await opened(open_page, server, versus="computer", context=person, whole=False)
    await expect(table.page.locator("#prompt[data-tone=turn]")).to_be_attached()
    await table.act(f"play:{sorted(await table.playable())[0]}")
    await table.tap("btn-menu")
    await eventually(lambda: tried_twice(refused))
    await person.unroute(LATER)
    await expect(table.page.locator("dialog").get_by_test_id("btn-resign")).to_have_text("Resign the match")
    open_page.complaints.clear()


async def tried_twice(refused: list[str]) -> bool:
    """Both the modules and the words."""
    return len(refused) >= 4


async def test_whoever_switches_the_language_before_all_words_are_here_gets_all_of_the_other(
    server: ServerProcess, open_page: Pages
) -> None:
    person = await open_page.person()
    async with withheld(person, LATER):
        table, _, _ = await opened(open_page, server, versus="computer", context=person, whole=False)
        await table.page.locator("select.language").select_option("de")
        await expect(table.page.locator("html")).to_have_attribute("lang", "de")
    await table.tap("btn-menu")
    await expect(table.page.locator("dialog").get_by_test_id("btn-resign")).to_have_text("Bummerl aufgeben")
    await table.press("Escape")
    await table.page.locator("select.language").select_option("en")
    await table.tap("btn-menu")
    await expect(table.page.locator("dialog").get_by_test_id("btn-resign")).to_have_text("Resign the match")
