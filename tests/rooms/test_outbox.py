"""The outbox: bounded whatever happens, and answers come first."""

import asyncio

import pytest

from schnapsen_protocol.close_codes import CloseCode
from schnapsen_server.rooms import outbox as bounds
from schnapsen_server.rooms.outbox import MAX_BYTES, MAX_FRAMES, Outbox


class Table:
    """Something that always has a newest state."""

    def __init__(self) -> None:
        self.version = 0
        self.asked = 0

    def newest(self) -> bytes:
        self.asked += 1
        return b"newest %d" % self.version


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def box(table: Table) -> Outbox:
    return Outbox(table.newest)


async def taken(box: Outbox) -> list[bytes]:
    """Everything in the box, which is closed by this."""
    box.close()
    frames = []
    while (frame := await box.take()) is not None:
        frames.append(frame)
    return frames


async def test_frames_leave_in_the_order_in_which_they_came(box: Outbox) -> None:
    box.update(b"1")
    box.answer(b"2")
    box.update(b"3")
    assert await taken(box) == [b"1", b"2", b"3"]


async def test_as_many_updates_as_fit_are_kept(box: Outbox, table: Table) -> None:
    for number in range(MAX_FRAMES):
        box.update(b"%d" % number)
    assert len(await taken(box)) == MAX_FRAMES
    assert table.asked == 0


async def test_one_update_too_many_leaves_the_newest_view_alone(box: Outbox, table: Table) -> None:
    for number in range(MAX_FRAMES + 5):
        box.update(b"%d" % number)
    table.version = 517
    assert await taken(box) == [b"newest 517"]


async def test_too_many_bytes_count_like_too_many_frames(box: Outbox) -> None:
    big = bytes(MAX_BYTES // 4)
    for _ in range(5):
        box.update(big)
        assert box.waiting_bytes <= MAX_BYTES
    assert await taken(box) == [b"newest 0"]


async def test_answers_outlive_the_collapse(box: Outbox, table: Table) -> None:
    box.answer(b"ack 1")
    for number in range(MAX_FRAMES):
        box.update(b"%d" % number)
    box.answer(b"ack 2")
    assert await taken(box) == [b"ack 1", b"ack 2", b"newest 0"]
    assert table.asked == 1


async def test_who_has_caught_up_is_told_every_update_again(box: Outbox) -> None:
    for number in range(MAX_FRAMES + 1):
        box.update(b"%d" % number)
    assert await box.take() == b"newest 0"
    box.update(b"after")
    assert await taken(box) == [b"after"]


async def test_nothing_newer_to_tell_is_no_frame() -> None:
    box = Outbox(lambda: None)
    for _ in range(MAX_FRAMES + 1):
        box.update(b"")
    assert await taken(box) == []


async def test_answers_without_end_close_the_box_as_too_slow(box: Outbox) -> None:
    for number in range(MAX_FRAMES + 1):
        box.answer(b"%d" % number)
    assert (box.closed, box.close_code, len(box), box.waiting_bytes) == (True, 1013, 0, 0)
    assert await box.take() is None


async def test_whatever_is_put_in_the_box_stays_bounded(box: Outbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "MAX_BYTES", 1000)
    for number in range(5000):
        (box.update, box.update, box.answer)[number % 3](bytes(number % 100))
        box.latest("beat", bytes(100))
        assert len(box) <= MAX_FRAMES
        assert box.waiting_bytes <= 1000


async def test_of_beats_and_presence_only_the_newest_is_kept(box: Outbox) -> None:
    box.latest("beat", b"beat 1")
    box.latest("presence", b"here")
    box.latest("beat", b"beat 2")
    box.update(b"update")
    assert await taken(box) == [b"update", b"beat 2", b"here"]


async def test_a_writer_waits_for_the_next_frame(box: Outbox) -> None:
    waiting = asyncio.create_task(box.take())
    await asyncio.sleep(0)
    assert not waiting.done()
    box.update(b"at last")
    assert await waiting == b"at last"


async def test_a_closed_box_takes_nothing_more_and_keeps_its_first_code(box: Outbox) -> None:
    box.answer(b"before")
    box.close(CloseCode.BROKEN)
    box.close(CloseCode.TOO_SLOW)
    box.answer(b"after")
    box.update(b"after")
    box.latest("beat", b"after")
    assert await box.take() == b"before"
    assert await box.take() is None
    assert box.close_code == CloseCode.BROKEN
