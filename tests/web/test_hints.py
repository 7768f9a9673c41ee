"""Hints: asked for on one's turn, where the table allows them, and told to nobody else."""

import pytest

from kit.client import Frame, Table, guest
from kit.dealt import Dealt
from kit.server import ServerProcess

from .test_table import leader, seated

HAND = "HJ HA SK SQ CT | DA DT CK CJ SJ | HQ | ST DK CA HK CQ DJ HT SA DQ"
HIDDEN_OTHERWISE = "HJ HA SK SQ CT | ST DK CA HK CQ | HQ | DQ DJ HT SA DA DT CK CJ SJ"


async def hint(table: Table, asked: str = "h1") -> Frame:
    """The answer to `ask_hint`: a hint or a fault."""
    await table.send({"t": "ask_hint", "id": asked})
    while (answer := await table.until("hint", "fault"))["id"] != asked:
        pass
    return answer


async def code(table: Table) -> str:
    answer = await hint(table)
    assert answer["sentence"]
    return str(answer["code"])


async def test_against_the_computer_one_may_ask(dealt: Dealt) -> None:
    server = await dealt(HAND)
    ann, eve = await guest(server), await guest(server)
    match, _ = await ann.open(versus="computer")
    async with ann.connect() as a, eve.connect() as watcher:
        await a.join(match)
        await watcher.join(match)
        assert a.view["terms"]["hints"] is True
        first = await hint(a)
        assert (first["t"], first["v"], first["advice"]["move"]) == ("hint", a.v, "exchange")
        ack = await a.submit("exchange_trump")
        await a.reach(ack["v"])
        second = (await hint(a, "h2"))["advice"]
        assert second["move"] in a.view["legal"]
        assert 0 <= second["percent"] <= 100
        ack = await a.submit("say", phrase="hello")
        await watcher.reach(ack["v"])
        assert {frame["t"] for frame in watcher.frames} <= {"welcome", "joined", "update", "presence", "beat"}


async def test_a_table_of_people_has_hints_if_its_maker_wants_them(server: ServerProcess) -> None:
    match, ann, bob = await seated(server, hints=True, clock=None)
    async with ann.connect() as a, bob.connect() as b:
        await a.join(match)
        await b.join(match)
        assert (a.view["terms"]["hints"], b.view["terms"]["hints"]) == (True, True)
        leads, follows = await leader(a, b)
        advice = (await hint(leads))["advice"]
        assert advice["move"] in leads.view["legal"]
        assert await code(follows) == "NOT_YOUR_TURN"
        ack = await follows.submit("say", phrase="hello")
        await follows.reach(ack["v"])
        assert not [frame for frame in follows.frames if frame["t"] == "hint"]


@pytest.mark.parametrize("terms", [{}, {"rated": True}, {"hints": False}])
async def test_other_tables_have_none(server: ServerProcess, terms: dict[str, object]) -> None:
    match, ann, bob = await seated(server, **terms)
    async with ann.connect() as a, bob.connect() as b:
        await a.join(match)
        await b.join(match)
        leads, _ = await leader(a, b)
        assert await code(leads) == "NO_HINTS"


async def test_a_rated_table_cannot_have_hints(server: ServerProcess) -> None:
    ann = await guest(server, "Ann")
    status, answer = await server.ask("POST", "/api/matches", {"rated": True, "hints": True}, token=ann.token)
    assert (status, answer["code"]) == (400, "MALFORMED")


async def test_the_computer_may_be_played_without(server: ServerProcess) -> None:
    ann = await guest(server)
    match, _ = await ann.open(versus="computer", hints=False)
    async with ann.connect() as a:
        await a.join(match)
        assert await code(a) == "NO_HINTS"


async def test_whoever_does_not_play_gets_none(server: ServerProcess) -> None:
    match, _, _ = await seated(server, hints=True)
    eve = await guest(server)
    async with eve.connect() as watcher:
        assert await code(watcher) == "NOT_JOINED"
        await watcher.join(match)
        assert await code(watcher) == "NOT_A_PLAYER"


async def test_before_and_after_a_hand_there_is_nothing_to_advise(server: ServerProcess) -> None:
    ann, bob = await guest(server), await guest(server)
    match, invite = await ann.open(hints=True)
    async with ann.connect() as a, bob.connect() as b:
        await a.join(match)
        assert await code(a) == "NOT_STARTED"
        await b.join(match, invite)
        ack = await b.submit("concede_hand")
        await a.reach(ack["v"])
        assert await code(a) == "HAND_OVER"


async def test_what_the_asker_cannot_see_changes_nothing(dealt: Dealt) -> None:
    server = await dealt(HAND, HIDDEN_OTHERWISE)
    told = []
    for _ in range(2):
        ann = await guest(server)
        match, _invite = await ann.open(versus="computer")
        async with ann.connect() as a:
            await a.join(match)
            mine = a.view["seats"][0]["hand"]
            ack = await a.submit("exchange_trump")
            await a.reach(ack["v"])
            told.append((mine, a.v, (await hint(a))["advice"]))
    assert told[0] == told[1]


async def test_asking_is_rationed(server: ServerProcess) -> None:
    ann = await guest(server)
    async with ann.connect() as a:
        answers = [await hint(a, f"h{n}") for n in range(12)]
    assert answers[0]["code"] == "NOT_JOINED"
    assert answers[-1]["code"] == "RATE_LIMITED"
    assert answers[-1]["retry_ms"] > 0
