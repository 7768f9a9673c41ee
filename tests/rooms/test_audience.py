"""The three audiences: each is told its own view, made and encoded once."""

import json
from collections import Counter

import pytest

from kit.hands import deal
from schnapsen_protocol.cards import Seat
from schnapsen_protocol.events import StockClosed
from schnapsen_protocol.views import View
from schnapsen_server.game.state import Match
from schnapsen_server.game.view import view
from schnapsen_server.rooms import audience as told
from schnapsen_server.rooms.audience import Audience, Views, Visitor
from schnapsen_server.rooms.outbox import Outbox


def visitor(seat: Seat | None) -> Visitor:
    return Visitor("somebody", seat, Outbox(lambda: None))


def crowd() -> tuple[Audience, list[Visitor]]:
    """Two tabs of seat 0, one of seat 1, a hundred watchers."""
    audience = Audience()
    seats: list[Seat | None] = [0, 0, 1, *[None] * 100]
    visitors = [visitor(seat) for seat in seats]
    for one in visitors:
        audience.add(one)
    return audience, visitors


async def test_a_crowd_of_any_size_costs_three_encodings(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: Counter[str] = Counter()
    for name in ("view", "write", "encode_update"):
        made = getattr(told, name)
        monkeypatch.setattr(told, name, lambda *args, name=name, made=made: (counted.update([name]), made(*args))[1])
    audience, visitors = crowd()
    audience.tell(5, 0, [StockClosed(0)], Views(deal()), None, 0)
    assert counted == {"view": 3, "encode_update": 3, "write": 4}  # the events once, each view once
    frames = [await one.outbox.take() for one in visitors]
    assert len({id(frame) for frame in frames}) == 3  # the very same bytes for all of one audience


async def test_nothing_is_made_for_an_audience_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Seat | None] = []

    def noted(match: Match, viewer: Seat | None) -> View:
        seen.append(viewer)
        return view(match, viewer)

    monkeypatch.setattr(told, "view", noted)
    audience = Audience()
    audience.add(visitor(1))
    audience.tell(5, 0, [], Views(deal()), None, 0)
    assert seen == [1]


async def test_everybody_is_told_the_view_of_his_own_seat() -> None:
    audience, visitors = crowd()
    audience.tell(5, 0, [], Views(deal()), None, 0)
    for one in visitors:
        frame = await one.outbox.take()
        assert frame is not None
        assert json.loads(frame)["view"]["viewer"] == one.seat


def test_a_seat_is_present_once_however_many_its_tabs() -> None:
    audience, visitors = crowd()
    assert (audience.has(0), audience.has(1)) == (True, True)
    audience.remove(visitors[0])
    audience.remove(visitors[2])
    assert (audience.has(0), audience.has(1)) == (True, False)


def test_a_watcher_is_counted_once_however_many_his_tabs() -> None:
    audience = Audience()
    for player, name in (("eve", "Eve"), ("eve", "Eve"), ("fay", "Fay")):
        audience.add(Visitor(player, None, Outbox(lambda: None), name))
    assert audience.watchers() == {"eve": "Eve", "fay": "Fay"}


def test_who_takes_a_seat_leaves_the_gallery() -> None:
    audience = Audience()
    watcher = visitor(None)
    audience.add(watcher)
    audience.move(watcher, 1)
    assert (audience.has(0), audience.has(1), audience.watchers(), watcher.seat) == (False, True, {}, 1)
    assert list(audience) == [watcher]
    audience.remove(watcher)
    audience.remove(watcher)  # a second time does no harm
    assert not audience
