"""The page of puzzles: a position is played by cards and by keys, and the solver answers, in every language."""

from playwright.async_api import expect

from kit.browser import PHONE, Pages
from kit.server import ServerProcess
from schnapsen_server.bots.puzzles import puzzles
from schnapsen_server.bots.standing import values

TITLES = {"en": "Puzzle 1 of", "de": "Aufgabe 1 von", "he": "חידה 1 מתוך"}


async def test_a_puzzle_is_read_and_played(server: ServerProcess, open_page: Pages) -> None:
    page = await open_page(server.url, screen=PHONE)
    await page.get_by_test_id("to-puzzles").tap()
    for language, title in TITLES.items():
        await page.locator("select.language").select_option(language)
        await expect(page.get_by_test_id("title")).to_contain_text(title)
    await page.locator("select.language").select_option("en")
    best, *_, worst = values(puzzles()[0].given)
    for move, told in ((worst.move, "gives away"), (best.move, "")):
        assert move.startswith("play:")
        await page.locator(f'button[data-card="{move[-2:]}"]').press("Enter")
        await expect(page.get_by_test_id("course").locator("li").first).to_contain_text(told or "ace")
        assert await page.get_by_test_id("course").locator("li.lost").count() == (1 if told else 0)
        await page.get_by_test_id("again").tap()
        await expect(page.get_by_test_id("course").locator("li")).to_have_count(0)
    await page.get_by_test_id("next").tap()
    await expect(page.get_by_test_id("title")).to_contain_text("Puzzle 2 of")
    await page.reload()
    await expect(page.get_by_test_id("title")).to_contain_text("Puzzle 2 of")
