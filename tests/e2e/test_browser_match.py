"""A whole match as two people and a watcher live it, at a desk and on a phone, through reloads, to the rematch."""

from collections.abc import Sequence

from playwright.async_api import expect

from kit.browser import DESKTOP, PHONE, Pages
from kit.dealt import Dealt
from kit.meter import elements
from kit.plays import LONG, SHORT, Hands, choose
from kit.table_page import TablePage, Way, joined


async def reload_all(tables: Sequence[TablePage]) -> None:
    for table in tables:
        await table.reload()
        for other in tables:  # have heard that nobody is missing any more
            await expect(other.at("opp-conn")).to_have_attribute("data-state", "online")
            await expect(other.at("own-conn")).to_have_attribute("data-state", "online")
            await expect(other.at("spectators")).to_have_attribute("data-n", "1")


async def test_a_match_to_seven_and_its_rematch(dealt: Dealt, open_page: Pages) -> None:
    server = await dealt(SHORT, SHORT, LONG, SHORT, SHORT)
    desk = await TablePage.new(open_page, screen=DESKTOP)
    await desk.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await desk.page.goto(server.url)
    await desk.at("invite").click()
    await desk.at("invite-copy").click()
    await expect(desk.at("hand-result").or_(desk.page.get_by_text("Link copied"))).to_be_visible()
    link = await desk.page.evaluate("navigator.clipboard.readText()")
    for_a_camera = await desk.page.locator(".qr svg[role=img]").bounding_box()
    assert for_a_camera is not None
    assert min(for_a_camera["width"], for_a_camera["height"]) >= 180
    corner = [for_a_camera["x"] + for_a_camera["width"] - 2, for_a_camera["y"] + for_a_camera["height"] - 2]
    assert await desk.page.evaluate("(at) => Boolean(document.elementFromPoint(...at)?.closest('.qr'))", corner)
    phone = await (await TablePage.new(open_page, screen=PHONE)).goto(link)
    match = desk.page.url.rsplit("/", 1)[1]
    watcher = await joined(open_page, server, match)
    await expect(watcher.page.get_by_text("Watching")).to_be_visible()

    tables = (desk, phone, watcher)
    people = (Hands(desk, Way.DRAG, Way.KEY, Way.TAP), Hands(phone, Way.DRAG, Way.TAP))
    view = await desk.phase("playing")
    reloads = {"mid-trick", "closed", "hand over"}
    while view["phase"] != "match_over":
        if view["phase"] == "hand_over":
            await desk.tap("btn-stay")
            await expect(desk.at("btn-stay")).to_be_hidden()
            if "hand over" in reloads:
                reloads.remove("hand over")
                await reload_all(tables)
            for person in people:
                await person.move("next")
        else:
            person = people[view["to_play"]]
            await person.table.reach(await desk.seq())
            mine = await person.table.view()
            assert await person.table.playable() == {move[5:] for move in mine["legal"] if move.startswith("play:")}
            await person.move(choose(mine["legal"], closing=len(view["results"]) != 2))
        now = max([await table.seq() for table in people_tables(people)])
        for table in tables:
            view = await table.reach(now)
        if "mid-trick" in reloads and len(view["results"]) == 2 and view["table"]:
            reloads.remove("mid-trick")
            await reload_all(tables)
        if "closed" in reloads and view["closed_by"] is not None:
            reloads.remove("closed")
            await reload_all(tables)

    assert not reloads
    done = people[0].done | people[1].done
    assert done >= {(kind, way) for kind in ("play", "exchange", "close", "marriage") for way in Way}
    await reload_all(tables)
    for table in tables:
        assert await elements(table.page) <= 600
    finals = [await table.page.locator(".final b").all_inner_texts() for table in tables]
    assert finals == [["7", "6"], ["6", "7"], ["7", "6"]]
    await expect(watcher.at("match-result")).to_contain_text(view["seats"][0]["name"])

    await desk.tap("rematch")
    await expect(phone.at("rematch-box")).to_have_attribute("data-state", "asked")
    await reload_all(tables)
    await phone.tap("rematch")
    for table in tables:
        await expect(table.at("rematch-box")).to_have_attribute("data-state", "started")
        await table.tap("rematch")
        await table.page.wait_for_url(lambda url: match not in url)
        await table.arrived()
    assert len({table.page.url for table in tables}) == 1
    for table, seat in zip(tables, (0, 1, None), strict=True):
        assert (await table.phase("playing"))["viewer"] == seat


def people_tables(people: Sequence[Hands]) -> list[TablePage]:
    return [person.table for person in people]
