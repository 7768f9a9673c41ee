"""Matches of which nobody wants anything any more are put away, by any process, and read as before."""

import contextlib
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from typing import Any, cast

import pytest
from redis.asyncio import Redis

from kit.hands import Dice
from kit.played import Played, opened
from kit.rooms import Chair, Hours, Process
from schnapsen_protocol.cards import SEATS, Preset, Versus
from schnapsen_protocol.commands import Phrase, Proposal, Propose, Say
from schnapsen_protocol.events import LOG_VERSION
from schnapsen_protocol.frames import Ack, Joined, Refusal
from schnapsen_protocol.refusals import Code
from schnapsen_server.game.house import OpenMatch, TakeSeat
from schnapsen_server.rooms.filing import AGAIN_MS, AT_ONCE, DAY_MS, Filer, Lifetimes, differs
from schnapsen_server.rooms.room import UnknownMatch
from schnapsen_server.store.contract import Entry
from schnapsen_server.store.happenings import replay
from schnapsen_server.store.open import Store

HOUR_MS = DAY_MS // 24
SECOND = 1000


def over() -> Played:
    return opened("ann", "bob").concede(1, 1, 1)


def with_rematch(match: str) -> tuple[Played, str]:
    """And the id of the next match."""
    game = opened("ann", "bob", dice=Dice(name=match)).concede(1, 1, 1)
    for seat in SEATS:
        game.do(Propose(Proposal.REMATCH), seat)
    assert game.match.rematch is not None
    return game, game.match.rematch


async def kept(store: Store, match: str, game: Played) -> Hours:
    """The match is in the store and on the list; the time of its last entry."""
    await game.keep(store, match)
    await store.tables.archive.expect(match, game.at)
    return Hours(game.entries[-1].at)


async def sweep(store: Store, hours: Hours, **lifetimes: int) -> None:
    async def wake(match_id: str) -> None:
        raise AssertionError("nothing is left to do here")

    filer = Filer(store.log, store.tables, hours, Lifetimes(**lifetimes), wake)
    while await filer.sweep() == AT_ONCE:
        pass


def without_ids(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """As a match that is over is kept: its commands are not repeated any more."""
    return tuple(replace(entry, command_id="") for entry in entries)


async def is_filed(store: Store, match: str) -> bool:
    return await store.tables.archive.is_filed(match)


async def test_a_finished_match_is_put_away_a_day_after_its_last_entry(store: Store, match: str) -> None:
    hours = await kept(store, match, over())
    for after, filed in ((HOUR_MS, False), (DAY_MS - 1, False), (DAY_MS, True)):
        later = Hours(hours.now + after)
        await sweep(store, later)
        assert await is_filed(store, match) == filed
    assert await store.tables.archive.take_due(10**15, 10**15, 9) == []


async def test_the_record_says_what_came_of_it(store: Store, match: str) -> None:
    game = over()
    await sweep(store, Hours((await kept(store, match, game)).now + DAY_MS))
    record = await store.tables.archive.record(match)
    assert record is not None
    assert record.outcome is not None
    assert record.entries == without_ids(game.entries)
    assert (record.outcome["score"], record.outcome["winner"]) == ([9, 0], 0)
    assert not differs(game.match, record.outcome)
    assert differs(replace(game.match, winner=1), record.outcome)
    renamed = replace(game.match, players=(game.match.players[1], game.match.players[0]))
    assert differs(renamed, record.outcome)


async def test_who_comes_back_to_it_sees_it_and_cannot_add_a_word(store: Store, match: str) -> None:
    hours = await kept(store, match, over())
    late = Hours(hours.now + 2 * DAY_MS)
    process = Process("one", store, late)
    before = [frame async for frame in joined(process, match)]
    await process.kill()
    await sweep(store, late)
    assert await is_filed(store, match)
    process = Process("two", store, late)
    assert [frame async for frame in joined(process, match)] == before
    ann = await Chair(process, match, "ann").sit()
    assert ann.room is not None
    for word in (Say(Phrase.THANKS), Propose(Proposal.REMATCH)):
        answer = await ann.ask(word)
        assert isinstance(answer, Refusal)
        assert answer.code is Code.MATCH_OVER
    await ann.room.rename("ann", "Annette")
    assert await process.directory.peek(match) == (ann.room.match, hours.now)
    await process.kill()


async def test_who_sits_at_it_meanwhile_keeps_what_he_sees(store: Store, match: str) -> None:
    hours = await kept(store, match, over())
    late = Hours(hours.now + 2 * DAY_MS)
    process = Process("one", store, late)
    ann = await Chair(process, match, "ann").sit()
    room = ann.room
    assert room is not None
    await sweep(store, late)
    assert await is_filed(store, match)
    room.beat()
    for _ in range(2):
        assert isinstance(await ann.ask(Say(Phrase.THANKS)), Refusal)
    assert (room.closed, room.match.is_over, room.version) == (False, True, len(await store.log.read(match)))
    await process.kill()


async def joined(process: Process, match: str) -> Any:
    """What each sees who comes, and who comes back from version 3."""
    for player in ("ann", "bob", "eve"):
        chair = Chair(process, match, player)
        room = await process.directory.room(match)
        for epoch, version in ((None, None), (room.epoch, 3)):
            await process.directory.enter(match, chair.visitor, epoch, version)
            yield next(frame for frame in chair.heard() if isinstance(frame, Joined))
            room.leave(chair.visitor)


async def test_a_match_that_is_not_over_waits_long_and_is_brought_back(store: Store, match: str) -> None:
    hours = await kept(store, match, opened("ann", "bob").concede(1))
    for days in range(90):
        await sweep(store, Hours(hours.now + days * DAY_MS))
    assert not await is_filed(store, match)
    late = Hours(hours.now + 91 * DAY_MS)
    await sweep(store, late)
    assert await is_filed(store, match)
    process = Process("one", store, late)
    ann = await Chair(process, match, "ann").sit()
    await process.directory.room(match)
    assert not await is_filed(store, match)
    assert isinstance(await ann.ask(Say(Phrase.HELLO)), Ack)
    for _ in range(2):
        await sweep(store, late)
        late = Hours(late.now + DAY_MS)
    assert len(await store.log.read(match)) == 5
    assert not await is_filed(store, match)
    await process.kill()


async def test_a_match_at_which_somebody_sits_is_left_there(store: Store, match: str) -> None:
    hours = await kept(store, match, opened("ann", "bob"))
    late = Hours(hours.now + 91 * DAY_MS)
    process = Process("one", store, late)
    ann = await Chair(process, match, "ann").sit()
    await late.after(SECOND)
    await sweep(store, late)
    assert not await is_filed(store, match)
    await ann.get_up()
    await late.after(SECOND)
    await sweep(store, Hours(late.now + DAY_MS))
    assert await is_filed(store, match)
    await process.kill()


async def test_a_table_nobody_came_to_is_put_away_sooner_and_can_still_be_taken(store: Store, match: str) -> None:
    game = Played()
    game.do(OpenMatch(Preset.SEED, Versus.HUMAN, 1))
    game.do(TakeSeat("ann", "Ann"))
    hours = await kept(store, match, game)
    for days in range(8):
        assert not await is_filed(store, match)
        await sweep(store, Hours(hours.now + days * DAY_MS))
    assert await is_filed(store, match)
    process = Process("one", store, Hours(hours.now + 9 * DAY_MS))
    await (await process.directory.room(match)).sit("bob", "Bob")
    assert len(await store.log.read(match)) == 3
    await process.kill()


class Died(BaseException):
    """The process is gone."""


class Dying:
    """A part of the store that takes its process with it at its n-th question, before or after it is done."""

    def __init__(self, real: object, countdown: list[int], *, done: bool) -> None:
        self._real, self._countdown, self._done = real, countdown, done

    def __getattr__(self, name: str) -> Callable[..., Awaitable[object]]:
        async def asked(*arguments: object) -> object:
            self._countdown[0] -= 1
            if self._countdown[0] == 0 and not self._done:
                raise Died
            answer = await getattr(self._real, name)(*arguments)
            if self._countdown[0] <= 0:
                raise Died
            return answer

        return asked


@pytest.mark.parametrize("done", [False, True])
@pytest.mark.parametrize("step", range(1, 8))
async def test_one_that_dies_over_it_leaves_it_to_another(store: Store, match: str, step: int, done: bool) -> None:
    game = over()
    hours = await kept(store, match, game)
    late = Hours(hours.now + DAY_MS)
    countdown = [step]
    tables = replace(store.tables, archive=cast(Any, Dying(store.tables.archive, countdown, done=done)))
    dying = Filer(
        cast(Any, Dying(store.log, countdown, done=done)), tables, late, Lifetimes(), lambda _: cast(Any, None)
    )
    with contextlib.suppress(Died):
        await dying.sweep()
    assert [one.version for one in await store.log.read(match)] == list(range(1, len(game.entries) + 1))
    await sweep(store, Hours(late.now + AGAIN_MS))
    record = await store.tables.archive.record(match)
    assert record is not None
    assert record.entries == without_ids(game.entries)
    assert await store.tables.archive.take_due(10**15, 10**15, 9) == []


async def test_a_rematch_that_was_not_opened_yet_is_opened_first(store: Store, match: str) -> None:
    game, rematch = with_rematch(match)
    hours = await kept(store, match, game)
    late = Hours(hours.now + DAY_MS)
    process = Process("one", store, late)
    await process.directory.filer.sweep()
    assert not await is_filed(store, match)
    assert await store.log.epoch(rematch) is not None
    late.now += AGAIN_MS
    await process.directory.filer.sweep()
    assert await is_filed(store, match)
    await process.kill()


async def test_a_forgotten_rematch_does_not_begin_anew(store: Store, match: str, store_url: str) -> None:
    game, rematch = with_rematch(match)
    hours = await kept(store, match, game)
    await kept(store, rematch, over())
    late = Hours(hours.now + 2 * DAY_MS)
    await sweep(store, late)
    assert await is_filed(store, match)
    async with Redis.from_url(store_url) as redis:
        await redis.delete(f"{{{rematch}}}:record")
    process = Process("one", store, late)
    assert (await process.directory.room(match)).match.rematch == rematch
    with pytest.raises(UnknownMatch):
        await process.directory.room(rematch)
    await process.kill()


async def test_a_log_that_cannot_be_read_stands_in_nobodys_way(store: Store, match: str) -> None:
    newer, other = over(), f"{match}x"
    newer.entries.append(Entry(len(newer.entries) + 1, newer.at, "bob", "c", b"[%d,{}]" % (LOG_VERSION + 1)))
    hours = await kept(store, match, newer)
    await kept(store, other, over())
    await sweep(store, Hours(hours.now + DAY_MS))
    assert (await is_filed(store, match), await is_filed(store, other)) == (False, True)
    await sweep(store, Hours(hours.now + 90 * DAY_MS))
    record = await store.tables.archive.record(match)
    assert record is not None
    assert (record.entries, record.outcome) == (tuple(newer.entries), None)


async def test_an_opened_match_is_on_the_list_before_it_has_a_log(store: Store, match: str) -> None:
    hours = Hours()
    process = Process("one", store, hours)
    await process.directory.open(match, [OpenMatch(Preset.SEED, Versus.HUMAN, 1), TakeSeat("ann", "Ann")])
    assert match in await store.tables.archive.take_due(hours.now + HOUR_MS, 0, 1000)


async def test_a_match_that_ends_late_is_put_away_soon_all_the_same(store: Store, match: str) -> None:
    game = opened("ann", "bob").concede(1, 1)
    hours = await kept(store, match, game)
    await sweep(store, Hours(hours.now + HOUR_MS))
    game.at = hours.now + 2 * HOUR_MS
    game.concede(1)
    await store.log.append(match, len(game.entries) - 2, game.entries[-2])
    await store.log.append(match, len(game.entries) - 1, game.entries[-1])
    for day in (1, 2, 3):
        await sweep(store, Hours(game.at + day * DAY_MS))
    assert await is_filed(store, match)
    assert list(replay(await store.log.read(match)))[-1][1] == game.match
