"""Every action at the table by tap, drag and key; what may not be done sends nothing and says why."""

import asyncio
from typing import Any

import pytest
from playwright.async_api import Locator, expect

from client.opposite import against, answers, other
from client.screens import Stage
from kit.browser import DESKTOP, PHONE, Pages, Screen, drag_by_finger
from kit.client import Frame, Table, guest
from kit.dealt import Dealt
from kit.plays import LONG, SHORT, choose
from kit.table_page import DOUBLE_CLICK, TablePage, Way

__all__ = ["other"]

FOLLOWS = "HJ HK HA HT SA | DA CT CK CJ SJ | HQ | ST DK CA CQ DJ SK SQ DT DQ"
LEADS = "DA CT CK SQ HJ | HK HA HT SA SK | HQ | ST DK CA CQ DJ CJ SJ DT DQ"
TWO_MARRIAGES = "HK HQ SK SQ CT | DA DT CK CJ SJ | HT | ST DK CA CQ DJ HA HJ SA DQ"
HEADS = "HA HT CK SA SJ | CA CQ DJ DT DK | HQ | ST"
"""Once the stock is closed the king of clubs must be beaten, and the jack of diamonds trumped."""

TRY = """() => [...document.querySelectorAll("#hand [data-card]")].map((node) => {
  if (!node.hasAttribute("aria-disabled")) return [node.dataset.card, null];
  node.click();
  return [node.dataset.card, document.getElementById("prompt-text").textContent];
})"""
"""The cards in the hand, each with what is said when it is tried although it is marked as impossible."""
SUITS = {"S": "spades", "H": "hearts", "C": "clubs", "D": "diamonds"}
WHY = {
    "NOT_YOUR_TURN": "It is not your turn",
    "MUST_FOLLOW": "You must follow suit: {suit}",
    "MUST_TRUMP": "You have no {suit}: play a trump",
    "MUST_HEAD": "You must beat the card that was led",
    "HAND_OVER": "This hand is over",
    "MATCH_PAUSED": "The match is paused",
    "MATCH_OVER": "This match is over",
}
NOT_PLAYING = {"hand_over": "HAND_OVER", "paused": "MATCH_PAUSED", "match_over": "MATCH_OVER"}

# Back where it was: the way home takes a moment, and then nothing is left of the drag.
AT_HOME = "(node) => Promise.all(node.getAnimations().map((one) => one.finished)).then(() => node.style.translate)"
WAYS = [(way, screen) for way in Way for screen in (DESKTOP, PHONE)]
IDS = [f"{way}-{'phone' if screen.touch else 'desk'}" for way, screen in WAYS]


@pytest.mark.parametrize(("way", "screen"), WAYS, ids=IDS)
async def test_every_move_by_every_way(
    way: Way, screen: Screen, dealt: Dealt, other: list[Table], open_page: Pages
) -> None:
    """One frame for each, the right one, and the table follows."""
    page, opposite = await against(other, open_page, await dealt(SHORT), screen=screen)
    for move in ("exchange", "close", "marriage:HK"):
        await page.act(move, way)
    await answers(opposite, page, "CJ")
    await page.act("play:HA", way)
    await answers(opposite, page, "CK")
    await page.act("play:HT", way)
    assert [sent["command"]["t"] for sent in page.sent] == [
        "exchange_trump", "close_stock", "declare_marriage", "play_card", "play_card",
    ]  # fmt: skip
    assert await page.page.evaluate("[scrollX, scrollY, String(getSelection())]") == [0, 0, ""]


@pytest.mark.parametrize("way", Way)
async def test_hebrew_has_the_same_felt(way: Way, dealt: Dealt, other: list[Table], open_page: Pages) -> None:
    page, _ = await against(other, open_page, await dealt(SHORT), screen=PHONE, locale="he-IL")
    await expect(page.page.locator("html")).to_have_attribute("dir", "rtl")
    for move in ("exchange", "close", "marriage:HK"):
        await page.act(move, way)


@pytest.mark.parametrize("step_ms", [4, 16, 60])
async def test_a_finger_may_be_quick_or_slow(step_ms: int, dealt: Dealt, other: list[Table], open_page: Pages) -> None:
    page, opposite = await against(other, open_page, await dealt(SHORT), screen=PHONE)
    await page.live()
    before = await page.seq()
    await drag_by_finger(page.page, page.card("SA"), await page.trick_spot(), step_ms=step_ms)
    await opposite.reach(before + 1)
    assert opposite.view["table"][0]["card"] == "SA"


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["mouse", "finger"])
async def test_a_drag_to_where_nothing_can_be_done_sends_nothing(
    screen: Screen, dealt: Dealt, other: list[Table], open_page: Pages
) -> None:
    page, opposite = await against(other, open_page, await dealt(LEADS), screen=screen)
    await page.live()
    nowhere = (8.0, 8.0)
    trick, trump = await page.trick_spot(), await page.trump_spot()
    for start, end in (
        (page.card("DA"), nowhere),
        (page.card("HJ"), page.at("stock")),
        (page.card("CK"), page.card("SQ")),
        (trump, trick),
        (trump, nowhere),
        (page.card("CK"), page.at("trump")),
    ):
        await page.drag(start, end)
        for node in (page.card("DA"), page.card("HJ"), page.card("CK"), page.at("trump")):
            assert await node.evaluate(AT_HOME) == ""
    await page.act("play:SQ")
    await answers(opposite, page, "SA")  # and now it is not the page's turn
    await page.drag(page.card("DA"), trick)
    await answers(opposite, page, "HK")
    await page.act("play:DA")
    assert len(page.sent) == 2


async def test_a_card_that_the_system_takes_from_the_finger_goes_home(
    dealt: Dealt, other: list[Table], open_page: Pages
) -> None:
    page, _ = await against(other, open_page, await dealt(SHORT), screen=PHONE)
    await page.live()
    await drag_by_finger(page.page, page.card("SA"), await page.trick_spot(), lift="touchCancel")
    assert await page.card("SA").evaluate(AT_HOME) == ""
    await page.act("play:HA", Way.DRAG)
    assert len(page.sent) == 1


async def test_after_a_card_is_thrown_the_next_tap_counts(dealt: Dealt, other: list[Table], open_page: Pages) -> None:
    page, _ = await against(other, open_page, await dealt(SHORT), screen=PHONE)
    await page.live()
    before = await page.seq()
    await drag_by_finger(page.page, page.card("SA"), await page.trick_spot(), step_ms=4, rest_ms=0)
    await page.tap("btn-menu")
    await expect(page.page.locator("dialog")).to_be_visible()
    await page.reach(before + 1)


async def test_escape_calls_a_card_back_from_the_air(dealt: Dealt, other: list[Table], open_page: Pages) -> None:
    page, _ = await against(other, open_page, await dealt(SHORT))
    await page.live()
    await page.card("SA").hover()
    await page.page.mouse.down()
    await page.page.mouse.move(*await page.trick_spot(), steps=4)
    await page.press("Escape")
    await page.page.mouse.up()
    assert await page.card("SA").evaluate(AT_HOME) == ""
    await page.act("play:HA")
    assert len(page.sent) == 1


async def test_a_tap_that_may_not_be_says_why_and_sends_nothing(
    dealt: Dealt, other: list[Table], open_page: Pages
) -> None:
    page, opposite = await against(other, open_page, await dealt(LEADS))
    await page.act("close")
    await page.act("play:CK")
    await answers(opposite, page, "HK")
    for card, way in (("DA", Way.TAP), ("SQ", Way.DRAG), ("CT", Way.KEY)):
        await page.make(f"play:{card}", way)
        await expect(page.prompt).to_have_text("It is not your turn")
    for way in (Way.TAP, Way.KEY):
        await page.make("exchange", way)
        await expect(page.prompt).to_have_text("It is not your turn")
    await answers(opposite, page, "SA")
    view = await page.view()
    assert await page.playable() == {"SQ"} == {move[5:] for move in view["legal"]}
    for card, way in (("DA", Way.TAP), ("CT", Way.DRAG), ("HJ", Way.KEY)):
        await page.make(f"play:{card}", way)
        await expect(page.prompt).to_have_text("You must follow suit: spades")
        await expect(page.at("say")).to_contain_text("Not possible: You must follow suit: spades")
    await page.tap("btn-close", force=True)
    await expect(page.prompt).to_have_text("Only the player who leads can do this")
    await page.act("play:SQ")
    assert len(page.sent) == 3


def reason(view: Frame, card: str) -> str | None:
    """Why the card cannot be played, or None if it can."""
    move = f"play:{card}"
    return None if move in view["legal"] else view["blocked"].get(move) or NOT_PLAYING[view["phase"]]


def words(view: Frame, code: str) -> str:
    led = view["table"][0]["card"] if view["table"] else ""
    return WHY[code].format(suit=led and SUITS[led[0]])


async def test_after_every_frame_the_cards_are_those_of_its_list(dealt: Dealt, open_page: Pages) -> None:
    """At both seats and in the gallery; any other card says why not, and sends nothing."""
    stage = Stage(open_page, await dealt(LONG, HEADS))
    people = [await guest(stage.server, name) for name in ("Ann", "Bob")]
    match, invite = await people[0].open("sharp", clock=None)
    both = near, far = await stage.sits(people[0], match), await stage.sits(people[1], match, invite)
    pages = [TablePage(await stage.page(who)) for who in (*people, None)]
    for page in pages:
        await page.goto(f"{stage.server.url}/m/{match}")
    *seats, gallery = pages
    tried: set[str] = set()

    async def look(v: int) -> None:
        for page, table in zip(seats, both, strict=True):
            view = await table.reach(v)
            await page.reach(v)
            said: dict[str, str | None] = dict(await page.page.evaluate(TRY))
            reasons = {card: reason(view, card) for card in view["seats"][view["viewer"]]["hand"]}
            assert said == {card: code and words(view, code) for card, code in reasons.items()}
            for card, code in reasons.items():
                if code and code not in tried:
                    await page.card(card).evaluate("(node) => node.click()")
                    await expect(page.at("say")).to_contain_text(f"Not possible: {words(view, code)}")
                    tried.add(code)
        await gallery.reach(v)
        assert await gallery.page.evaluate(TRY) == []

    async def ask(command: str, *tables: Table, **fields: Any) -> None:
        for table in tables:
            answer = await table.submit(command, **fields)
            assert answer["t"] == "ack", answer
            await look(answer["v"])

    await look(far.v)
    while near.view["phase"] == "playing":
        legal = (await stage.turn(both)).view["legal"]
        await look(await stage.plays(both, "claim" if legal == ["claim"] else choose(legal)))
    await ask("next_hand", *both)
    for move in ("close", "play:CK", "play:CA", "play:DJ"):
        await look(await stage.plays(both, move))
    await ask("propose", *both, what="save")
    await ask("propose", *both, what="resume")
    await ask("resign_match", near)
    assert [page.sent for page in pages] == [[], [], []]
    assert tried == set(WHY)
    await stage.close()


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["mouse", "finger"])
async def test_a_second_tap_right_after_the_first_is_no_second_command(
    screen: Screen, dealt: Dealt, other: list[Table], open_page: Pages
) -> None:
    person = await open_page.person(screen=screen, timeless=True)
    page, opposite = await against(other, open_page, await dealt(SHORT), screen=screen, context=person)

    async def twice(what: Locator) -> None:
        await page.live()
        await person.clock.run_for(int(1000 * DOUBLE_CLICK))  # it may lie where the last one lay
        before = await page.seq()
        box = await what.bounding_box()
        assert box
        for _ in range(2):
            await (page.page.touchscreen.tap if page.touch else page.page.mouse.click)(box["x"] + 20, box["y"] + 20)
        await page.reach(before + 1)

    await twice(page.at("btn-exchange"))
    await page.tap("btn-close")
    await twice(page.at("confirm-yes"))
    await twice(page.card("SA"))
    await opposite.submit("concede_hand")
    await page.phase("hand_over")
    await twice(page.at("btn-next"))
    await opposite.submit("next_hand")
    await page.phase("playing")
    await opposite.submit("resign_match")
    await page.phase("match_over")
    await twice(page.at("rematch"))
    await expect(page.at("rematch-box")).to_have_attribute("data-state", "offered")
    assert [sent["command"]["t"] for sent in page.sent] == [
        "exchange_trump", "close_stock", "play_card", "next_hand", "propose",
    ]  # fmt: skip


async def test_two_marriages_are_a_question(dealt: Dealt, other: list[Table], open_page: Pages) -> None:
    page, opposite = await against(other, open_page, await dealt(TWO_MARRIAGES))
    await page.tap("btn-marriage")
    await expect(page.at("marriage-choice")).to_have_count(2)
    await page.press("Escape")
    await expect(page.at("marriage-choice")).to_have_count(0)
    await page.act("marriage:SK")
    assert opposite.guest.name == "Opposite"
    await expect(page.page.locator("#trick [data-marriage='20']")).to_be_visible()


async def test_claiming_where_the_players_count(dealt: Dealt, other: list[Table], open_page: Pages) -> None:
    page, opposite = await against(other, open_page, await dealt(SHORT), preset="tournament")
    await page.act("play:HA")
    await answers(opposite, page, "DA")
    await page.act("play:HT")
    await answers(opposite, page, "DT")
    await page.act("exchange")
    await page.act("marriage:HK")
    await page.act("claim")
    await expect(page.at("result-points")).to_have_text("3")
    await asyncio.gather(page.act("next"), opposite.submit("next_hand"))
    await page.phase("playing")
