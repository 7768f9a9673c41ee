"""Life at a table as clients meet it: words, clocks, leaving, watchers, a free seat, another match."""

import asyncio
from typing import Any

import pytest

from kit.client import Frame, Guest, Table, guest
from kit.server import ServerProcess


async def seated(server: ServerProcess, **terms: object) -> tuple[str, Guest, Guest]:
    """A match between two guests, just dealt."""
    ann, bob = await guest(server, "Ann"), await guest(server, "Bob")
    match, invite = await ann.open(**terms)  # type: ignore[arg-type]
    async with bob.connect() as table:
        await table.join(match, invite)
        await table.until("presence")
    return match, ann, bob


async def present(table: Table, seats: list[bool]) -> Frame:
    """The first word of it that these are here."""
    while (frame := await table.until("presence"))["seats"] != seats:
        pass
    return frame


async def leader(one: Table, two: Table) -> tuple[Table, Table]:
    return (one, two) if one.view["legal"] else (two, one)


async def lead(table: Table) -> Frame:
    card = next(move for move in table.view["legal"] if move.startswith("play"))[-2:]
    ack = await table.submit("play_card", card=card)
    return await table.reach(ack["v"])


# Words


async def test_words_are_heard_at_once_and_kept(server: ServerProcess) -> None:
    match, ann, bob = await seated(server)
    async with ann.connect() as a, bob.connect() as b:
        await a.join(match)
        await b.join(match)
        await a.submit("say", phrase="good_luck")
        ack = await b.submit("say", text="  <b>Servus!</b>\n & viel  Glück ")
        await a.reach(ack["v"])
        (said,) = a.frames[-1]["events"]
        assert said == {"t": "said", "seat": 1, "phrase": None, "text": "<b>Servus!</b> & viel Glück"}
        chat = (await b.join(match))["chat"]
    assert [(line["phrase"], line["text"]) for line in chat] == [
        ("good_luck", None),
        (None, "<b>Servus!</b> & viel Glück"),
    ]


@pytest.mark.parametrize(
    "said", [{}, {"text": " \n"}, {"text": "x" * 201}, {"text": "a\u202eb"}, {"phrase": "hello", "text": "hello"}]
)
async def test_what_cannot_be_said_is_refused_by_its_id(server: ServerProcess, said: dict[str, Any]) -> None:
    match, ann, _ = await seated(server)
    async with ann.connect() as a:
        v = (await a.join(match))["v"]
        assert (await a.submit("say", **said))["code"] == "BAD_TEXT"
        assert (await a.join(match))["v"] == v


async def test_who_talks_too_much_is_told_how_long_to_wait(server: ServerProcess) -> None:
    match, ann, bob = await seated(server)
    async with ann.connect() as a, ann.connect() as tab, bob.connect() as b:
        for table in (a, tab, b):
            await table.join(match)
        answers = [await table.submit("say", text="?", command_id=f"{n}") for n in range(4) for table in (a, tab)]
        refused = [answer for answer in answers if answer["t"] == "fault"]
        assert len(refused) >= 2
        assert all(answer["code"] == "RATE_LIMITED" and 0 < answer["retry_ms"] <= 3000 for answer in refused)
        assert (await b.submit("say", text="!"))["t"] == "ack"


async def test_a_watcher_hears_and_says_nothing(server: ServerProcess) -> None:
    match, ann, _ = await seated(server)
    async with ann.connect() as a, (await guest(server, "Eve")).connect() as e:
        await a.join(match)
        await e.join(match)
        assert (await e.submit("say", phrase="hello"))["code"] == "NOT_A_PLAYER"
        await a.submit("say", phrase="hello")
        assert (await e.until("update"))["events"][0]["t"] == "said"


# Clocks


async def test_a_view_says_how_the_clocks_stand_and_a_frame_what_time_it_is(server: ServerProcess) -> None:
    match, ann, bob = await seated(server, clock={"bank_ms": 60_000, "increment_ms": 3000})
    async with ann.connect() as a, bob.connect() as b:
        joined = await a.join(match)
        await b.join(match)
        clock = joined["view"]["clock"]
        assert (clock["left"], clock["running"]) == ([60_000, 60_000], None)
        assert clock["at"] <= joined["now"] < clock["first_move_by"]
        beat = await a.until("beat")
        assert beat["now"] >= joined["now"]
        await a.send({"t": "echo", "n": beat["n"]})
        first, second = await leader(a, b)
        await lead(first)
        view = await second.reach(first.v)
        assert sorted(view["clock"]["left"]) == [60_000, 63_000]
        await lead(second)
        assert (await first.reach(second.v))["clock"]["running"] == first.view["to_play"]


async def test_out_of_time_is_lost_and_told_to_everybody(server: ServerProcess) -> None:
    match, ann, bob = await seated(server, clock={"bank_ms": 10_000, "increment_ms": 0})
    async with ann.connect() as a, bob.connect() as b, ann.connect() as tab:
        for table in (a, b, tab):
            await table.join(match)
        first, second = await leader(a, b)
        await lead(first)
        await second.reach(first.v)
        await lead(second)
        slow = (await first.reach(second.v))["to_play"]
        for table in (a, b, tab):
            while table.view["phase"] != "match_over":
                await table.until("update")
            assert (table.view["winner"], table.view["ended_by"]) == (1 - slow, "time")
            assert table.view["clock"]["left"][slow] == 0
            assert [event["t"] for event in table.frames[-1]["events"]].count("match_won") == 1


# Going away


async def test_leaving_on_purpose_is_told_apart_from_a_lost_line(server: ServerProcess) -> None:
    match, ann, bob = await seated(server)
    async with ann.connect() as a, bob.connect() as b:
        await a.join(match)
        await b.join(match)
        await present(a, [True, True])
        for how, whole in (("leave", 15_000), ("cut", 60_000)):
            if how == "leave":
                await b.send({"t": "leave"})
            else:
                b.cut()
            grace = (await present(a, [True, False]))["grace"]
            assert grace[0] is None
            assert whole - 5000 < grace[1] <= whole
            assert (await a.submit("claim_win"))["code"] == "NOT_AWAY"
            if how == "leave":
                await b.join(match)
                await present(a, [True, True])


async def test_a_match_is_called_off_before_the_first_card_only(server: ServerProcess) -> None:
    match, ann, bob = await seated(server)
    async with ann.connect() as a, bob.connect() as b:
        await a.join(match)
        await b.join(match)
        first, second = await leader(a, b)
        await lead(first)
        assert (await first.submit("abort_match"))["code"] == "TOO_LATE"
        ack = await second.submit("abort_match")
        view = await first.reach(ack["v"])
        assert (view["phase"], view["winner"], view["called_off"]) == ("match_over", None, "aborted")


# Watchers


@pytest.mark.parametrize("gallery", ["public", "open"])
async def test_hands_are_opened_to_watchers_only_if_the_players_want_it(server: ServerProcess, gallery: str) -> None:
    match, ann, _ = await seated(server, gallery=gallery)
    async with ann.connect() as a, (await guest(server, "Eve")).connect() as e:
        await a.join(match)
        assert (await e.join(match))["view"]["terms"]["gallery"] == gallery
        held = a.view["seats"][a.view["viewer"]]["hand"]
        ack = await a.submit("concede_hand")
        view = await e.reach(ack["v"])
        hands = [seat["hand"] for seat in view["seats"]]
        assert (hands[a.view["viewer"]], view["rest"] is not None) == (
            (held, True) if gallery == "open" else (None, False)
        )
        if gallery == "public":
            told = "".join(e.raw)
            assert not any(f'"{card}"' in told for card in held if card != view["upcard"])


async def test_a_closed_table_takes_no_watchers(server: ServerProcess) -> None:
    match, ann, bob = await seated(server, gallery="closed")
    async with ann.connect() as a, bob.connect() as b, (await guest(server)).connect() as e:
        assert (await e.join(match))["code"] == "NO_WATCHERS"
        assert (await a.join(match))["seat"] == 0
        assert (await b.join(match))["watchers"] == 0


async def test_who_only_glances_sees_what_a_watcher_sees_and_does_not_count_as_one(server: ServerProcess) -> None:
    match, ann, bob = await seated(server)
    gus, eve = await guest(server, "Gus"), await guest(server, "Eve")
    async with ann.connect() as a, bob.connect() as b, gus.connect() as g, eve.connect() as e:
        await a.join(match)
        await b.join(match)
        glimpse = await g.join(match, glance=True)
        assert (glimpse["seat"], glimpse["watchers"], glimpse["invite"]) == (None, 0, None)
        assert [seat["hand"] for seat in glimpse["view"]["seats"]] == [None, None]
        assert (await e.join(match, watch=True))["watchers"] == 1
        while (told := await g.until("presence"))["names"] != ["Eve"]:
            assert told["names"] == []
        assert told["watchers"] == 1
        lead_by, _ = await leader(a, b)
        seen = await lead(lead_by)
        assert (await g.reach(lead_by.v))["table"] == seen["table"]
        assert (await g.submit("resign_match"))["code"] == "NOT_A_PLAYER"


async def test_a_player_who_glances_is_not_at_his_table(server: ServerProcess) -> None:
    match, ann, bob = await seated(server)
    async with ann.connect() as a, ann.connect() as beside, bob.connect() as b:
        await a.join(match)
        await b.join(match)
        glimpse = await beside.join(match, glance=True)
        assert (glimpse["seat"], glimpse["view"]["seats"][0]["hand"]) == (None, None)
        await present(b, [True, True])
        await a.send({"t": "leave"})
        await present(b, [False, True])


async def test_watchers_have_names(server: ServerProcess) -> None:
    match, ann, _ = await seated(server)
    async with ann.connect() as a, (await guest(server, "Eve")).connect() as e:
        await a.join(match)
        await e.join(match)
        while (await a.until("presence"))["names"] != ["Eve"]:
            pass


# A free seat, and another match


async def test_of_many_who_want_one_seat_one_gets_it_and_the_others_watch(server: ServerProcess) -> None:
    host = await guest(server, "Ann")
    match, _ = await host.open(listed=True)
    guests = [await guest(server, f"Guest {n}") for n in range(12)]
    tables = [one.connect() for one in guests]
    await asyncio.gather(*(table.dial() for table in tables))

    async def sit(table: Table) -> tuple[bool, int | None]:
        frame = await table.join(match, sit=True)
        refused = frame["t"] == "fault"
        if refused:
            assert frame["code"] == "SEAT_TAKEN"
            frame = await table.until("joined")
        return refused, frame["seat"]

    outcomes = await asyncio.gather(*(sit(table) for table in tables))
    assert sorted(outcomes, key=str) == [(False, 1)] + [(True, None)] * 11
    await asyncio.gather(*(table.hang_up() for table in tables))


async def test_a_table_by_link_is_not_taken_without_the_link(server: ServerProcess) -> None:
    host, eve = await guest(server), await guest(server)
    match, _ = await host.open()
    async with eve.connect() as e:
        assert (await e.join(match, sit=True))["seat"] is None


async def test_both_may_ask_for_another_match_at_once_and_get_one(server: ServerProcess) -> None:
    for _ in range(20):
        match, ann, bob = await seated(server)
        async with ann.connect() as a, bob.connect() as b:
            dealer = (await a.join(match))["view"]["dealer"]
            await b.join(match)
            await a.submit("resign_match")
            await asyncio.gather(*(table.submit("propose", what="rematch") for table in (a, b)))
            last = max(a.v, b.v)
            for table in (a, b):
                while table.view["rematch"] is None:
                    last = (await table.until("update"))["v"]
            assert a.view["rematch"] == b.view["rematch"]
            again = await a.join(a.view["rematch"])
            assert (again["view"]["dealer"], again["view"]["phase"]) == (1 - dealer, "playing")
            started = [
                event for frame in b.frames for event in frame.get("events", ()) if event["t"] == "rematch_started"
            ]
            assert (len(started), last > 0) == (1, True)
