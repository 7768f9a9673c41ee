"""The book of the processes: what nobody served is known to the millisecond, as soon as it can be."""

from collections.abc import AsyncIterator

import pytest
from redis.asyncio import Redis

from kit.clock import START
from kit.store import EITHER_STORE
from schnapsen_server.store.fleet import KEYS
from schnapsen_server.store.open import Store
from schnapsen_server.store.table_contract import FleetBook

LAPSE = 1_500


class Book:
    """The book in a time that begins at 0. Every process that looks on remembers since when."""

    def __init__(self, book: FleetBook) -> None:
        self._book = book
        self._since: dict[str, int] = {}

    async def beat(self, process: str, at: int) -> tuple[set[str], list[tuple[int, int]]]:
        """Those that serve, and the outages."""
        since = self._since.setdefault(process, START + at)
        pulse = await self._book.beat(process, START + at, LAPSE, since)
        if process in pulse.serving:
            self._since[process] = 0
        return set(pulse.serving), [(outage.start - START, outage.end - START) for outage in pulse.outages]

    async def beats(self, *processes: str, start: int, end: int) -> None:
        for at in range(start, end + 1, 500):
            for process in processes:
                await self.beat(process, at)

    async def leave(self, process: str, at: int) -> None:
        await self._book.leave(process, START + at, LAPSE)


@pytest.fixture
async def book(store: Store, redis: Redis) -> AsyncIterator[Book]:
    """Nobody has served before."""
    await redis.delete(*KEYS)
    yield Book(store.tables.fleet)
    await redis.delete(*KEYS)


@EITHER_STORE
async def test_the_first_process_of_all_serves_at_once(book: Book) -> None:
    assert await book.beat("one", 0) == ({"one"}, [])
    assert await book.beat("one", 500) == ({"one"}, [])


@EITHER_STORE
async def test_whoever_starts_waits_until_the_one_before_is_known_to_be_dead(book: Book) -> None:
    await book.beats("one", start=0, end=1000)
    assert await book.beat("two", 1300) == ({"one"}, [])
    assert await book.beat("two", 1000 + LAPSE) == ({"one"}, [])
    assert await book.beat("two", 1001 + LAPSE) == ({"two"}, [(1000, 1001 + LAPSE)])


@EITHER_STORE
async def test_whoever_starts_beside_a_living_one_serves_as_soon_as_it_was_heard_of(book: Book) -> None:
    await book.beats("one", start=0, end=1000)
    assert await book.beat("two", 1300) == ({"one"}, [])
    await book.beat("one", 1400)
    assert await book.beat("two", 1450) == ({"one", "two"}, [])


@EITHER_STORE
async def test_two_that_start_together_do_not_vouch_for_each_other(book: Book) -> None:
    await book.beats("one", start=0, end=1000)
    for at in (1100, 1300, 1600, 2300):
        for process in ("two", "three"):
            assert await book.beat(process, at) == ({"one"}, [])
    assert await book.beat("two", 2600) == ({"two"}, [(1000, 2600)])
    assert await book.beat("three", 2600) == ({"two", "three"}, [(1000, 2600)])


@EITHER_STORE
async def test_after_a_goodbye_the_next_one_serves_at_once(book: Book) -> None:
    await book.beats("one", start=0, end=1000)
    await book.leave("one", 1200)
    assert await book.beat("two", 1207) == ({"two"}, [(1200, 1207)])


@EITHER_STORE
async def test_who_said_goodbye_serves_no_more_though_it_was_heard_of_just_now(book: Book) -> None:
    await book.beats("one", "two", start=0, end=1000)
    await book.leave("one", 1100)
    assert await book.beat("two", 1101) == ({"two"}, [])


@EITHER_STORE
async def test_what_another_served_is_no_outage(book: Book) -> None:
    await book.beats("one", "two", start=0, end=1000)
    await book.beats("two", start=1500, end=4000)
    assert await book.beat("two", 4500) == ({"two"}, [])


@EITHER_STORE
async def test_a_short_outage_between_two_is_found_when_the_first_is_known_to_be_dead(book: Book) -> None:
    """Two began on One's last word; when it said goodbye soon, One's end was not known yet."""
    await book.beats("one", start=0, end=500)
    assert await book.beat("two", 990) == ({"one"}, [])
    await book.beat("one", 1000)
    assert await book.beat("two", 1010) == ({"one", "two"}, [])
    await book.leave("two", 1020)
    assert await book.beat("three", 1100) == ({"one"}, [])
    serving, outages = await book.beat("three", 2600)
    assert (serving, outages) == ({"three"}, [(1000, 1010), (1020, 2600)])


@EITHER_STORE
async def test_one_that_slept_begins_anew_and_says_what_it_did_not_serve(book: Book) -> None:
    await book.beats("one", start=0, end=1000)
    assert await book.beat("one", 1000 + LAPSE) == ({"one"}, [])
    assert await book.beat("one", 9000) == ({"one"}, [(2500, 9000)])
    assert await book.beat("one", 9500) == ({"one"}, [(2500, 9000)])


@EITHER_STORE
async def test_one_that_slept_beside_a_living_one_goes_on(book: Book) -> None:
    await book.beats("one", "two", start=0, end=1000)
    await book.beats("two", start=1500, end=4000)
    assert await book.beat("one", 4100) == ({"one", "two"}, [])


@EITHER_STORE
async def test_outages_follow_each_other(book: Book) -> None:
    await book.beats("one", start=0, end=1000)
    await book.beats("two", start=1300, end=4300)
    await book.beats("three", start=4500, end=8000)
    _, outages = await book.beat("three", 8500)
    assert outages == [(1000, 2800), (4300, 6000)]


async def test_a_book_from_before_the_goodbyes_is_read_on(book: Book, redis: Redis) -> None:
    await redis.zadd("{fleet}:processes", {"old": START - 5000})
    assert await book.beat("one", 0) == ({"one"}, [(-5000, 0)])
