"""The faces of the cards: two packs, their names, the colours of their suits, their drawings."""

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from kit.browser import PHONE, Pages, withheld
from kit.dealt import Dealt
from kit.table_page import TablePage, eventually, opened

CLIENT = Path(__file__).parents[2] / "client"
PACKS = ("french", "german")
SHEET = CLIENT / "cards.css"
FIGURES = {f"{rank}{suit}" for rank in "KQJ" for suit in "CDHS"} | {"A"}
HAND = "HQ HJ CA SK DT | DA DK CK CJ SJ | HK | ST CT CQ DQ DJ HT SA HA SQ"
INK, RED, BLUE, GREEN, ORANGE = "#1a1a1a", "#b3261e", "#1d5fbf", "#1e6b3a", "#a84b00"
DARK_ORANGE = "#a04800"

LOOKS = """() => {
  const face = (card) => document.querySelector(`#hand [data-card=${card}] .face`);
  const large = ({ width, height }) => width > 20 && height > 20;
  const shows = (node) => Boolean(node) && node.checkVisibility() && large(node.getBBox());
  return [...document.querySelectorAll("#hand [data-card]")].map(({ dataset: { card } }) => ({
    card,
    index: shows(face(card).querySelector(".rank")),
    sign: shows(face(card).querySelector(".sign")),
    middle: [...face(card).querySelectorAll(".figure, .stand-in, .pip")].some(shows),
    figure: shows(face(card).querySelector(".figure")),
  }));
}"""
COLOURS = """() => Object.fromEntries(["C", "D", "H", "S"].map((suit) =>
  [suit, getComputedStyle(document.querySelector(`#hand .face[data-suit=${suit}]`)).color]))"""
CARD = "() => getComputedStyle(document.querySelector('#hand .paper')).fill"
INDEX_SHARE = """() => document.querySelector("#hand [data-card=SK] .rank").getBoundingClientRect().height
  / document.querySelector("#hand [data-card=SK] .face").getBoundingClientRect().width"""
BOXES = """() => [...document.querySelectorAll("#table *")].filter((node) => !node.closest("svg"))
  .map((node) => Object.values(node.getBoundingClientRect().toJSON()))"""
SYSTEM_TEXT = """() => {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = "CanvasText";
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}"""


def sheet() -> str:
    return re.sub(r"/\*.*?\*/", "", SHEET.read_text("utf-8"), flags=re.DOTALL)


def signs() -> dict[str, Any]:
    """What pips.js holds, read as the server may read it."""
    text = (CLIENT / "js" / "pips.js").read_text("utf-8")
    held: dict[str, Any] = json.loads(text[text.index("{") : text.rindex("}") + 1])
    return held


@pytest.mark.parametrize("pack", PACKS)
def test_a_pack_has_all_its_drawings_and_is_light(pack: str) -> None:
    text = (CLIENT / "faces" / f"{pack}.svg").read_text("utf-8")
    ids = re.findall(r'\bid="([\w-]+)"', text)
    assert len(ids) == len(set(ids))
    assert {name for name in ids if name.startswith(pack)} == {f"{pack}-{figure}" for figure in FIGURES}
    drawn = {f"pip-{pack}-{suit}" for suit in signs()[pack]}
    assert set(re.findall(r'href="#([\w-]+)"', text)) | set(re.findall(r"url\(#([\w-]+)\)", text)) <= {*ids, *drawn}
    paints = {name for names in re.findall(r'class="([^"]+)"', text) for name in names.split()}
    assert {name for name in paints if f".{name}" not in sheet()} == set()
    assert len(gzip.compress(text.encode())) < 6 * 1024


@pytest.mark.parametrize("language", ["en", "de", "he"])
def test_every_letter_that_a_card_may_show_is_drawn(language: str) -> None:
    texts = json.loads((CLIENT / "i18n" / f"{language}.json").read_text("utf-8"))
    shown = {text for key, text in texts.items() if re.match(r"(?:rank|suit)\.short\.", key)}
    assert len(shown) > 8
    assert shown <= signs()["letters"].keys()


def test_every_page_has_the_colours_of_the_cards() -> None:
    for page in CLIENT.glob("*.html"):
        text = page.read_text("utf-8")
        shows_cards = page.name != "offline.html"  # kept by the worker, with as little as it needs
        assert ("/static/cards.css" in text) == shows_cards, page.name


def rgb(colour: str) -> tuple[int, int, int]:
    if colour.startswith("#"):
        return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
    red, green, blue = (int(part) for part in re.findall(r"\d+", colour)[:3])
    return red, green, blue


def contrast(one: str, other: str) -> float:
    """As WCAG 2 counts it."""

    def luminance(colour: str) -> float:
        parts = [part / 255 for part in rgb(colour)]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


OWN = """async () => {
  const { faces, suitColours, indexSize } = await import("/static/js/faces.js");
  const { cardFace, suitIcon } = await import("/static/js/cards.js");
  const { cardName, load } = await import("/static/js/i18n.js");
  await load();
  let box = document.getElementById("own");
  if (!box) {
    box = document.body.appendChild(document.createElement("div"));
    box.id = "own";
    box.append(cardFace("SJ"), suitIcon("S"));
  }
  return [faces(), suitColours(), indexSize(), cardName("SJ"),
    ...[...box.querySelectorAll("use.rank, .suit use")].map((use) => use.getAttribute("href"))];
}"""


async def choose(settings: Page, **choices: str) -> None:
    """Its own cards and every other tab must follow."""
    for name, value in choices.items():
        await settings.locator(f"#set-{name}").select_option(value)


async def drawn(page: Page) -> None:
    await expect(page.locator("html[data-drawn]")).to_be_attached()


async def test_packs_colours_and_index_change_in_every_tab_at_once(dealt: Dealt, open_page: Pages) -> None:
    server = await dealt(HAND)
    table, match, _ = await opened(open_page, server, versus="computer", screen=PHONE)
    other = await open_page(f"{server.url}/m/{match}", context=table.page.context)
    chooser = await open_page(f"{server.url}/settings", context=table.page.context)
    await expect(other.locator("#hand [data-card]")).to_have_count(5)
    assert await chooser.evaluate(OWN) == [
        "french", "two", "normal", "jack of spades", "#letter-J", "#letter-J", "#pip-french-S",
    ]  # fmt: skip
    queen = table.card("HQ")
    await queen.evaluate("(card) => (card.kept = card.firstElementChild.kept = true)")
    boxes = await table.page.evaluate(BOXES)
    await expect(queen).to_have_attribute("aria-label", re.compile("^queen of hearts"))

    await choose(chooser, faces="german")
    assert await chooser.evaluate(OWN) == [
        "german", "tournament", "normal", "Unter of leaves", "#letter-U", "#letter-U", "#pip-german-S",
    ]  # fmt: skip
    for page in (table.page, other):
        await expect(page.locator("html[data-faces=german][data-suits=tournament][data-drawn]")).to_be_attached()
        shown = await page.evaluate(LOOKS)
        assert [one["card"] for one in shown if not (one["index"] and one["sign"] and one["middle"])] == []
        assert {one["card"] for one in shown if one["figure"]} == {"HQ", "HJ", "CA", "SK"}
        labels = await page.locator("#hand .card").evaluate_all(
            "(all) => all.map((card) => card.ariaLabel.split(',')[0])"
        )
        assert set(labels) == {"Ober of hearts", "Unter of hearts", "ace of acorns", "king of leaves", "ten of bells"}
    assert await queen.evaluate("(card) => card.kept && card.firstElementChild.kept")
    assert await table.page.evaluate(BOXES) == boxes
    assert await queen.locator(".rank").first.get_attribute("href") == "#letter-O"

    for language, ober, bells in (("he", "אובר לב", "עשר פעמון"), ("de", "Herz Ober", "Schellen Zehner")):
        await choose(chooser, language=language)
        await expect(queen).to_have_attribute("aria-label", re.compile(f"^{ober}"))
        await expect(table.card("DT")).to_have_attribute("aria-label", re.compile(f"^{bells}"))
    await table.act("play:HQ")
    await expect(table.at("log")).to_contain_text("Herz Ober")
    await table.press("h")
    await expect(table.at("say")).to_contain_text("Laub König")

    assert await table.page.evaluate(INDEX_SHARE) == pytest.approx(0.27, abs=0.01)
    await choose(chooser, index="large")
    await expect(table.page.locator("html[data-index=large]")).to_be_attached()
    assert await table.page.evaluate(INDEX_SHARE) == pytest.approx(0.36, abs=0.01)
    await choose(chooser, faces="french")
    assert (await chooser.evaluate(OWN))[:3] == ["french", "two", "large"]


async def test_no_card_is_blank_before_its_figure_is_here_and_suits_are_read_in_every_light(
    dealt: Dealt, open_page: Pages
) -> None:
    server = await dealt(HAND)
    table = await TablePage.new(open_page, screen=PHONE)
    page = table.page
    await page.add_init_script("localStorage.setItem('faces', 'german')")
    await page.request.get(server.url)
    made = await (await page.request.post(f"{server.url}/api/matches", data={"versus": "computer"})).json()
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    async with withheld(page.context, "**/faces/*.svg"):
        await table.goto(f"{server.url}/m/{made['match']}")
        await expect(page.locator("#hand [data-card]")).to_have_count(5)
        before, boxes = await page.evaluate(LOOKS), await page.evaluate(BOXES)
        assert [shown["card"] for shown in before if not (shown["index"] and shown["sign"] and shown["middle"])] == []
        assert not any(shown["figure"] for shown in before)
        assert await page.locator("html[data-drawn]").count() == 0
    await drawn(page)
    await eventually(lambda: page.evaluate(f"() => ({LOOKS})().filter((one) => one.figure).length === 4"))
    assert await page.locator(".stand-in:visible").count() == 0
    assert await page.evaluate(BOXES) == boxes
    assert [url.rsplit("/", 1)[1] for url in fetched if "/faces/" in url] == ["german.svg"]
    assert len(fetched) <= 12
    await suits_are_read(page, await open_page(f"{server.url}/settings", context=page.context))


async def suits_are_read(page: Page, chooser: Page) -> None:
    """In every set of colours, light and dark, and in the colours of a system."""
    for theme, orange in (("light", ORANGE), ("dark", DARK_ORANGE)):
        sets = {
            "two": {"C": INK, "D": RED, "H": RED, "S": INK},
            "poker": {"C": GREEN, "D": BLUE, "H": RED, "S": INK},
            "tournament": {"C": INK, "D": orange, "H": RED, "S": GREEN},
        }
        for suits, wanted in sets.items():
            await choose(chooser, theme=theme, suits=suits)
            await expect(page.locator(f"html[data-theme={theme}][data-suits={suits}]")).to_be_attached()
            colours = await page.evaluate(COLOURS)
            assert {suit: rgb(colour) for suit, colour in colours.items()} == {
                suit: rgb(colour) for suit, colour in wanted.items()
            }
            card = await page.evaluate(CARD)
            assert min(contrast(colour, card) for colour in colours.values()) >= 4.5, (theme, suits)
            initials = page.locator("#hand [data-card=SK] .initial").first
            await expect(initials).to_be_visible(visible=suits != "two")
    await page.emulate_media(forced_colors="active", reduced_motion="reduce")
    system = await page.evaluate(SYSTEM_TEXT)
    assert set((await page.evaluate(COLOURS)).values()) == {system}
    assert contrast(system, await page.evaluate(CARD)) >= 4.5
