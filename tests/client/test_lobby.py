"""The lobby of the home page in a browser: an opponent in one click, open tables, live matches, players."""

import asyncio
import itertools
import json
import random
import re
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import Locator, Page, WebSocketRoute, expect
from redis.asyncio import Redis

from kit.browser import PHONE, Pages, middle
from kit.client import Guest, Table, guest
from kit.server import ServerProcess
from kit.table_page import eventually

LOCALES = ("en-GB", "de-AT", "he-IL")
A_WHILE = 20_000
USUAL = {"preset": "seed", "clock": {"bank_ms": 300_000, "increment_ms": 10_000}, "rated": False}
WATCH_POINTER = """() => {
  const row = document.querySelector("[data-testid=table-row]:hover");
  const before = row.getBoundingClientRect().top;
  window.moved = [];
  const look = () => {
    if (!row.isConnected || row.getBoundingClientRect().top !== before) window.moved.push(row.outerHTML);
    else requestAnimationFrame(look);
  };
  look();
}"""


HEAR = """() => {
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    window.hear(this.frequency.value);
    return start.apply(this, when);
  };
  window.AudioContext = class extends AudioContext {
    constructor() {
      super();
      this.addEventListener("statechange", () => (document.documentElement.dataset.audio = this.state));
    }
  };
}"""
PROMISED_SECONDS = 2


class Crowd:
    """A lobby made up of many tables; some go and some come with every change. Prints its seed."""

    def __init__(self, tables: int) -> None:
        seed = random.randrange(10**6)
        print(f"seed {seed}")
        self._random = random.Random(seed)
        self._numbers = itertools.count(1)
        self._tables = [self._table() for _ in range(tables)]
        self._socket: WebSocketRoute | None = None
        self._v = 1

    def answer(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        socket.on_message(self._hear)

    def _hear(self, message: str | bytes) -> None:
        match json.loads(message)["t"]:
            case "hello":
                self._send({"t": "welcome", "protocol": 1, "player": "me", "name": "Me", "heartbeat_ms": 60_000})
            case "enter_lobby":
                whole = {"recovered": None, "tables": self._tables, "live": [], "drop": [], "online": 1000}
                self._send({"t": "lobby", "epoch": "e", "v": self._v, **whole})

    def change(self, tables: int) -> None:
        gone = [self._tables.pop(self._random.randrange(len(self._tables))) for _ in range(tables)]
        new = [self._table() for _ in range(tables)]
        self._tables += new
        self._v += 1
        drop = [row["match"] for row in gone]
        self._send({"t": "lobby_changed", "v": self._v, "put": new, "drop": drop, "online": 1000})

    def _table(self) -> dict[str, object]:
        number = next(self._numbers)
        reliability = {"finished": 19, "begun": 20}
        host = {"player": f"p{number}", "name": f"Host {number}", "rating": None, "reliability": reliability}
        return {"t": "table", "match": f"m{number}", "host": host, "at": number, **USUAL}

    def _send(self, frame: dict[str, object]) -> None:
        assert self._socket is not None
        self._socket.send(json.dumps(frame))


async def visit(pages: Pages, server: ServerProcess, **how: object) -> Page:
    page = await pages(server.url, **how)  # type: ignore[arg-type]
    await page.wait_for_selector("html[data-ready]", state="attached")
    return page


async def place(locator: Locator) -> tuple[float, float]:
    box = await locator.bounding_box()
    assert box
    return box["x"], box["y"]


async def waiting_table(server: ServerProcess, host: str, **terms: Any) -> tuple[Guest, str, Table]:
    """A listed table with its host at it; the socket is to be hung up."""
    someone = await guest(server, host)
    match, _ = await someone.open(listed=True, **terms)
    table = someone.connect()
    await table.dial()
    await table.join(match)
    return someone, match, table


async def test_two_clicks_far_apart_make_one_match(server: ServerProcess, open_page: Pages) -> None:
    person = await open_page.person(timeless=True)  # however long a double click takes
    ann, bob = await visit(open_page, server, context=person), await visit(open_page, server, screen=PHONE)
    await ann.get_by_test_id("play-now").dblclick()
    await expect(ann.get_by_test_id("queue")).to_contain_text(re.compile(r"\d:\d\d"))
    await bob.get_by_test_id("play-now").click()
    await expect(ann.get_by_test_id("toast")).to_be_visible()
    await person.clock.run_for(1_000)  # the sound is heard
    for page in (ann, bob):
        await page.wait_for_url(re.compile("/m/"), timeout=A_WHILE)
    assert ann.url == bob.url
    open_page.complaints.clear()


async def test_a_search_is_stopped_by_its_button_and_moves_nothing(server: ServerProcess, open_page: Pages) -> None:
    person = await open_page.person(screen=PHONE, timeless=True)
    page = await visit(open_page, server, context=person)
    below = page.get_by_test_id("invite")
    before = await place(below)
    await page.get_by_test_id("play-now").click()
    await expect(page.get_by_test_id("queue")).to_contain_text("rating points apart")
    assert await place(below) == before
    await person.clock.run_for(600)  # a second click on the same place would be a double click
    await page.get_by_test_id("queue-stop").click()
    await expect(page.get_by_test_id("play-now")).to_be_visible()
    async with (await guest(server, "Late")).connect() as other:
        await other.send({"t": "seek", **USUAL})
        assert (await other.until("seeking"))["t"] == "seeking"


async def test_a_closed_page_is_out_of_the_queue_within_two_seconds(server: ServerProcess, open_page: Pages) -> None:
    async with Redis(unix_socket_path=str(server.store.socket)) as store:

        async def waiting() -> int:
            return int(await store.hlen("{lobby}:tickets"))

        waits = []
        for _ in range(3):  # one of them on a machine that has other things to do
            page = await visit(open_page, server)
            await page.get_by_test_id("play-now").click()
            await eventually(waiting)
            await page.context.close()
            closed = time.monotonic()
            await eventually(lambda: nobody(waiting()))
            waits.append(time.monotonic() - closed)
    assert min(waits) <= PROMISED_SECONDS
    async with (await guest(server)).connect() as one, (await guest(server)).connect() as other:
        for table in (one, other):
            await table.send({"t": "seek", **USUAL})
        assert (await one.until("paired"))["match"] == (await other.until("paired"))["match"]


async def nobody(number: Awaitable[int]) -> bool:
    return await number == 0


def into(heard: list[float]) -> Callable[[float], None]:
    return lambda pitch: heard.append(pitch)  # a bound method of a list cannot be exposed


async def test_whoever_is_paired_hears_it_unless_he_wants_no_sound(server: ServerProcess, open_page: Pages) -> None:
    people = [await open_page.person() for _ in range(2)]
    tabs = []
    for person in people:
        await person.add_init_script(f"({HEAR})()")
        tabs.append(await visit(open_page, server, context=person))
    loud, mute = tabs
    heard: dict[Page, list[float]] = {loud: [], mute: []}
    for page in tabs:
        await page.expose_function("hear", into(heard[page]))
    await mute.get_by_role("button", name="Sound").click()
    await loud.get_by_test_id("play-now").click()
    await expect(loud.locator("html")).to_have_attribute("data-audio", "running")
    await mute.get_by_test_id("play-now").click()
    for page in tabs:
        await page.wait_for_url(re.compile("/m/"), timeout=A_WHILE)
    assert (heard[loud], heard[mute]) == ([523, 784, 1047], [])
    open_page.complaints.clear()


async def test_a_search_shows_in_every_tab_of_its_player_and_survives_a_reload(
    server: ServerProcess, open_page: Pages
) -> None:
    page = await visit(open_page, server)
    await page.get_by_test_id("play-now").click()
    await expect(page.get_by_test_id("queue")).to_contain_text("apart")
    other = await visit(open_page, server, context=page.context)
    await expect(other.get_by_test_id("queue")).to_be_visible()
    await page.reload()
    await expect(page.get_by_test_id("queue")).to_be_visible()
    await other.get_by_test_id("queue-stop").click()
    await expect(page.get_by_test_id("play-now")).to_be_visible()


async def test_who_waits_alone_may_play_the_computer_and_is_found_all_the_same(
    server: ServerProcess, open_page: Pages
) -> None:
    page = await visit(open_page, server)
    await page.get_by_test_id("play-now").click()
    await page.get_by_test_id("queue-bot").click(timeout=A_WHILE)
    await page.wait_for_url(re.compile("/m/"))
    await expect(page.get_by_test_id("queue")).to_contain_text("Looking for an opponent")
    async with (await guest(server, "Late")).connect() as other:
        await other.send({"t": "seek", **USUAL})
        match = (await other.until("paired"))["match"]
        await expect(page.get_by_test_id("paired-left")).to_have_text(re.compile(r"kept for \d+ seconds"))
        await page.get_by_test_id("paired-go").click(timeout=A_WHILE)
        await page.wait_for_url(f"{server.url}/m/{match}")
    open_page.complaints.clear()


async def test_the_link_to_a_new_opponent_searches_at_once_and_not_again_when_the_page_is_reloaded(
    server: ServerProcess, open_page: Pages
) -> None:
    page = await visit(open_page, server)
    await page.goto(f"{server.url}/#play")
    await page.reload()
    await expect(page.get_by_test_id("queue")).to_contain_text("apart")
    assert page.url == f"{server.url}/"


async def test_a_guest_is_told_that_rated_matches_need_a_name(server: ServerProcess, open_page: Pages) -> None:
    page = await visit(open_page, server)
    await expect(page.get_by_label("Rated", exact=True)).to_be_disabled()
    await page.get_by_role("button", name="Choose a name").click()
    await page.get_by_label("Your name").fill("Kaiserin_Sissi")
    await page.keyboard.press("Enter")
    await expect(page.get_by_label("Rated", exact=True)).to_be_checked()


async def test_the_chosen_terms_are_those_of_the_invitation_and_are_remembered(
    server: ServerProcess, open_page: Pages
) -> None:
    page = await visit(open_page, server)
    await page.get_by_label("Clock").select_option("No clock")
    await page.get_by_test_id("open-table").click()
    await page.get_by_label("Nobody").check()
    await page.get_by_label("Only who has the link").check()
    await page.get_by_test_id("table-create").click()
    await page.wait_for_url(re.compile("/m/"))
    (row,) = (await (await page.request.get(f"{server.url}/api/matches")).json())["matches"]
    assert (row["terms"]["clock"], row["terms"]["gallery"], row["terms"]["listed"]) == (None, "closed", False)
    await page.goto(server.url)
    await expect(page.get_by_label("Clock")).to_have_value("none")
    open_page.complaints.clear()


async def test_an_open_table_stands_in_the_list_until_somebody_sits_down(
    server: ServerProcess, open_page: Pages
) -> None:
    page = await visit(open_page, server)
    await expect(page.get_by_text("No open tables.")).to_be_visible()
    _, match, table = await waiting_table(server, "אבי 123!")
    row = page.get_by_test_id("table-row")
    await expect(row.locator("bdi")).to_have_text("אבי 123!")
    await expect(row).to_have_attribute("href", f"/m/{match}#sit")
    await row.focus()  # so it stays as long as anybody wants to read that it is taken
    async with (await guest(server, "Bob")).connect() as other:
        await other.join(match, sit=True)
        await expect(row).to_have_attribute("aria-disabled", "true")
        live = page.get_by_test_id("live-row")
        await expect(live).to_have_attribute("href", f"/m/{match}")
        await expect(live.locator("bdi")).to_have_text(["אבי 123!", "Bob"])
    await row.blur()
    await expect(row).to_have_count(0)
    await table.hang_up()


@pytest.mark.parametrize(
    ("locale", "said"),
    [*zip(LOCALES, ("finished 1 of 2", "1 von 2 beendet", "הושלמו 1 מתוך 2"), strict=True)],
)
async def test_an_open_table_says_how_many_matches_its_host_finished(
    locale: str, said: str, server: ServerProcess, open_page: Pages
) -> None:
    ann, bob = await guest(server, "Ann"), await guest(server, "Bob")
    async with ann.connect() as a, bob.connect() as b:
        for ending in ("resign_match", "abort_match"):
            match, invite = await ann.open()
            await a.join(match)
            await b.join(match, invite)
            assert (await a.submit(ending))["t"] == "ack"
        async with asyncio.timeout(A_WHILE / 1000):
            while (await server.ask("GET", f"/api/players/{ann.player}"))[1]["reliability"]["begun"] < 2:
                pass
        for host, table in ((ann, a), (bob, b)):
            await table.join((await host.open(listed=True))[0])
        page = await visit(open_page, server, locale=locale)
        rows = page.get_by_test_id("table-row")
        await expect(rows.filter(has_text="Ann").locator(".facts")).to_contain_text(said)
        await expect(rows.filter(has_text="Bob").locator(".facts")).to_contain_text("1")


async def test_the_small_board_counts_as_no_watcher(server: ServerProcess, open_page: Pages) -> None:
    _, match, first = await waiting_table(server, "Ann")
    async with (await guest(server, "Bob")).connect() as second, (await guest(server, "Eve")).connect() as eve:
        await second.join(match, sit=True)
        page = await visit(open_page, server)
        await expect(page.get_by_test_id("live-board")).to_have_attribute("href", f"/m/{match}", timeout=A_WHILE)
        assert (await eve.join(match, watch=True))["watchers"] == 1  # she herself
        while (told := await first.until("presence"))["names"] != ["Eve"]:
            assert told["names"] == []
        assert told["watchers"] == 1
    await first.hang_up()


async def test_chips_choose_which_tables_are_listed_and_are_remembered(server: ServerProcess, open_page: Pages) -> None:
    page = await visit(open_page, server)
    wishes: dict[str, dict[str, object]] = {"Ann": {"rated": True}, "Bob": {"rated": True, "clock": None}, "Cat": {}}
    tables = [(await waiting_table(server, name, **terms))[2] for name, terms in wishes.items()]
    rows = page.get_by_test_id("table-row").locator("bdi")
    rated, timed = page.get_by_role("button", name="Rated"), page.get_by_role("button", name="With a clock")
    await expect(rows).to_have_count(3)
    await rated.click()
    await expect(rows).to_have_text(["Ann", "Bob"])
    await timed.click()
    await expect(rows).to_have_text(["Ann"])
    await page.reload()
    await expect(rows).to_have_text(["Ann"])
    await expect(rated).to_have_attribute("aria-pressed", "true")
    await tables[0].hang_up()
    await expect(page.get_by_text("No open table is like that.")).to_be_visible()
    await rated.click()
    await expect(rows).to_have_text(["Cat"])
    for table in tables[1:]:
        await table.hang_up()


async def test_the_match_most_watched_is_played_before_ones_eyes(server: ServerProcess, open_page: Pages) -> None:
    page = await visit(open_page, server)
    board = page.get_by_test_id("live-board")
    await expect(board).to_be_hidden()
    _, match, first = await waiting_table(server, "Ann")
    async with (await guest(server, "Bob")).connect() as second:
        await second.join(match, sit=True)
        await expect(board).to_have_attribute("href", f"/m/{match}", timeout=A_WHILE)
        await first.reach(second.v)
        lead = next(table for table in (first, second) if table.view["to_play"] == table.view["viewer"])
        card = lead.view["seats"][lead.view["viewer"]]["hand"][0]
        assert (await lead.submit("play_card", card=card))["t"] == "ack"
        await expect(board.locator(f".trick [data-k={card}]")).to_be_visible()
        await lead.submit("resign_match")
        await expect(board).to_be_hidden()
    await first.hang_up()


async def test_ones_own_table_is_closed_from_the_list(server: ServerProcess, open_page: Pages) -> None:
    page = await visit(open_page, server)
    made = await page.request.post(f"{server.url}/api/matches", data={"listed": True})
    match = (await made.json())["match"]
    token = {cookie["name"]: cookie["value"] for cookie in await page.context.cookies()}["schnapsen"]
    async with Guest(server, "", "", token).connect() as table:
        await table.join(match)
        await expect(page.get_by_test_id("table-row")).to_have_attribute("href", f"/m/{match}")
        await page.get_by_test_id("table-close").click()
        await expect(page.get_by_test_id("table-row")).to_have_attribute("aria-disabled", "true")
        while table.view["called_off"] is None:
            await table.receive()
        assert table.view["called_off"] == "aborted"
    answer = await (await page.request.get(f"{server.url}/api/matches")).json()
    assert (answer["matches"], answer["finished"]) == ([], [])  # nobody came: it was no match


async def test_rows_hold_still_under_the_pointer_and_keep_the_focus(server: ServerProcess, open_page: Pages) -> None:
    page = await visit(open_page, server)
    rows = page.get_by_test_id("table-row")
    opened = []
    for n in range(4):
        opened.append(await waiting_table(server, f"Host {n}"))
        await expect(rows).to_have_count(n + 1)  # rows opened within one look of the server may come in any order
    third = page.locator(f"[href='/m/{opened[2][1]}#sit']")
    await third.focus()
    await third.hover()
    before = await place(third)
    for _, _, table in (opened[0], opened[3]):
        await table.send({"t": "leave"})
        await table.hang_up()
    await expect(rows).to_have_count(3, timeout=A_WHILE)  # what is below goes; what is above keeps its place, grey
    assert await place(third) == before
    await expect(third).to_be_focused()
    *_, late = await waiting_table(server, "Late")
    await expect(rows.first).to_contain_text("Late")  # in the place of the grey one
    assert await place(third) == before
    await expect(third).to_be_focused()
    for table in (opened[1][2], opened[2][2], late):
        await table.hang_up()


async def test_the_row_under_the_pointer_stays_while_five_hundred_tables_come_and_go(
    server: ServerProcess, open_page: Pages
) -> None:
    crowd = Crowd(500)
    context = await open_page.person()
    await context.clock.install()
    await context.route_web_socket(re.compile("/ws$"), crowd.answer)
    page = await visit(open_page, server, context=context)
    # These may come late, and make room for themselves above the list.
    await expect(page.get_by_role("button", name="Choose a name")).to_be_visible()
    await expect(page.get_by_test_id("levels")).to_contain_text("Rating")
    await page.mouse.move(*await middle(page.get_by_test_id("table-row").nth(5)))
    await page.evaluate(WATCH_POINTER)
    for _ in range(100):
        crowd.change(5)
        await page.evaluate("new Promise(requestAnimationFrame)")
    await context.clock.run_for(2_500)  # those that went are grey for two seconds, then their places are free
    for _ in range(50):
        crowd.change(5)
        await page.evaluate("new Promise(requestAnimationFrame)")
    assert await page.evaluate("window.moved") == []
    assert await page.get_by_test_id("table-row").count() <= 60


async def test_the_list_comes_back_after_a_lost_line(server: ServerProcess, open_page: Pages) -> None:
    page = await visit(open_page, server)
    *_, table = await waiting_table(server, "Host")
    await expect(page.get_by_test_id("table-row")).to_have_count(1)
    await table.hang_up()
    await server.kill()
    await server.start()
    *_, again = await waiting_table(server, "Guest of honour")
    await expect(page.get_by_test_id("table-row").filter(has_text="Guest of honour")).to_have_count(1, timeout=A_WHILE)
    await again.hang_up()
    open_page.complaints.clear()


async def test_players_can_be_looked_up(server: ServerProcess, open_page: Pages) -> None:
    page = await visit(open_page, server)
    await expect(page.locator(".name bdi")).not_to_be_empty()  # the page does not wait for it
    name = await page.locator(".name bdi").inner_text()
    await page.get_by_test_id("open-players").click()
    await expect(page.get_by_role("dialog").locator("bdi").first).to_have_text(name)
    await page.keyboard.press("Escape")
    await expect(page.get_by_test_id("open-players")).to_be_focused()


async def test_whom_one_avoids_is_told_to_the_server_from_the_table(server: ServerProcess, open_page: Pages) -> None:
    page = await visit(open_page, server)
    host, match, table = await waiting_table(server, "Ann")
    await page.goto(f"{server.url}/m/{match}#sit")
    await page.get_by_test_id("btn-menu").click()
    await page.get_by_test_id("btn-opponent").click()
    await expect(page.get_by_role("dialog").locator("bdi").first).to_have_text("Ann")
    await page.get_by_role("button", name="Never pair us").click()
    await expect(page.get_by_role("button", name="Pair us again")).to_be_visible()
    blocks = await (await page.request.get(f"{server.url}/api/blocks")).json()
    assert blocks == {"players": [host.player]}
    await table.hang_up()
