"""Time at the table: clocks by the server's time, the limit for a first card, and a player who is away."""

import json
import time
from functools import partial
from itertools import pairwise

import pytest
from playwright.async_api import Page, expect

from client.seats import play_one, seated, seconds, until_both_have_begun
from kit.browser import PHONE, Pages
from kit.hurried import Hurried
from kit.plays import LONG
from kit.server import PATIENCE, ServerProcess
from kit.table_page import TablePage, eventually

SHORT = {"bank_ms": 10_000, "increment_ms": 0}
A_WHILE = 30_000

SKEWED = """(ms) => {
  const Real = Date;
  window.skew = ms;
  window.Date = class extends Real {
    constructor(...given) { super(...(given.length ? given : [Real.now() + window.skew])); }
    static now() { return Real.now() + window.skew; }
  };
}"""
"""The clock of the device is wrong by so much; `window.skew` sets it anew."""

LISTEN = """() => {
  window.heard = [];
  const alarm = document.getElementById("alarm");
  new MutationObserver(() => heard.push(alarm.textContent)).observe(alarm, { childList: true });
}"""

BOXES = """() => [...document.querySelectorAll("#hand, #actions button, #felt, #prompt, #hand .card")]
  .map((node) => [node.dataset.testid ?? node.id, JSON.stringify(node.getBoundingClientRect())])"""
COUNT = """() => {
  window.counted = [];
  const boxes = () => JSON.stringify([...gone.querySelectorAll("button")].map((node) => node.getBoundingClientRect()));
  const gone = document.getElementById("gone");
  new MutationObserver(() => {
    const [left] = /\\d+(?= s)/.exec(gone.querySelector(".long")?.textContent ?? "") ?? ["0"];
    if (gone.hidden || Number(left) === window.counted.at(-1)?.[0]) return;
    const claim = gone.querySelector("[data-testid=claim]");
    window.counted.push([Number(left), !claim.hasAttribute("aria-disabled"), boxes()]);
  }).observe(gone, { childList: true, subtree: true, characterData: true });
}"""
"""Notes each second that is shown, whether the match could be claimed then, and where the buttons were."""


async def device_is_wrong_by(page: Page, ms: int) -> bool:
    before = time.time_ns() // 1_000_000
    shown = await page.evaluate("Date.now()")
    after = time.time_ns() // 1_000_000
    return before - 1 <= int(shown) - ms <= after + 1


async def clocks_agree(table: TablePage) -> bool:
    """What this page shows is what the server's clock says, within a second."""
    clock = (await table.view())["clock"]
    for seat, testid in enumerate(
        ("clock-me", "clock-opp") if await own_seat(table) == 0 else ("clock-opp", "clock-me")
    ):
        earliest = time.time_ns() // 1_000_000
        shown = 1000 * await seconds(table, testid)
        latest = time.time_ns() // 1_000_000
        most, least = (
            clock["left"][seat] - (at - clock["at"] if clock["running"] == seat else 0) for at in (earliest, latest)
        )
        if not least - 1000 <= shown <= most + 1000:
            return False
    return True


async def own_seat(table: TablePage) -> int:
    return int((await table.view())["viewer"])


@pytest.mark.parametrize("skew", [46_000, -3_600_000], ids=["46 s fast", "an hour slow"])
async def test_clocks_are_the_servers_whatever_the_device_says(
    skew: int, server: ServerProcess, open_page: Pages
) -> None:
    wrong = await open_page.person()
    await wrong.add_init_script(f"({SKEWED})({skew})")
    host, guest = await seated(open_page, server, guest=wrong)
    assert await device_is_wrong_by(guest.page, skew)
    assert await device_is_wrong_by(host.page, 0)
    await until_both_have_begun(host, guest)
    for table in (host, guest):
        await eventually(partial(clocks_agree, table))
    # The device's clock is set anew while the clocks run.
    await guest.page.evaluate(f"window.skew = {-skew}")
    assert await device_is_wrong_by(guest.page, -skew)
    await eventually(partial(clocks_agree, guest))
    await play_one(host, guest)
    for table in (host, guest):
        await eventually(partial(clocks_agree, table))
    running = host.page.locator(".clock[data-running]")
    await expect(running).to_have_count(1)
    assert await running.evaluate("(node) => getComputedStyle(node).direction") == "ltr"


async def test_a_player_is_warned_once_and_loses_when_the_time_is_up(server: ServerProcess, open_page: Pages) -> None:
    host, guest = await seated(open_page, server, clock=SHORT)
    late = await until_both_have_begun(host, guest)
    other = guest if late is host else host
    await late.page.evaluate(LISTEN)
    await expect(late.at("clock-me")).to_have_attribute("data-low", "10")
    for table, result in ((late, "You lose the match"), (other, "You win the match")):
        await expect(table.at("match-result")).to_contain_text(result, timeout=A_WHILE)
        await expect(table.at("match-result")).to_contain_text("ran out of time")
    heard = [text for text in await late.page.evaluate("heard") if "left" in text]
    assert len(heard) <= 1  # it may have come before there was somebody to count
    await expect(late.at("clock-me")).to_have_text("0:00")


async def test_a_match_can_be_called_off_before_ones_first_card(server: ServerProcess, open_page: Pages) -> None:
    host, guest = await seated(open_page, server, screen=PHONE)
    await expect(host.at("first-move-left")).to_be_visible()
    await expect(host.at("btn-abort")).to_be_visible()
    await play_one(host, guest)
    await play_one(host, guest)
    for table in (host, guest):
        await expect(table.at("btn-abort")).to_be_hidden()
    again, _ = await seated(open_page, server)
    await again.tap("btn-abort")
    await expect(again.at("match-result")).to_contain_text("called off")


async def test_who_is_away_is_waited_for_and_then_the_win_can_be_claimed(hurried: Hurried, open_page: Pages) -> None:
    host, guest = await seated(open_page, await hurried(LONG))
    leaver = await until_both_have_begun(host, guest)
    stayer = guest if leaver is host else host
    before = await stayer.page.evaluate(BOXES)
    await stayer.page.evaluate(COUNT)
    await stayer.page.evaluate(LISTEN)

    await leaver.page.close()
    await expect(stayer.at("opp-conn")).to_have_attribute("data-state", "away")
    await expect(stayer.at("gone")).to_be_visible()
    await eventually(lambda: told(stayer, "You can claim the match in"))
    assert await stayer.page.evaluate(BOXES) == before
    back = await TablePage.new(open_page, context=leaver.page.context)
    await back.goto(stayer.page.url)
    await expect(stayer.at("opp-conn")).to_have_attribute("data-state", "online")
    await expect(stayer.at("gone")).to_be_hidden()
    assert await stayer.page.evaluate(BOXES) == before

    await back.menu("btn-leave")
    await back.tap("confirm-yes")
    await back.page.wait_for_url(lambda url: "/m/" not in url)
    await expect(stayer.page.locator("[data-testid=claim]:not([aria-disabled])")).to_be_visible()
    assert await stayer.page.evaluate(BOXES) == before
    counted = await stayer.page.evaluate("counted")
    rises = [later for (earlier, *_), (later, *_) in pairwise(counted) if later > earlier]
    assert len(rises) <= 1, counted  # when he is away once more
    assert {left for left, may_claim, _ in counted if may_claim} == {0}
    assert len({boxes for *_, boxes in counted}) == 1
    await stayer.tap("claim")
    await expect(stayer.at("match-result")).to_contain_text("left and did not come back")


async def told(table: TablePage, words: str) -> bool:
    return any(words in text for text in await table.page.evaluate("heard"))


async def test_both_may_agree_to_stop(server: ServerProcess, open_page: Pages) -> None:
    host, guest = await seated(open_page, server)
    await until_both_have_begun(host, guest)
    await host.menu("btn-stop")
    await host.tap("confirm-yes")
    await guest.tap("btn-accept")
    for table in (host, guest):
        await expect(table.at("match-result")).to_contain_text("No result")


async def test_a_numbered_beat_is_answered_at_once(server: ServerProcess, open_page: Pages) -> None:
    host, _ = await seated(open_page, server)
    async with host.page.expect_event("websocket", timeout=PATIENCE * 1000) as opening:
        await host.page.reload()
    line, numbers = await opening.value, list[int]()

    def hear(text: str | bytes) -> None:
        if (frame := json.loads(text))["t"] == "beat" and "n" in frame:
            numbers.append(frame["n"])

    def is_answer(text: str | bytes) -> bool:
        return (frame := json.loads(text))["t"] == "echo" and frame["n"] in numbers

    line.on("framereceived", hear)
    await line.wait_for_event("framesent", is_answer, timeout=A_WHILE)


async def test_a_seat_of_a_listed_table_is_taken_from_the_lobby(server: ServerProcess, open_page: Pages) -> None:
    host = await TablePage.new(open_page)
    await host.page.request.get(server.url)
    terms = {"preset": "seed", "versus": "human", "listed": True, "gallery": "closed"}
    match = (await (await host.page.request.post(f"{server.url}/api/matches", data=terms)).json())["match"]
    await host.goto(f"{server.url}/m/{match}")
    guest = await TablePage.new(open_page)
    await guest.goto(f"{server.url}/m/{match}#sit")
    await host.phase("playing")
    assert guest.page.url == f"{server.url}/m/{match}"
    late = await open_page(f"{server.url}/m/{match}#sit")
    await expect(late.get_by_test_id("prompt")).to_contain_text("want no watchers")
