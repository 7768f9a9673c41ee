"""The game as an app of a device: what its manifest says, and the page for the time without a line."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from kit.axe import faults
from kit.browser import PHONE, Pages
from kit.renewed import RenewedServer
from kit.table_page import eventually
from schnapsen_server.bench.make_icons import ICONS, icon
from schnapsen_server.web.edition import ClientFiles, client_dir
from schnapsen_server.web.languages import LANGUAGES
from schnapsen_server.web.manifest import manifest

WORKER = "navigator.serviceWorker.ready.then((found) => found.active.state)"
KEPT = """async () => Object.fromEntries(await Promise.all((await caches.keys()).map(async (name) =>
  [name, (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)])))"""
GONE = {"de-AT": "Keine Verbindung", "he-IL": "אין חיבור"}


@pytest.fixture
async def renewed(tmp_path: Path) -> AsyncIterator[RenewedServer]:
    server = RenewedServer(tmp_path / "data")
    await server.start()
    yield server
    await server.stop()
    assert "Traceback" not in "".join(server.output), "".join(server.output)


def test_the_app_has_a_name_in_every_language_and_icons_that_are_there() -> None:
    edition = ClientFiles(client_dir()).edition
    names = set()
    for language in LANGUAGES:
        said = json.loads(manifest(edition, language))
        names.add(said["description"])
        assert (said["lang"], said["dir"]) == (language, "rtl" if language == "he" else "ltr")
        assert {one["sizes"] for one in said["icons"]} >= {"192x192", "512x512"}
        assert "maskable" in {one["purpose"] for one in said["icons"]}
        for one in said["icons"]:
            assert edition.file(one["src"].removeprefix(f"/static/{edition.digest}/"))
    assert len(names) == len(LANGUAGES)


@pytest.mark.parametrize("name", ICONS)
def test_the_icons_are_what_their_drawings_say(name: str) -> None:
    assert (client_dir() / name).read_bytes() == icon(client_dir(), name)


async def test_without_a_server_there_is_a_page_that_says_so_and_goes_on_when_there_is_one(
    renewed: RenewedServer, open_page: Pages
) -> None:
    pages: list[Page] = []
    for locale in GONE:
        person = await open_page.person(screen=PHONE, locale=locale, worker=True)
        pages.append(await open_page(renewed.url, context=person))
        assert await pages[-1].evaluate(WORKER) in ("activating", "activated")
    page = pages[0]
    edition = await page.evaluate("document.querySelector('script[type=module]').src.split('/')[4]")
    assert list(files := await page.evaluate(KEPT)) == [f"offline /static/{edition}/base+offline.css"]
    assert all(path == "/offline" or path.startswith(f"/static/{edition}/") for path in next(iter(files.values())))
    wanted = f"{renewed.url}/m/somewhere#key"
    await renewed.stop()
    for page, said in zip(pages, GONE.values(), strict=True):
        await page.goto(wanted)
        await expect(page.locator("h1:visible")).to_have_text(said)
        await expect(page.locator("img")).to_have_js_property("complete", True)
        assert page.url == wanted
        assert await faults(page) == []
        assert await page.evaluate("[document.documentElement.scrollWidth, innerWidth]") == [PHONE.width] * 2
    await renewed.renew(stopped=True)
    for page in pages:
        await expect(page.locator("#prompt")).to_be_visible()
        assert page.url == wanted
    await eventually(lambda: replaced(pages[0], edition))
    open_page.complaints.clear()


async def replaced(page: Page, edition: str) -> bool:
    """The worker of the newer edition is here, and what the older one kept is gone."""
    names = list(await page.evaluate(KEPT))
    return len(names) == 1 and edition not in names[0]
