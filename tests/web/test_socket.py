"""The websocket as a client meets it: hello, join, submit, resume; and what hostile ones get."""

import asyncio
import os
import signal
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from kit.client import Guest, Table, command_of, guest
from kit.raw import Op, RawSocket, frame
from kit.server import ServerProcess
from schnapsen_protocol.codec import decode_server_frame


async def seated(server: ServerProcess) -> tuple[str, Guest, Guest]:
    """A match between two guests, just dealt."""
    ann, bob = await guest(server, "Ann"), await guest(server, "Bob")
    match, invite = await ann.open()
    async with bob.connect() as table:
        await table.join(match, invite)
    return match, ann, bob


async def leader(one: Table, two: Table) -> tuple[Table, Table]:
    """The player whose turn it is, and the other."""
    return (one, two) if one.view["legal"] else (two, one)


async def test_an_outdated_client_is_told_to_reload(server: ServerProcess) -> None:
    table = (await guest(server)).connect()
    table._socket = await connect(
        f"ws://127.0.0.1:{server.port}/ws",
        additional_headers={"Authorization": f"Bearer {table.guest.token}"},
        proxy=None,
    )
    await table.send({"t": "hello", "protocol": 0})
    fault = await table.until("fault")
    assert (fault["code"], "reload" in fault["sentence"]) == ("OUTDATED", True)
    assert await table.closed() == 4001


async def test_a_stranger_is_turned_away(server: ServerProcess) -> None:
    table = Table(Guest(server, "", "", "forged"))
    with pytest.raises(Exception, match="4003"):
        await table.dial()


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null", "http://127.0.0.1"])
async def test_a_foreign_page_cannot_connect(server: ServerProcess, origin: str) -> None:
    ann = await guest(server)
    headers = {"Authorization": f"Bearer {ann.token}", "Origin": origin}
    with pytest.raises(InvalidStatus) as refused:
        await connect(f"ws://127.0.0.1:{server.port}/ws", additional_headers=headers, proxy=None)
    assert refused.value.response.status_code == 403


async def test_our_own_page_can_connect(server: ServerProcess) -> None:
    ann = await guest(server)
    headers = {"Authorization": f"Bearer {ann.token}", "Origin": server.url}
    async with connect(f"ws://127.0.0.1:{server.port}/ws", additional_headers=headers, proxy=None) as socket:
        await socket.send('{"t":"hello","protocol":1}')
        assert '"welcome"' in str(await socket.recv())


async def test_the_link_seats_the_first_and_lets_others_watch(server: ServerProcess) -> None:
    ann, bob, eve = await guest(server), await guest(server), await guest(server)
    match, invite = await ann.open()
    async with ann.connect() as a, bob.connect() as b, eve.connect() as e:
        assert (await a.join(match))["invite"] == invite
        assert (await e.join(match))["seat"] is None
        assert (await e.join(match, "wrong"))["seat"] is None
        joined = await b.join(match, invite)
        assert (joined["seat"], joined["view"]["phase"], joined["invite"]) == (1, "playing", None)
        assert (await e.join(match, invite))["code"] == "SEAT_TAKEN"
        assert (await e.until("joined"))["seat"] is None
        assert (await a.reach(joined["v"]))["phase"] == "playing"


async def test_an_unknown_match_is_said_to_be_unknown(server: ServerProcess) -> None:
    async with (await guest(server)).connect() as table:
        assert (await table.join("nosuchmatch"))["code"] == "UNKNOWN_MATCH"


async def test_a_resend_gets_the_same_answer_and_no_second_effect(server: ServerProcess) -> None:
    match, ann, bob = await seated(server)
    async with ann.connect() as a, bob.connect() as b, ann.connect() as tab:
        for table in (a, b, tab):
            await table.join(match)
        first, _ = await leader(a, b)
        move = command_of(next(move for move in first.view["legal"] if move.startswith("play")))
        ack = await first.submit(move["t"], command_id="once", card=move["card"])
        assert await first.submit(move["t"], command_id="once", card=move["card"]) == ack
        other_tab = first.guest.connect()
        async with other_tab:
            await other_tab.join(match)
            assert await other_tab.submit(move["t"], command_id="once", card=move["card"]) == ack
            assert other_tab.v == ack["v"]


async def test_an_id_of_mine_is_not_an_id_of_yours(server: ServerProcess) -> None:
    match, ann, bob = await seated(server)
    async with ann.connect() as a, bob.connect() as b:
        await a.join(match)
        await b.join(match)
        first, second = await leader(a, b)
        card = next(move for move in first.view["legal"] if move.startswith("play"))[-2:]
        ack = await first.submit("play_card", command_id="same", card=card)
        await second.reach(ack["v"])
        card = next(move for move in second.view["legal"] if move.startswith("play"))[-2:]
        assert (await second.submit("play_card", command_id="same", card=card))["v"] == ack["v"] + 1


async def test_a_refusal_says_why_and_what_is_legal_and_only_the_asker_hears_it(server: ServerProcess) -> None:
    match, ann, bob = await seated(server)
    async with ann.connect() as a, bob.connect() as b:
        await a.join(match)
        await b.join(match)
        first, second = await leader(a, b)
        card = second.view["seats"][second.view["viewer"]]["hand"][0]
        refused = await second.submit("play_card", card=card)
        assert (refused["code"], refused["legal"]) == ("NOT_YOUR_TURN", [])
        refused = await first.submit("play_card", card=card)
        assert (refused["code"], refused["legal"]) == ("CARD_NOT_IN_HAND", first.view["legal"])
        await first.send({"t": "probe"})
        assert (await first.until("beat"))["v"] == first.v == refused["v"]
        assert not [frame for frame in first.frames if frame["t"] == "update"]


async def test_an_old_version_is_stale_and_brings_the_newest_view(server: ServerProcess) -> None:
    match, ann, _ = await seated(server)
    async with ann.connect() as a:
        await a.join(match)
        refused = await a.submit("concede_hand", version=a.v - 1)
        assert refused["code"] == "STALE"
        assert (await a.until("update"))["view"] == a.view


async def test_a_watcher_cannot_act(server: ServerProcess) -> None:
    match, _, _ = await seated(server)
    async with (await guest(server)).connect() as eve:
        await eve.join(match)
        assert (await eve.submit("concede_hand"))["code"] == "NOT_A_PLAYER"


async def test_nothing_can_be_submitted_before_joining_or_said_before_hello(server: ServerProcess) -> None:
    ann = await guest(server)
    async with ann.connect() as a:
        assert (await a.submit("claim"))["code"] == "NOT_JOINED"
    headers = {"Authorization": f"Bearer {ann.token}"}
    async with connect(f"ws://127.0.0.1:{server.port}/ws", additional_headers=headers, proxy=None) as socket:
        await socket.send('{"t":"probe"}')
        assert '"MALFORMED"' in str(await socket.recv())


async def test_coming_back_brings_exactly_what_was_missed(server: ServerProcess) -> None:
    match, ann, bob = await seated(server)
    async with ann.connect() as a, bob.connect() as b:
        await a.join(match)
        await b.join(match)
        first, second = await leader(a, b)
        position = second.v
        second.cut()
        played = next(move for move in first.view["legal"] if move.startswith("play"))[-2:]
        await first.submit("play_card", card=played)
        joined = await second.resume()
        assert (joined["recovered"], joined["v"]) == (True, position + 1)
        assert [event["t"] for event in joined["events"]] == ["card_played", "clock_moved"]
        again = await second.resume()
        assert (again["recovered"], again["events"]) == (True, [])


async def test_who_cannot_be_shown_what_he_missed_stays_where_he_is(server: ServerProcess) -> None:
    ann = await guest(server)
    match, _ = await ann.open(versus="computer")
    async with ann.connect() as table:
        await table.join(match)
        os.kill(server.store.pid, signal.SIGSTOP)
        try:
            await table.send({"t": "resume", "match": match, "epoch": table.epoch, "version": table.v})
            assert (await table.until("joined", "fault"))["code"] == "UNAVAILABLE"
        finally:
            os.kill(server.store.pid, signal.SIGCONT)
        while (answer := await table.submit("say", command_id="hello", phrase="hello")).get("code") == "UNAVAILABLE":
            pass
        assert answer["t"] == "ack"


async def test_who_asks_for_the_match_or_for_two_hands_hears_all_of_it_that_was_said_aloud(
    server: ServerProcess,
) -> None:
    match, ann, bob = await seated(server)
    async with ann.connect() as a, bob.connect() as b, (await guest(server)).connect() as eve:
        await a.join(match)
        await b.join(match)
        acked = await a.submit("concede_hand")
        assert (await eve.join(match))["events"] == []
        joined = await eve.join(match, history=True)
        assert (joined["v"], joined["recovered"]) == (acked["v"], None)
        assert [event["t"] for event in joined["events"]][:3] == ["match_opened", "seat_taken", "seat_taken"]
        assert [event["t"] for event in joined["events"]][-2:] == ["hand_won", "clock_moved"]
        assert (await eve.join(match, recent=True))["events"] == joined["events"]
        for hand in (2, 3):
            for table in (a, b):
                await table.submit("next_hand")
            joined = await eve.join(match, history=True)
            second_deal = [event.get("number") for event in joined["events"]].index(2)
            begin = second_deal - 1 if hand == 3 else 0  # the last to be ready is told with the deal
            assert (await eve.join(match, recent=True))["events"] == joined["events"][begin:]
            await a.submit("concede_hand")


@pytest.mark.parametrize(("epoch", "ahead"), [("elsewhere", 0), (None, 1)])
async def test_a_position_that_is_not_of_this_log_is_not_called_recovered(
    server: ServerProcess, epoch: str | None, ahead: int
) -> None:
    match, ann, _ = await seated(server)
    async with ann.connect() as a:
        await a.join(match)
        a.epoch, a.v = epoch or a.epoch, a.v + ahead
        joined = await a.resume()
        assert (joined["recovered"], joined["events"], joined["view"]["phase"]) == (False, [], "playing")


async def test_two_tabs_of_one_player_are_live_and_count_once(server: ServerProcess) -> None:
    match, ann, bob = await seated(server)
    async with ann.connect() as a, ann.connect() as tab, bob.connect() as b:
        await a.join(match)
        await tab.join(match)
        assert (await b.join(match))["presence"] == [True, True]
        await a.hang_up()
        acked = await tab.submit("concede_hand")
        assert (await b.reach(acked["v"]))["phase"] == "hand_over"
        presences = [frame["seats"] for frame in b.frames if frame["t"] == "presence"]
        assert (presences or [[True, True]])[-1] == [True, True]
        await tab.hang_up()
        while (await b.until("presence"))["seats"] != [False, True]:
            pass


async def test_every_frame_of_the_server_is_of_the_schema(server: ServerProcess) -> None:
    match, ann, bob = await seated(server)
    async with ann.connect() as a, bob.connect() as b:
        await a.join(match)
        await b.join(match)
        await a.submit("concede_hand")
        await a.submit("play_card", card="HQ")
        await b.submit("propose", what="save")
        await a.send({"t": "probe"})
        await a.send("nonsense")
        await a.until("fault")
        for text in a.raw + b.raw:
            decode_server_frame(text)


HOSTILE = [
    ("a frame over the limit", "x" * 5000, 1009),
    ("a binary frame", b"\x00\x01", 1003),
]


@pytest.mark.parametrize(("what", "message", "code"), HOSTILE, ids=[what for what, _, _ in HOSTILE])
async def test_a_bad_frame_closes_its_own_socket_with_its_code(
    server: ServerProcess, what: str, message: str | bytes, code: int
) -> None:
    match, ann, bob = await seated(server)
    async with ann.connect() as a, bob.connect() as b:
        await a.join(match)
        await b.join(match)
        await a.send(message)
        assert await a.closed() == code
        await b.send({"t": "probe"})
        assert (await b.until("beat"))["v"] == b.v


async def test_text_that_is_not_utf8_is_closed_with_1007_and_leaves_no_traceback(server: ServerProcess) -> None:
    ann = await guest(server)
    line = await RawSocket.open(server, ann.token)
    line.send(frame(Op.TEXT, b'{"t":"\xff\xfe"}'))
    assert await line.closed() == 1007


async def test_too_many_frames_are_answered_and_then_the_socket_is_closed(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, SCHNAPSEN_FRAMES_PER_SECOND="5")
    await server.start()
    try:
        ann = await guest(server)
        async with ann.connect() as a:
            for number in range(200):
                await a.send({"t": "submit", "id": f"n{number}", "command": {"t": "claim"}})
            assert await a.closed() == 1008
            limited = [frame for frame in a.frames if frame.get("code") == "RATE_LIMITED"]
            assert limited
            assert all(frame["retry_ms"] > 0 and frame["id"].startswith("n") for frame in limited)
        async with ann.connect() as again:
            await again.send({"t": "probe"})
            await again.until("beat")
    finally:
        await server.stop()


async def test_a_stop_is_said_with_the_time_to_come_back(server: ServerProcess) -> None:
    async with (await guest(server)).connect() as a:
        stopping = asyncio.create_task(server.stop())
        assert (await a.until("restarting"))["retry_ms"] > 0
        assert await a.closed() == 1012
        assert await stopping == 0
    await server.start()
