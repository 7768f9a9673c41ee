"""A match that this server cannot read is shown to nobody, and harms no other."""

import pytest

from kit.client import Guest, guest
from kit.played import opened
from kit.served import match, server, store, store_url
from kit.server import ServerProcess
from schnapsen_protocol.events import LOG_VERSION
from schnapsen_server.store.contract import Entry
from schnapsen_server.store.open import Store

__all__ = ["match", "server", "store", "store_url"]

NEWER = b'[%d,{"t":"card_thrown","seat":0}]' % (LOG_VERSION + 1)
UNKNOWN_FIELD = b'[%d,{"t":"claimed","seat":0,"loudly":true}]' % LOG_VERSION


async def a_match_of(ann: Guest, store: Store, match: str, *more: bytes) -> None:
    """A match of hers, which this server has not opened, with entries that another one wrote."""
    game = opened(ann.player, "bob")
    for events in more:
        version = len(game.entries) + 1
        game.entries.append(Entry(version, game.at, "bob", f"c{version}", events))
    await game.keep(store, match)
    await store.players.add_match(ann.player, match, game.at)


@pytest.mark.parametrize(("written", "code"), [(NEWER, "NEWER_MATCH"), (UNKNOWN_FIELD, "DAMAGED_MATCH")])
async def test_a_match_that_is_not_understood_is_not_opened(
    server: ServerProcess, store: Store, match: str, written: bytes, code: str
) -> None:
    ann = await guest(server, "Ann")
    await a_match_of(ann, store, match, written)
    other, _ = await ann.open("seed", "computer")
    async with ann.connect() as table:
        for ask in ("join", "resume"):
            await table.send({"t": ask, "match": match, **({"epoch": "x", "version": 1} if ask == "resume" else {})})
            assert (await table.until("fault"))["code"] == code
        assert (await table.join(other))["seat"] == 0
    for asked in ("replay", "so-far"):
        _, refused = await server.ask("GET", f"/api/matches/{match}/{asked}", token=ann.token)
        assert refused["code"] == code
    _, answer = await server.ask("GET", "/api/matches", token=ann.token)
    assert [row["match"] for row in answer["matches"]] == [other]
    assert len(await store.log.read(match)) == 4


async def test_a_table_that_goes_on_under_a_newer_server_is_left_to_it(
    server: ServerProcess, store: Store, match: str
) -> None:
    ann = await guest(server, "Ann")
    await a_match_of(ann, store, match)
    async with ann.connect() as table:
        v = (await table.join(match))["v"]
        await store.log.append(match, v, Entry(v + 1, 0, "bob", "newer", NEWER))
        assert await table.closed() == 1011
    async with ann.connect() as table:
        await table.send({"t": "join", "match": match})
        assert (await table.until("fault"))["code"] == "NEWER_MATCH"
