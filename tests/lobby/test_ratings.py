"""Every match counts once for each of its players: late, twice, from two processes, with deaths at every step."""

import asyncio
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast
from uuid import uuid4

import pytest
from redis.asyncio import Redis

from kit.hands import Dice
from kit.played import NEWCOMER, at_random, opened
from schnapsen_protocol.cards import Preset, Versus
from schnapsen_protocol.ratings import RatingMark
from schnapsen_server.game.house import HouseCommand, OpenMatch, TakeSeat
from schnapsen_server.lobby.ratings import LONGEST_PAUSE_MS, LOOK_AFTER_MS, SUMMED_UP_AFTER, Ratings
from schnapsen_server.lobby.recount import differences, mend, results_of_all, shown_otherwise
from schnapsen_server.lobby.standing import Standing, count
from schnapsen_server.rooms.filing import DAY_MS, outcome
from schnapsen_server.rooms.opening import open_table
from schnapsen_server.store.contract import Entry, Log
from schnapsen_server.store.happenings import replay
from schnapsen_server.store.keeping import Keeping
from schnapsen_server.store.open import Store, open_store
from schnapsen_server.store.ratings import ResultBook
from schnapsen_server.store.record import Record

NOW = 1_800_000_000_000
KNOWN = RatingMark(1500, 60, provisional=False)


class Time:
    """A clock that stands still until it is moved."""

    def __init__(self, now: int = NOW) -> None:
        self.now = now

    def now_ms(self) -> int:
        return self.now

    def call_later(self, delay_ms: int, callback: Callable[[], None]) -> Any:
        raise NotImplementedError


class Died(Exception):
    """The process is gone."""


class Dying:
    """A book in whose hands the process dies: before or after the step with this number is done."""

    def __init__(self, book: ResultBook, step: int, *, done: bool) -> None:
        self._book, self._steps, self._done = book, step, done

    def __getattr__(self, name: str) -> Any:
        async def step(*args: Any) -> Any:
            self._steps -= 1
            if self._steps < 0 and not self._done:
                raise Died
            answer = await getattr(self._book, name)(*args)
            if self._steps < 0:
                raise Died
            return answer

        return step


def ratings(store: Store, book: object = None, time: Time | None = None) -> Ratings:
    return Ratings(store.log, store.players, cast(ResultBook, book or store.results), time or Time())


@pytest.fixture
def people() -> Callable[[int], list[str]]:
    return lambda many: [f"p{uuid4().hex[:8]}" for _ in range(many)]


People = Callable[[int], list[str]]


async def played(store: Store, match: str, *players: str, at: int = NOW - 10**9, mark: RatingMark = NEWCOMER) -> None:
    """A match that seat 0 wins by 9:0, of which nobody has counted anything yet."""
    await ratings(store).expect(match)
    await opened(*players, marks=(mark, mark), at=at).concede(1, 1, 1).keep(store, match)


async def test_a_match_that_is_over_is_counted_for_both(store: Store, match: str, people: People) -> None:
    ann, bob = people(2)
    await played(store, match, ann, bob)
    await ratings(store).settle(match)
    won, lost = await ratings(store).standing(ann), await ratings(store).standing(bob)
    assert won.rating.value - 1500 == pytest.approx(1500 - lost.rating.value)
    assert won.rating.value > 1600
    assert (won.statistics.wins, lost.statistics.wins) == (1, 0)
    assert not await store.results.is_expected(match)


async def test_a_running_match_is_left_alone_and_looked_at_again(store: Store, match: str, people: People) -> None:
    ann, bob = people(2)
    await ratings(store).expect(match)
    game = opened(ann, bob, at=NOW - 600_000).concede(0)
    await game.keep(store, match)
    time = Time(NOW + LOOK_AFTER_MS)
    await ratings(store, time=time).sweep()
    assert await ratings(store).standing(ann) == Standing()
    assert await store.results.is_expected(match)
    await store.log.append(match, len(game.entries), game.concede(0).entries[-2])
    await store.log.append(match, len(game.entries) - 1, game.entries[-1])
    assert match not in await store.results.take_due(time.now + LOOK_AFTER_MS, time.now, 1000)
    await store.results.settled(match)


STEPS = 7
"""What settling a match asks of the book: three things for each player, and one at the end."""


@pytest.mark.parametrize("step", range(STEPS))
@pytest.mark.parametrize("done", [False, True])
async def test_a_death_at_any_step_leaves_a_match_that_is_counted_once(
    store: Store, match: str, people: People, step: int, done: bool
) -> None:
    ann, bob = people(2)
    await played(store, match, ann, bob)
    with pytest.raises(Died):
        await ratings(store, Dying(store.results, step, done=done)).settle(match)
    await ratings(store, time=Time(NOW + LOOK_AFTER_MS)).sweep()
    told = (await results_of_all(store.log)).results
    for player in (ann, bob):
        assert await ratings(store).standing(player) == count(told[player])[0]
        assert len(await store.results.results(player)) == 1
    assert not await store.results.is_expected(match)


async def test_settling_takes_no_more_steps_than_the_deaths_above(store: Store, match: str, people: People) -> None:
    await played(store, match, *people(2))
    await ratings(store, Dying(store.results, STEPS, done=False)).settle(match)


async def test_many_processes_that_settle_the_same_matches_count_each_once(
    store: Store, other_store: Store, people: People, chance: random.Random
) -> None:
    ann, bob, cyd = people(3)
    pairs = [(ann, bob), (bob, cyd), (cyd, ann)] * 4
    matches = [uuid4().hex for _ in pairs]
    for number, (one, pair) in enumerate(zip(matches, pairs, strict=True)):
        await played(store, one, *pair, at=NOW - 10**9 + number * 1000)
    work = [ratings((store, other_store)[i % 2]).settle(one) for one in matches for i in range(6)]
    chance.shuffle(work)
    await asyncio.gather(*work)
    told = (await results_of_all(store.log)).results
    for player in (ann, bob, cyd):
        assert await ratings(store).standing(player) == count(told[player])[0]
        assert len(told[player]) == 8


async def test_a_match_counted_late_stands_in_its_place(store: Store, people: People) -> None:
    ann, bob, cyd = people(3)
    early, late = uuid4().hex, uuid4().hex
    await played(store, early, ann, bob, at=NOW - 10**9)
    await played(store, late, cyd, ann, at=NOW - 10**8)
    for one in (late, early):
        await ratings(store).settle(one)
    profile = await ratings(store).profile(ann, "Guest")
    assert [point.match for point in profile.history] == [early, late]
    assert [point.change > 0 for point in profile.history] == [True, False]
    assert profile.history[-1].value == round((await ratings(store).standing(ann)).rating.value)


async def test_a_match_is_expected_before_it_has_a_log_and_forgotten_if_it_gets_none(store: Store, match: str) -> None:
    class NoLog:
        async def append(self, *_: object) -> None:
            raise Died

    commands: list[HouseCommand] = [OpenMatch(Preset.SEED, Versus.HUMAN, 0), TakeSeat("ann", "Ann")]
    with pytest.raises(Died):
        await open_table(cast(Log, NoLog()), ratings(store), Dice(), Time(), match, commands, tables=store.tables)
    assert await store.results.is_expected(match)
    await ratings(store, time=Time(NOW + LOOK_AFTER_MS)).sweep()
    assert not await store.results.is_expected(match)


async def test_whose_match_is_served_here_is_not_looked_at(store: Store, match: str, people: People) -> None:
    await played(store, match, *people(2))
    due = NOW + LOOK_AFTER_MS
    await ratings(store, time=Time(due)).sweep(playing=[match])
    assert await store.results.is_expected(match)
    await ratings(store, time=Time(due + LOOK_AFTER_MS)).sweep()
    assert not await store.results.is_expected(match)


async def test_only_who_has_chosen_a_name_has_a_rating(store: Store, people: People) -> None:
    (ann,) = people(1)
    assert await ratings(store).mark(ann) is None
    await store.players.rename(ann, "Ann")
    assert await ratings(store).mark(ann) == NEWCOMER


async def test_the_best_are_told_in_order_and_nobody_whose_rating_is_provisional(store: Store, people: People) -> None:
    strong, middling, weak, new = people(4)
    for player in (strong, middling, weak, new):
        await store.players.rename(player, "Somebody")
    pairs = [(strong, middling), (middling, weak), (strong, weak)] * 8
    for number, pair in enumerate([*pairs, (new, weak)]):
        match = uuid4().hex
        await played(store, match, *pair, at=NOW - 10**8 + number * 10**5, mark=KNOWN)
        await ratings(store).settle(match)
    rows = await ratings(store).top()
    assert [row.player for row in rows if row.player in (strong, middling, weak, new)] == [strong, middling, weak]
    later = await ratings(store, time=Time(NOW + 10**12)).top()
    assert later == []


async def test_a_recount_of_two_hundred_random_matches_gives_the_same(
    store: Store, other_store: Store, people: People, chance: random.Random
) -> None:
    players = people(10)
    for player in players[:8]:
        await store.players.rename(player, player)
    time, matches, work = Time(NOW - 10**10), list[str](), list[asyncio.Task[None]]()
    for number in range(200):
        time.now += chance.choice((1_000, 10**5, 10**8))
        house = ratings(chance.choice((store, other_store)), time=time)
        pair = chance.sample(players, 2)
        marks = [await house.mark(player) for player in pair]
        game = opened(*pair, rated=chance.random() < 0.8, marks=marks, at=time.now, dice=Dice(number))
        match = uuid4().hex
        matches.append(match)
        await house.expect(match)
        await at_random(game, chance).keep(store, match)
        if chance.random() < 0.7:  # else whoever served it has died
            dying = Dying(store.results, chance.randrange(14), done=chance.random() < 0.5)
            work.append(asyncio.create_task(ratings(store, dying, time).settle(match)))
    outcomes = await asyncio.gather(*work, return_exceptions=True)
    assert all(outcome is None or isinstance(outcome, Died) for outcome in outcomes)

    late = Time(NOW + 10**12)
    while any([await store.results.is_expected(match) for match in matches]):
        late.now += LOOK_AFTER_MS
        await asyncio.gather(*(ratings(one, time=late).sweep() for one in (store, other_store)))

    told = (await results_of_all(store.log)).results
    for player in players:
        standing, counted = count(told[player])
        assert await ratings(store).standing(player) == standing
        assert len(await store.results.results(player)) == len(counted) > 5
    assert sum(len(told[player]) for player in players) > 250
    assert [
        one for one in await differences(await results_of_all(store.log), store.results) if one.player in players
    ] == []


async def test_a_standing_that_is_not_what_the_logs_tell_is_found_and_mended(
    store: Store, match: str, people: People
) -> None:
    ann, bob = people(2)
    await played(store, match, ann, bob)
    found = [
        one for one in await differences(await results_of_all(store.log), store.results) if one.player in (ann, bob)
    ]
    assert len(found) == 2
    assert await mend(found, store.results, ratings(store)) == 2
    assert [
        one for one in await differences(await results_of_all(store.log), store.results) if one.player in (ann, bob)
    ] == []
    await ratings(store).settle(match)
    assert (await ratings(store).standing(ann)).results == 1


async def put_away(store: Store, match: str) -> None:
    log = await store.log.read(match)
    *_, (_, end) = replay(log)
    record = Record(await store.log.epoch(match) or "", tuple(log), outcome(end))
    assert await store.tables.archive.file(match, record, 0)


async def test_matches_that_are_put_away_count_as_before(store: Store, match: str, people: People) -> None:
    ann, bob = people(2)
    await played(store, match, ann, bob)
    await put_away(store, match)
    await ratings(store).settle(match)  # whoever should have done so before was dead
    assert (await ratings(store).standing(ann)).results == 1
    told = await results_of_all(store.log)
    assert [one for one in await differences(told, store.results) if one.player in (ann, bob)] == []
    assert [one for one in await shown_otherwise(told, store.tables.archive) if one == match] == []


async def test_what_is_kept_of_a_match_whose_log_is_forgotten_is_the_truth(
    store: Store, match: str, people: People, store_url: str
) -> None:
    ann, bob = people(2)
    games = [f"{match}{number}" for number in range(3)]
    for one in games:
        await played(store, one, ann, bob)
        await ratings(store).settle(one)
    standing = await ratings(store).standing(ann)
    async with Redis.from_url(store_url) as redis:
        await redis.delete(f"{{{games[1]}}}:log")
        await redis.delete(f"{{p:{bob}}}:standing", f"{{p:{bob}}}:results", f"{{p:{bob}}}:results-order")
    found = await differences(await results_of_all(store.log), store.results)
    assert [one.player for one in found if one.player in (ann, bob)] == [bob]
    assert standing.results == 3
    assert await mend([one for one in found if one.player == bob], store.results, ratings(store)) == 1
    assert [(await ratings(store).standing(player)).results for player in (ann, bob)] == [3, 2]


async def unreadable(store: Store, match: str, *players: str) -> None:
    """A match that a newer server has played on."""
    game = opened(*players, at=NOW - DAY_MS)
    game.entries.append(Entry(4, game.at, players[0], "c4", b"[999]"))
    await game.keep(store, match)


async def test_a_match_that_cannot_be_read_is_told_of_and_its_result_stays(
    store: Store, match: str, people: People, store_url: str
) -> None:
    ann, bob = people(2)
    for one in (match, f"{match}x"):
        await played(store, one, ann, bob)
        await ratings(store).settle(one)
    async with Redis.from_url(store_url) as redis:
        await redis.delete(f"{{{match}}}:log", f"{{{match}}}:epoch")  # else none may begin anew under its id
    await unreadable(store, match, ann, bob)
    told = await results_of_all(store.log)
    assert match in told.unreadable
    assert [one for one in await differences(told, store.results) if one.player in (ann, bob)] == []


async def test_a_match_that_cannot_be_read_is_not_asked_for_every_minute(
    store: Store, match: str, people: People
) -> None:
    await ratings(store).expect(match)
    await unreadable(store, match, *people(2))
    now = NOW + LOOK_AFTER_MS
    await ratings(store, time=Time(now)).sweep()
    assert match not in await store.results.take_due(now + LONGEST_PAUSE_MS - 1, now, 1000)
    assert await store.results.is_expected(match)
    await store.results.settled(match)


async def test_a_match_that_is_shown_otherwise_than_it_was_is_told_of(store: Store, match: str, people: People) -> None:
    ann, bob = people(2)
    await played(store, match, ann, bob)
    log = await store.log.read(match)
    *_, (_, end) = replay(log)
    wrong = {**outcome(end), "winner": 1 - (end.winner or 0)}
    assert await store.tables.archive.file(match, Record("e", tuple(log), wrong), 0)
    assert match in await shown_otherwise(await results_of_all(store.log), store.tables.archive)


async def test_a_long_history_is_summed_up_and_tells_the_same(
    store: Store, store_url: str, tmp_path: Path, people: People, chance: random.Random
) -> None:
    (ann,) = people(1)
    async with await open_store(store_url, tmp_path, keeping=Keeping(results=10)) as short:
        matches = [uuid4().hex for _ in range(SUMMED_UP_AFTER + 25)]
        late = chance.randrange(SUMMED_UP_AFTER + 12, SUMMED_UP_AFTER + 20)
        for number, match in enumerate(matches):
            await played(store, match, ann, f"{ann}{number}", at=NOW - 10**9 + number * DAY_MS // 9)
            if number != late:
                await ratings(short).settle(match)
        await ratings(short).settle(matches[late])
        kept = await short.results.results(ann)
        assert len(kept) == 35
        assert await short.results.base(ann) is not None
        told = await results_of_all(store.log)
        everything, _ = count(told.results[ann])
        assert await ratings(short).standing(ann) == everything
        assert everything.results == len(matches)
        for match in (matches[0], matches[38], matches[-1]):  # again, by one who does not know
            await ratings(short).settle(match)
        assert await ratings(short).standing(ann) == everything
        assert [one for one in await differences(told, short.results) if one.player == ann] == []
