"""The HTTP requests beside the websocket."""

import asyncio

import pytest

from kit.client import guest
from kit.server import ServerProcess


async def test_a_guest_has_a_name_and_may_choose_another(server: ServerProcess) -> None:
    ann = await guest(server)
    assert await server.ask("GET", "/api/me", token=ann.token) == (200, {"player": ann.player, "name": ann.name})
    status, answer = await server.ask("PUT", "/api/me", {"name": " אבי  123! "}, token=ann.token)
    assert (status, answer["name"]) == (200, "אבי 123!")
    assert (await server.ask("GET", "/api/me", token=ann.token))[1]["name"] == "אבי 123!"


async def test_a_bad_name_is_refused_and_the_old_one_kept(server: ServerProcess) -> None:
    ann = await guest(server, "Ann")
    status, answer = await server.ask("PUT", "/api/me", {"name": "<i>"}, token=ann.token)
    assert (status, answer["code"]) == (422, "BAD_NAME")
    assert (await server.ask("GET", "/api/me", token=ann.token))[1]["name"] == "Ann"


@pytest.mark.parametrize("method", ["GET", "PUT"])
@pytest.mark.parametrize("forged", [None, "", "x", "AAAAAAAAAAAA", "AAAAAAAAAAAA.AAAA", "\x7f.ä"])
async def test_without_a_token_of_ours_one_is_nobody(server: ServerProcess, method: str, forged: str | None) -> None:
    body = {"name": "Eve"} if method == "PUT" else None
    status, answer = await server.ask(method, "/api/me", body, token=forged and forged.encode().decode("latin-1"))
    assert (status, answer["code"]) == (401, "NOT_SIGNED_IN")


async def test_a_public_id_is_no_credential(server: ServerProcess) -> None:
    ann, eve = await guest(server), await guest(server)
    signature = eve.token.partition(".")[2]
    for forged in (ann.player, f"{ann.player}.{signature}"):
        assert (await server.ask("GET", "/api/me", token=forged))[0] == 401


async def test_a_table_is_opened_with_an_invite_and_stands_in_my_matches(server: ServerProcess) -> None:
    ann = await guest(server)
    match, invite = await ann.open("tournament")
    _, answer = await server.ask("GET", "/api/matches", token=ann.token)
    (row,) = answer["matches"]
    assert (row["match"], row["invite"], row["phase"], row["preset"]) == (match, invite, "waiting", "tournament")
    assert row["opponent"] is None


@pytest.mark.parametrize("body", [{"preset": "x"}, {"versus": 1}, {"seat": 1}, [], "x", {"preset": "seed" * 2000}])
async def test_a_body_that_cannot_be_read_is_refused(server: ServerProcess, body: object) -> None:
    ann = await guest(server)
    status, answer = await server.ask("POST", "/api/matches", body, token=ann.token)
    assert (status, answer["code"]) == (400, "MALFORMED")


async def test_a_form_of_a_foreign_page_is_refused(server: ServerProcess) -> None:
    ann = await guest(server)
    headers = {"Content-Type": "text/plain"}
    assert (await server.ask("POST", "/api/matches", {}, token=ann.token, **headers))[1]["code"] == "MALFORMED"
    status, answer = await server.ask("POST", "/api/matches", {}, token=ann.token, Origin="https://elsewhere.example")
    assert (status, answer["code"]) == (403, "BAD_ORIGIN")
    assert (await server.ask("POST", "/api/matches", {}, token=ann.token, Origin=server.url))[0] == 201


async def test_too_many_tables_are_refused_with_the_time_to_wait(server: ServerProcess) -> None:
    ann = await guest(server)
    answers = [await server.ask("POST", "/api/matches", {}, token=ann.token) for _ in range(25)]
    refused = [answer for status, answer in answers if status == 429]
    assert refused
    assert all(answer["code"] == "RATE_LIMITED" and answer["retry_ms"] > 0 for answer in refused)
    eve = await guest(server)
    await eve.open()


async def test_a_name_changed_is_the_name_at_the_next_table(server: ServerProcess) -> None:
    ann = await guest(server, "Ann")
    await server.ask("PUT", "/api/me", {"name": "Anna"}, token=ann.token)
    match, _ = await ann.open()
    async with ann.connect() as table:
        joined = await table.join(match)
    assert joined["view"]["seats"][0]["name"] == "Anna"


async def test_a_table_is_opened_on_the_terms_that_were_asked_for(server: ServerProcess) -> None:
    ann = await guest(server)
    asked: list[tuple[dict[str, object], dict[str, object]]] = [
        ({}, {"clock": {"bank_ms": 300_000, "increment_ms": 10_000}, "rated": False, "gallery": "public"}),
        (
            {"clock": None, "gallery": "closed", "hide_points": True},
            {"clock": None, "gallery": "closed", "listed": False, "hide_points": True},
        ),
        ({"versus": "computer"}, {"clock": None, "rated": False, "hints": True}),
        (
            {"versus": "computer", "rated": True},
            {"clock": {"bank_ms": 300_000, "increment_ms": 10_000}, "rated": True, "hints": False},
        ),
        (
            {"clock": {"bank_ms": 60_000, "increment_ms": 0}, "rated": True, "listed": True},
            {"clock": {"bank_ms": 60_000, "increment_ms": 0}, "rated": True, "listed": True, "first_move_ms": 30_000},
        ),
    ]
    for body, expected in asked:
        status, answer = await server.ask("POST", "/api/matches", body, token=ann.token)
        assert status == 201, answer
        _, mine = await server.ask("GET", "/api/matches", token=ann.token)
        (terms,) = (row["terms"] for row in mine["matches"] if row["match"] == answer["match"])
        assert expected.items() <= terms.items()


@pytest.mark.parametrize(
    "body",
    [
        {"versus": "computer", "rated": True, "clock": None},
        {"versus": "computer", "rated": True, "hints": True},
        {"versus": "computer", "listed": True},
        {"clock": {"bank_ms": 1, "increment_ms": 0}},
        {"clock": {"bank_ms": 60_000}},
        {"clock": 5},
        {"gallery": "everybody"},
        {"first_move_ms": 1},
    ],
)
async def test_terms_that_cannot_be_are_refused(server: ServerProcess, body: object) -> None:
    ann = await guest(server)
    status, answer = await server.ask("POST", "/api/matches", body, token=ann.token)
    assert (status, answer["code"]) == (400, "MALFORMED")


async def test_a_name_changed_at_the_table_is_seen_there_at_once(server: ServerProcess) -> None:
    ann, bob = await guest(server, "Ann"), await guest(server, "Bob")
    match, invite = await ann.open()
    async with ann.connect() as a, bob.connect() as b:
        await a.join(match)
        await b.join(match, invite)
        await server.ask("PUT", "/api/me", {"name": "Anna"}, token=ann.token)
        while b.view["seats"][0]["name"] != "Anna":
            await b.receive()
        await a.join(match)
        assert a.view["seats"][0]["name"] == "Anna"


async def test_who_hangs_up_in_the_middle_of_a_request_leaves_no_trace(server: ServerProcess) -> None:
    _, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(
        b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"
    )
    await writer.drain()
    writer.close()
    await writer.wait_closed()
    assert (await server.ask("GET", "/health"))[0] == 200
    assert await server.stop() == 0
    assert "Traceback" not in "".join(server.output)
    await server.start()
