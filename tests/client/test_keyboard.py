"""By keys alone: a whole match, the focus that stays, and the dialogs that hold it and give it back."""

from playwright.async_api import ElementHandle, Page, expect

from client.screens import Stage, size
from kit.browser import Pages
from kit.client import guest
from kit.dealt import Dealt
from kit.plays import SHORT, choose
from kit.table_page import TablePage, Way

HAND = "DJ CA SJ HT DT | HJ HQ DK CJ SQ | HK | DA SA CQ CT SK DQ HA ST CK"

WHERE = """() => {
  const focus = document.activeElement;
  const dialog = document.querySelector("dialog[open]");
  return focus === document.body ? "page" : dialog?.contains(focus) ? "dialog" : "behind";
}"""


async def focused(page: Page) -> ElementHandle:
    element = (await page.evaluate_handle("document.activeElement")).as_element()
    assert element
    return element


async def focus_is_somewhere(page: Page) -> bool:
    return bool(await page.evaluate("document.activeElement !== document.body"))


async def test_a_match_to_seven_by_keys_alone(dealt: Dealt, open_page: Pages) -> None:
    """From the load of the home page to the result; after the first Tab the focus is always on something."""
    stage = Stage(open_page, await dealt(SHORT))
    page = TablePage(await stage.home(await stage.page()))
    while not await page.page.evaluate("document.activeElement.matches('[data-testid=invite]')"):
        await page.press("Tab")
        assert await focus_is_somewhere(page.page)
    await page.press("Enter")
    match, invite = (await page.at("invite-link").input_value()).split("/m/")[1].split("#")
    far = await stage.sits(await guest(stage.server, "Opposite"), match, invite)
    view = await page.phase("playing")
    await page.press("Tab", "Enter")  # the way to the hand
    while view["phase"] != "match_over":
        if view["phase"] == "hand_over":
            await far.submit("next_hand")
            await page.act("next", Way.KEY)
            await page.phase("playing")
        elif view["to_play"] == view["viewer"]:
            await page.act(choose(view["legal"], closing=True), Way.KEY)
        elif view["hand_number"] == 2 and view["last_trick"]:
            await page.reach((await far.submit("concede_hand"))["v"])
        else:
            card = min(move for move in far.view["legal"] if move.startswith("play:"))[5:]
            await page.reach((await far.submit("play_card", card=card))["v"])
        await far.reach(await page.seq())
        view = await page.view()
        assert await focus_is_somewhere(page.page)
    await expect(page.at("match-result")).to_contain_text("You win the match")
    assert {sent["command"]["t"] for sent in page.sent} == {
        "exchange_trump", "close_stock", "declare_marriage", "play_card", "next_hand",
    }  # fmt: skip
    await stage.close()


async def test_the_focus_stays_on_its_card_whatever_the_other_does(dealt: Dealt, open_page: Pages) -> None:
    stage = Stage(open_page, await dealt(HAND))
    host, other = await guest(stage.server), await guest(stage.server)
    match, invite = await host.open()
    both = near, far = await stage.sits(host, match), await stage.sits(other, match, invite)
    page = await TablePage(await stage.page(host)).goto(f"{stage.server.url}/m/{match}")
    await page.phase("playing")
    await page.card("CA").focus()
    for move in ("play:DJ", "play:DK", "exchange", "close"):
        await page.reach(await stage.plays(both, move))
        await expect(page.card("CA")).to_be_focused()
    for _ in range(2):
        await far.submit("propose", what="save")
        await expect(page.page.locator("#proposal")).to_be_visible()
        await near.submit("decline", what="save")
        await expect(page.page.locator("#proposal")).to_have_count(0)
        await expect(page.card("CA")).to_be_focused()
    await page.reach(await stage.plays(both, "play:CJ"))
    await page.live()
    await expect(page.card("CA")).to_be_focused()
    await page.press("Enter")
    await expect(page.card("CA")).to_have_count(0)
    await page.live()
    assert await page.page.evaluate("document.activeElement.closest('#hand .card, #prompt') !== null")
    await stage.close()


async def test_what_opens_holds_the_focus_and_gives_it_back(dealt: Dealt, open_page: Pages) -> None:
    stage = Stage(open_page, await dealt(HAND))
    host, other = await guest(stage.server), await guest(stage.server)
    match, invite = await host.open()
    await stage.sits(other, match, invite)
    home = await stage.home(await stage.page(host))
    for opener in ("open-table", "open-players"):
        await home.get_by_test_id(opener).focus()
        await dialog(home, "Enter")
    await home.get_by_test_id("name").focus()
    await home.keyboard.press("Enter")
    await expect(home.locator(".rename .field")).to_be_focused()
    await home.keyboard.press("Escape")
    await expect(home.get_by_test_id("name")).to_be_focused()

    page = await TablePage(await stage.page(host)).goto(f"{stage.server.url}/m/{match}")
    await page.phase("playing")
    await page.live()
    await page.at("btn-menu").focus()
    await dialog(page.page, "Enter")
    for item in ("btn-last", "btn-watchers", "btn-opponent", "btn-keys"):
        await page.press("Enter")
        await page.page.locator("dialog").get_by_test_id(item).focus()
        await dialog(page.page, "Enter", "btn-menu")
    for key in ("l", "?"):
        await page.card("CA").focus()
        await dialog(page.page, key)
    for key in ("c", "Shift+S", "Shift+X"):  # questions, which leave the cards in sight
        await page.card("CA").focus()
        await page.press(key)
        await expect(page.page.locator("#actions .question :focus")).to_have_count(1)
        await page.press("Escape")
        await expect(page.at("confirm-no")).to_have_count(0)
        await expect(page.card("CA")).to_be_focused()
    await size(page.page, 360, 740)
    for item, panel in (("btn-log", "#log-panel"), ("btn-chat", "#chat-panel")):
        await page.at("btn-menu").focus()
        await page.press("Enter")
        await page.page.locator("dialog").get_by_test_id(item).press("Enter")
        await expect(page.page.locator(f"{panel} :focus")).to_have_count(1)
        await page.press("Escape")
        await expect(page.page.locator(panel)).to_be_hidden()
        assert await focus_is_somewhere(page.page)
    await stage.close()


async def dialog(page: Page, key: str, back: str | None = None) -> None:
    """The key opens a dialog: focus goes in, Tab goes round in it, Escape closes it, focus comes back."""
    opener = await focused(page) if back is None else await page.get_by_test_id(back).element_handle()
    assert opener
    await page.keyboard.press(key)
    await expect(page.locator("dialog[open] :focus")).to_have_count(1)
    assert await page.locator("dialog[open]").count() == 1
    first = await focused(page)
    # Beyond its last button lies the browser's own bar, and nothing of the page.
    places = []
    for _ in range(30):
        await page.keyboard.press("Tab")
        places.append(await page.evaluate(WHERE))
        if await first.evaluate("(node) => node === document.activeElement"):
            break
    assert places[-1] == "dialog"
    assert "behind" not in places
    await page.evaluate("document.querySelector('main button, main .card, main a').focus()")
    assert await page.evaluate(WHERE) == "dialog"
    await page.keyboard.press("Escape")
    await expect(page.locator("dialog")).to_have_count(0)
    assert await opener.evaluate("(node) => node === document.activeElement")
