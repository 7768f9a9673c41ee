"""The lobby as a client meets it: search and be found, see tables come and go, and sit down before somebody else."""

from contextlib import AsyncExitStack

from kit.client import guest
from kit.lobby import BLITZ, SEEK, listed, lobby_until
from kit.server import ServerProcess


async def test_two_who_want_the_same_are_paired_and_play(server: ServerProcess) -> None:
    ann, bob = await guest(server, "Ann"), await guest(server, "Bob")
    async with ann.connect() as a, bob.connect() as b:
        await a.send(SEEK)
        seeking = await a.until("seeking")
        assert (seeking["offer_computer"], seeking["range"] > 0) == (False, True)
        await b.send(SEEK)
        match = (await a.until("paired"))["match"]
        assert (await b.until("paired"))["match"] == match
        view = (await a.join(match))["view"]
        assert (await b.join(match))["seat"] is not None
        assert (view["phase"], view["terms"]["clock"], view["terms"]["listed"]) == ("playing", BLITZ, True)


async def test_who_wants_something_else_waits_on(server: ServerProcess) -> None:
    async with (
        (await guest(server)).connect() as a,
        (await guest(server)).connect() as b,
        (await guest(server)).connect() as c,
    ):
        await a.send(SEEK)
        await b.send({**SEEK, "clock": None})
        await c.send({**SEEK, "clock": None})
        assert (await b.until("paired"))["match"] == (await c.until("paired"))["match"]
        await a.send({"t": "stop_seeking"})
        assert (await a.until("seek_ended", "paired"))["t"] == "seek_ended"


async def test_all_tabs_of_a_player_search_and_stop_together(server: ServerProcess) -> None:
    ann = await guest(server)
    async with ann.connect() as a, ann.connect() as tab:
        await a.send(SEEK)
        first = await a.until("seeking")
        await tab.send({"t": "enter_lobby"})
        assert (await tab.until("seeking"))["since"] == first["since"]
        await tab.send({"t": "stop_seeking"})
        await a.until("seek_ended")
        await tab.until("seek_ended")


async def test_a_search_ends_with_the_last_tab(server: ServerProcess) -> None:
    async with (
        (await guest(server)).connect() as gone,
        (await guest(server)).connect() as b,
        (await guest(server)).connect() as c,
    ):
        await gone.send(SEEK)
        await gone.until("seeking")
        gone.cut()
        async with (await guest(server)).connect() as watcher:
            await watcher.send({"t": "enter_lobby"})
            while (await watcher.until("lobby", "lobby_changed"))["online"] > 3:
                pass
        await b.send(SEEK)
        await b.until("seeking")
        await c.send(SEEK)
        assert (await b.until("paired"))["match"] == (await c.until("paired"))["match"]


async def test_a_player_whose_line_dropped_when_he_was_paired_finds_his_match(server: ServerProcess) -> None:
    ann, bob = await guest(server), await guest(server)
    async with ann.connect() as a, bob.connect() as b:
        for table in (a, b):
            await table.send(SEEK)
        match = (await a.until("paired"))["match"]
        b.cut()
        await b.dial()
        await b.send({"t": "enter_lobby"})
        assert (await b.until("paired"))["match"] == match
        await b.send(SEEK)
        assert (await b.until("paired", "seeking"))["match"] == match


async def test_a_listed_table_is_seen_taken_watched_and_gone(server: ServerProcess) -> None:
    ann, bob, eve = await guest(server, "Ann"), await guest(server, "Bob"), await guest(server, "Eve")
    async with ann.connect() as a, bob.connect() as b, eve.connect() as e:
        match = await listed(ann)
        await e.send({"t": "enter_lobby"})
        await a.join(match)
        row = (await lobby_until(e, lambda rows: match in rows))[match]
        assert (row["t"], row["host"]["name"], row["clock"], row["rated"]) == ("table", "Ann", None, False)
        assert (await b.join(match, sit=True))["seat"] == 1
        row = (await lobby_until(e, lambda rows: rows.get(match, {}).get("t") == "live"))[match]
        assert [player["name"] for player in row["players"]] == ["Ann", "Bob"]
        await e.join(match)
        await e.send({"t": "enter_lobby"})
        await lobby_until(e, lambda rows: rows[match].get("watchers") == 1)
        await b.submit("resign_match")
        await lobby_until(e, lambda rows: match not in rows)


async def test_a_table_goes_from_the_list_with_its_host_and_comes_back_with_him(server: ServerProcess) -> None:
    ann, eve = await guest(server), await guest(server)
    async with ann.connect() as a, eve.connect() as e:
        match = await listed(ann)
        await a.join(match)
        await e.send({"t": "enter_lobby"})
        await lobby_until(e, lambda rows: match in rows)
        a.cut()
        await e.send({"t": "enter_lobby"})
        await lobby_until(e, lambda rows: match not in rows)
        await a.resume()
        await e.send({"t": "enter_lobby"})
        await lobby_until(e, lambda rows: match in rows)


async def test_a_table_at_which_the_computer_sits_down_goes_from_the_list(server: ServerProcess) -> None:
    ann, eve = await guest(server), await guest(server)
    async with ann.connect() as a, eve.connect() as e:
        match = await listed(ann)
        await a.join(match)
        await e.send({"t": "enter_lobby"})
        await lobby_until(e, lambda rows: match in rows)
        assert (await a.submit("call_computer", level="club"))["t"] == "ack"
        await e.send({"t": "enter_lobby"})
        await lobby_until(e, lambda rows: match not in rows)


async def test_tables_by_link_are_not_listed_and_closed_matches_not_shown(server: ServerProcess) -> None:
    ann, bob, eve = await guest(server), await guest(server), await guest(server)
    async with ann.connect() as a, bob.connect() as b, eve.connect() as e:
        private, _ = await ann.open()
        await a.join(private)
        closed = await listed(bob, gallery="closed")
        await b.join(closed)
        await e.send({"t": "enter_lobby"})
        rows = await lobby_until(e, lambda rows: closed in rows)
        assert private not in rows
        async with (await guest(server)).connect() as c:
            await c.join(private, sit=True)  # is not seated: this table is for whoever has the link
            assert (await c.join(closed, sit=True))["seat"] == 1
            await e.send({"t": "enter_lobby"})
            await lobby_until(e, lambda rows: closed not in rows)


async def test_the_list_is_taken_up_where_it_was_left(server: ServerProcess) -> None:
    ann, eve = await guest(server), await guest(server)
    async with AsyncExitStack() as stack:
        e = await stack.enter_async_context(eve.connect())
        await e.send({"t": "enter_lobby"})
        seen = await e.until("lobby")
        assert seen["recovered"] is None
        a = await stack.enter_async_context(ann.connect())
        match = await listed(ann)
        await a.join(match)
        await lobby_until(e, lambda rows: match in rows)
        e.cut()
        await e.dial()
        await e.send({"t": "enter_lobby", "epoch": seen["epoch"], "version": seen["v"]})
        back = await e.until("lobby")
        assert (back["recovered"], [row["match"] for row in back["tables"]]) == (True, [match])
        await e.send({"t": "enter_lobby", "epoch": back["epoch"], "version": back["v"]})
        again = await e.until("lobby")
        assert (again["recovered"], again["tables"], again["live"], again["drop"]) == (True, [], [], [])
        await e.send({"t": "enter_lobby", "epoch": "another", "version": back["v"]})
        anew = await e.until("lobby")
        assert (anew["recovered"], [row["match"] for row in anew["tables"]]) == (False, [match])


async def test_a_match_is_rated_if_both_ask_for_it_and_have_names(server: ServerProcess) -> None:
    ann, bob, cat = await guest(server, "Ann"), await guest(server, "Bob"), await guest(server)
    rated = {**SEEK, "rated": True}
    async with ann.connect() as a, bob.connect() as b, cat.connect() as c:
        await a.send(rated)
        await b.send(rated)
        match = (await a.until("paired"))["match"]
        assert (await a.join(match))["view"]["terms"]["rated"] is True
        await a.submit("resign_match")
        await c.send(rated)
        await c.until("seeking")
        await b.send(rated)
        match = (await c.until("paired"))["match"]
        assert (await c.join(match))["view"]["terms"]["rated"] is False


async def test_who_searches_too_often_is_told_how_long_to_wait(server: ServerProcess) -> None:
    async with (await guest(server)).connect() as a:
        for _ in range(20):
            await a.send(SEEK)
        fault = await a.until("fault")
        assert (fault["code"], fault["retry_ms"] > 0) == ("RATE_LIMITED", True)


async def test_the_table_of_a_host_who_plays_elsewhere_is_open_to_nobody_until_he_has_played(
    server: ServerProcess,
) -> None:
    ann, bob, eve = [await guest(server) for _ in range(3)]
    async with ann.connect() as at_her_table, ann.connect() as tab, bob.connect() as b, eve.connect() as e:
        match = await listed(ann)
        await at_her_table.join(match)
        await e.send({"t": "enter_lobby"})
        await lobby_until(e, lambda rows: match in rows)
        await tab.send(SEEK)
        await b.send(SEEK)
        found = (await tab.until("paired"))["match"]
        await tab.join(found)
        await b.join(found)
        await e.send({"t": "enter_lobby"})
        await lobby_until(e, lambda rows: match not in rows and found in rows)
        assert (await e.join(match, sit=True))["seat"] is None
        await tab.submit("resign_match")
        await lobby_until(e, lambda rows: match in rows)
        assert (await e.join(match, sit=True))["seat"] == 1


async def test_a_table_that_its_host_closes_goes_from_the_list(server: ServerProcess) -> None:
    ann, eve = await guest(server), await guest(server)
    async with ann.connect() as a, eve.connect() as e:
        match = await listed(ann)
        await a.join(match)
        await e.send({"t": "enter_lobby"})
        await lobby_until(e, lambda rows: match in rows)
        await a.submit("abort_match")
        await e.send({"t": "enter_lobby"})
        await lobby_until(e, lambda rows: match not in rows)
        assert (await e.join(match, sit=True))["code"] == "MATCH_OVER"
