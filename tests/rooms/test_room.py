"""A room: commands are carried out once, in turn, by the log's leave; nobody hears of what is not stored."""

import asyncio

import pytest

from kit.hands import OPEN_HAND, Dice, deck
from kit.memory_log import MemoryBook, MemoryLog
from kit.tables import Guest, Tables, ask, settled, visit
from schnapsen_protocol.cards import Card
from schnapsen_protocol.commands import CloseStock, ConcedeHand, NextHand, PlayCard, Proposal, Propose, Stay
from schnapsen_protocol.frames import Ack, Fault, Refusal, Submit
from schnapsen_protocol.refusals import Code
from schnapsen_server.game.house import DealNext, Rename
from schnapsen_server.rooms.clocks import GRACE_AFTER_WAKING_MS, NEXT_HAND_MS
from schnapsen_server.rooms.company import PRESENCE_DELAY_MS
from schnapsen_server.rooms.presence import GRACE_MS
from schnapsen_server.rooms.room import DEAL_AGAIN_MS, LOOK_AGAIN_MS, MAX_WAITING, Order, Reply, UnknownMatch
from schnapsen_server.store.contract import CHECK, Entry, Unavailable

LEAD = PlayCard(Card.CT)


@pytest.fixture(autouse=True)
def the_hand(tables: Tables) -> None:
    """Seat 0 leads from HJ HA SK SQ CT, seat 1 holds DA DT CK CJ SJ."""
    tables.dice = Dice(decks=[deck(OPEN_HAND)])


class Gate(MemoryLog):
    """A log whose appends wait until it is opened."""

    def __init__(self, log: MemoryLog) -> None:
        super().__init__()
        self.entries, self.followers = log.entries, log.followers
        self.reached = asyncio.Event()
        self.open = asyncio.Event()

    async def append(self, match: str, expected: int, entry: Entry, follows: int | None = None) -> None:
        self.reached.set()
        await self.open.wait()
        await super().append(match, expected, entry, follows)


async def test_a_resend_is_not_refused_by_a_process_that_has_not_heard_what_another_stored(tables: Tables) -> None:
    room = await tables.open()
    other = await tables.wake()
    tables.memory.followers["m"].clear()  # every wake-up call is lost
    assert await ask(room, "ann", LEAD, "lead") == Ack("lead", 2)
    answer = PlayCard(Card.CK)
    assert await ask(room, "bob", answer, "answer") == Ack("answer", 3)
    assert await ask(other, "bob", answer, "answer") == Ack("answer", 3)
    assert await ask(other, "ann", LEAD, "lead", seen=1) == Ack("lead", 2)


async def test_a_beat_between_storing_and_telling_tells_no_version_that_nobody_was_told(tables: Tables) -> None:
    class Slow(MemoryBook):
        def __init__(self) -> None:
            super().__init__()
            self.reached, self.open = asyncio.Event(), asyncio.Event()

        async def add_match(self, player: str, match: str, at: int) -> None:
            self.reached.set()
            await self.open.wait()

    room = await tables.open(players=1)
    tables.book = book = Slow()
    book.open.set()
    room = await tables.wake()
    ann = await visit(room, "ann")
    await ann.frames()
    book.reached.clear()
    book.open.clear()
    sitting = asyncio.create_task(room.sit("bob", "Bob"))
    await book.reached.wait()
    room.beat()
    book.open.set()
    await sitting
    told = [(frame["t"], frame["v"]) for frame in await ann.frames("beat", "update")]
    assert sorted(told) == [("beat", 1), ("update", 2)]


async def test_store_then_acknowledge_then_tell(tables: Tables) -> None:
    await tables.open()
    tables.log = gate = Gate(tables.memory)
    room = await tables.wake()
    ann, bob = await visit(room, "ann"), await visit(room, "bob")
    for one in (ann, bob):
        await one.frames()
    ann.submit(LEAD, "lead")
    await gate.reached.wait()
    assert len(ann.outbox) == len(bob.outbox) == 0
    assert room.version == 1
    gate.open.set()
    assert [frame["t"] for frame in await ann.frames()] == ["ack", "update"]
    assert [frame["t"] for frame in await bob.frames()] == ["update"]


async def test_a_refusal_is_heard_by_the_asker_alone(tables: Tables) -> None:
    room = await tables.open()
    ann, bob = await visit(room, "ann"), await visit(room, "bob")
    await ann.frames()
    await bob.frames()
    bob.submit(PlayCard(Card.DA), "early")
    (refused,) = await bob.frames()
    assert (refused["t"], refused["id"], refused["code"], refused["v"]) == ("refused", "early", "NOT_YOUR_TURN", 1)
    assert await ann.frames() == []
    assert len(tables.memory.entries["m"]) == 1


async def test_a_watcher_may_do_nothing(tables: Tables) -> None:
    room = await tables.open()
    eve = await visit(room, "eve")
    eve.submit(LEAD)
    (refused,) = await eve.frames("refused", "ack")
    assert (refused["code"], refused["legal"]) == ("NOT_A_PLAYER", [])


async def test_a_resend_is_answered_alike_and_done_once(tables: Tables) -> None:
    room = await tables.open()
    desk, phone = await visit(room, "ann"), await visit(room, "ann")
    for one in (desk, phone, desk):
        one.submit(LEAD, "lead", version=1)
    answers = await desk.frames("ack", "refused") + await phone.frames("ack", "refused")
    assert answers == [{"id": "lead", "v": 2, "t": "ack"}] * 3
    assert len(tables.memory.entries["m"]) == 2


async def test_a_resend_is_known_after_the_room_was_rebuilt(tables: Tables) -> None:
    room = await tables.open()
    assert await ask(room, "ann", LEAD, "lead") == Ack("lead", 2)
    await ask(room, "bob", PlayCard(Card.CK), "answer")
    await room.sleep()
    assert await ask(await tables.wake(), "ann", LEAD, "lead") == Ack("lead", 2)


async def test_ids_are_each_players_own(tables: Tables) -> None:
    room = await tables.open()
    await ask(room, "ann", LEAD, "same")
    assert await ask(room, "bob", PlayCard(Card.CK), "same") == Ack("same", 3)


async def test_a_command_for_a_table_that_has_moved_on_gets_the_newest_view(tables: Tables) -> None:
    room = await tables.open()
    bob = await visit(room, "bob")
    await ask(room, "ann", LEAD, "lead")
    await bob.frames()
    bob.submit(PlayCard(Card.CK), "late", version=1)
    stale, newest = await bob.frames()
    assert (stale["code"], stale["id"], stale["v"]) == ("STALE", "late", 2)
    assert (newest["t"], newest["v"], newest["events"]) == ("update", 2, [])
    assert newest["view"]["table"][0]["card"] == "CT"


async def test_too_many_waiting_commands_are_refused_at_once(tables: Tables) -> None:
    room = await tables.open()
    replies: list[Reply] = []
    for number in range(MAX_WAITING + 3):
        room.order(Order("bob", f"c{number}", LEAD, replies.append))
    assert [reply.code for reply in replies if isinstance(reply, Fault)] == [Code.BUSY] * 3
    await visit(room, "eve")  # gets his turn behind them
    assert [reply.code for reply in replies[3:] if isinstance(reply, Refusal)] == [Code.NOT_YOUR_TURN] * MAX_WAITING


# Two processes


async def test_a_room_catches_up_with_what_another_process_wrote_and_decides_again(tables: Tables) -> None:
    here = await tables.open()
    tables.memory.wakes = False  # it hears of it from the conflict alone
    there = await tables.wake()
    ann = await visit(here, "ann")
    await ann.frames()
    assert await ask(there, "bob", Propose(Proposal.SAVE), "save") == Ack("save", 2)
    ann.submit(LEAD, "lead")
    assert [(frame["t"], frame["v"]) for frame in await ann.frames()] == [("update", 2), ("ack", 3), ("update", 3)]
    assert [entry.command_id for entry in tables.memory.entries["m"]] == ["open", "save", "lead"]


async def test_who_has_seen_more_than_the_room_is_not_refused_for_it(tables: Tables) -> None:
    here = await tables.open()
    tables.memory.wakes = False
    there = await tables.wake()
    await ask(there, "ann", LEAD, "lead")
    assert await ask(here, "bob", PlayCard(Card.CK), "answer", seen=2) == Ack("answer", 3)


async def test_a_move_that_the_other_process_made_illegal_is_refused(tables: Tables) -> None:
    here = await tables.open()
    tables.memory.wakes = False
    there = await tables.wake()
    await ask(there, "ann", LEAD, "lead")
    refused = await ask(here, "ann", PlayCard(Card.HA), "another")
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.v) == (Code.NOT_YOUR_TURN, 2)


async def test_a_resend_through_another_process_is_done_once(tables: Tables) -> None:
    here = await tables.open()
    tables.memory.wakes = False
    there = await tables.wake()
    assert await asyncio.gather(*(ask(room, "ann", LEAD, "lead") for room in (here, there))) == [Ack("lead", 2)] * 2
    assert len(tables.memory.entries["m"]) == 2


async def test_the_visitors_of_every_process_are_told(tables: Tables) -> None:
    here = await tables.open()
    there = await tables.wake()
    bob = await visit(there, "bob")
    await bob.frames()
    await ask(here, "ann", LEAD, "lead")
    (update,) = await bob.frames("update")
    assert (update["v"], update["events"][0]["t"]) == (2, "card_played")


async def test_a_lost_wake_up_call_is_made_good_by_the_heartbeat(tables: Tables) -> None:
    here = await tables.open()
    tables.memory.wakes = False
    there = await tables.wake()
    bob = await visit(there, "bob")
    await bob.frames()
    await ask(here, "ann", LEAD, "lead")
    there.beat()
    assert [(frame["t"], frame["v"]) for frame in await bob.frames()] == [("update", 2), ("beat", 1)]


# Coming back


async def test_who_comes_back_is_told_exactly_what_he_missed(tables: Tables) -> None:
    room = await tables.open()
    await ask(room, "ann", LEAD, "lead")
    await ask(room, "bob", PlayCard(Card.CK), "answer")
    (joined,) = await (await visit(room, "bob", "first", 1)).frames("joined")
    assert joined["recovered"] is True
    assert [event["t"] for event in joined["events"]] == ["card_played", "card_played", "trick_won", "cards_drawn"]
    (joined,) = await (await visit(room, "bob", "first", 3)).frames("joined")
    assert (joined["recovered"], joined["events"]) == (True, [])


@pytest.mark.parametrize(("epoch", "version"), [("another", 1), ("first", 9)])
async def test_nobody_is_told_that_he_missed_nothing_when_the_log_is_another(
    tables: Tables, epoch: str, version: int
) -> None:
    room = await tables.open()
    (joined,) = await (await visit(room, "ann", epoch, version)).frames("joined")
    assert (joined["recovered"], joined["events"], joined["v"]) == (False, [], 1)


async def test_a_visitor_who_knows_more_makes_the_room_catch_up(tables: Tables) -> None:
    here = await tables.open()
    tables.memory.wakes = False
    there = await tables.wake()
    await ask(here, "ann", LEAD, "lead")
    (joined,) = await (await visit(there, "ann", "first", 2)).frames("joined")
    assert (joined["recovered"], joined["v"]) == (True, 2)


# The store fails


async def test_when_the_store_does_not_answer_everybody_hears_that_once_and_when_it_is_over(tables: Tables) -> None:
    room = await tables.open()
    ann, bob, eve = [await visit(room, player) for player in ("ann", "bob", "eve")]
    for guest in (ann, bob, eve):
        await guest.frames()
    tables.memory.down = True
    ann.submit(LEAD, "lead")
    await settled(room)
    assert [(frame["code"], frame["id"]) for frame in await ann.frames()] == [
        ("UNAVAILABLE", "lead"),
        ("UNAVAILABLE", None),
    ]
    ann.submit(LEAD, "lead")
    room.beat()
    for guest, codes in ((ann, ["lead"]), (bob, [None]), (eve, [None])):
        *faults, beat = await guest.frames()
        assert [(frame["t"], frame["code"], frame["id"]) for frame in faults] == [
            ("fault", "UNAVAILABLE", answered) for answered in codes
        ]
        assert (beat["t"], beat["v"]) == ("beat", None)  # nobody knows now which version is the newest
    tables.memory.down = False
    tables.time.advance(LOOK_AGAIN_MS)
    for guest in (ann, bob, eve):
        assert [(frame["t"], frame["v"]) for frame in await guest.frames()] == [("beat", 1)]
    ann.submit(LEAD, "lead")
    assert [(frame["t"], frame["v"]) for frame in await ann.frames()] == [("ack", 2), ("update", 2)]
    assert [frame["v"] for frame in await bob.frames()] == [2]


async def test_who_only_looks_on_hears_of_an_outage_with_the_next_look_at_the_log(tables: Tables) -> None:
    room = await tables.open()
    eve = await visit(room, "eve")
    await eve.frames()
    tables.memory.down = True
    room.beat()
    assert [frame["code"] for frame in await eve.frames("fault")] == ["UNAVAILABLE"]


async def test_what_was_stored_without_an_answer_is_found_by_the_resend(tables: Tables) -> None:
    room = await tables.open()
    bob = await visit(room, "bob")
    await bob.frames()
    tables.memory.loses_answers = True
    tables.memory.wakes = False
    fault = await ask(room, "ann", LEAD, "lead")
    assert isinstance(fault, Fault)
    assert fault.code is Code.UNAVAILABLE
    assert fault.id == "lead"
    tables.memory.loses_answers = False
    assert await ask(room, "ann", LEAD, "lead") == Ack("lead", 2)
    assert [(frame["t"], frame["v"]) for frame in await bob.frames()] == [("update", 2)]


async def test_a_visitor_is_not_shown_a_table_that_may_be_old(tables: Tables) -> None:
    room = await tables.open()
    tables.memory.down = True
    await ask(room, "ann", LEAD, "lead")
    with pytest.raises(Unavailable):
        await visit(room, "bob")
    tables.memory.down = False
    (joined,) = await (await visit(room, "bob")).frames("joined")
    assert joined["v"] == 1


async def test_a_log_that_cannot_be_read_takes_the_table_down(tables: Tables) -> None:
    room = await tables.open()
    ann = await visit(room, "ann")
    unreadable(tables)
    ann.room.submit(ann, Submit("close", Propose(Proposal.SAVE)))
    async with asyncio.timeout(10):
        while await ann.outbox.take() is not None:
            pass
    assert (room.closed, ann.outbox.close_code) == (True, 1011)


def unreadable(tables: Tables) -> None:
    """What no version of the server has written."""
    tables.memory.wakes = False
    tables.memory.write("m", [Entry(2, 0, "house", "?", b"?")])


async def test_nobody_waits_for_an_answer_from_a_table_that_broke(tables: Tables) -> None:
    room = await tables.open()
    unreadable(tables)
    async with asyncio.timeout(10):
        broken = await ask(room, "ann", LEAD, "lead")
    assert isinstance(broken, Fault)
    assert broken.code is Code.UNAVAILABLE


async def test_a_closed_room_sends_everybody_away(tables: Tables) -> None:
    room = await tables.open()
    await room.sleep()
    with pytest.raises(Unavailable):
        await visit(room, "ann")
    assert isinstance(await ask(room, "ann", LEAD, "lead"), Fault)
    with pytest.raises(Unavailable):
        await room.rename("ann", "Anna")


async def test_who_hangs_up_in_the_moment_in_which_he_is_shown_in_is_not_kept_as_present(tables: Tables) -> None:
    room = await tables.open()
    ann = Guest(room, "ann")
    entering = asyncio.create_task(room.enter(ann))
    assert await ann.outbox.take()
    assert room.audience
    entering.cancel()
    with pytest.raises(asyncio.CancelledError):
        await entering
    assert not room.audience


async def test_a_match_that_nobody_opened_is_unknown(tables: Tables) -> None:
    with pytest.raises(UnknownMatch):
        await tables.wake("nowhere")
    assert tables.memory.followers["nowhere"] == []


# Time


async def test_the_next_hand_is_dealt_when_the_time_is_up(tables: Tables) -> None:
    room = await tables.open()
    ann = await visit(room, "ann")
    await ask(room, "ann", ConcedeHand(), "cancel")
    assert (await ann.frames("update"))[-1]["left_ms"] == NEXT_HAND_MS
    tables.time.advance(NEXT_HAND_MS - 1)
    await settled(room)
    assert room.version == 2
    tables.time.advance(1)
    (update,) = await ann.frames("update")
    assert (update["events"][0]["t"], update["view"]["hand_number"], update["left_ms"]) == ("hand_dealt", 2, None)


async def test_it_is_not_dealt_while_somebody_stays(tables: Tables) -> None:
    room = await tables.open()
    ann = await visit(room, "ann")
    await ask(room, "ann", ConcedeHand(), "cancel")
    await ask(room, "bob", Stay(), "stay")
    assert (await ann.frames("update"))[-1]["left_ms"] is None
    tables.time.advance(10 * NEXT_HAND_MS)
    await settled(room)
    assert room.match.hand is not None
    assert room.match.hand.number == 1
    await ask(room, "bob", NextHand(), "next")  # and counts again from where it was: the time is up
    tables.time.advance(0)
    await settled(room)
    assert room.match.hand.number == 2


async def test_it_waits_for_whoever_comes_back(tables: Tables) -> None:
    room = await tables.open()
    await visit(room, "eve")
    await ask(room, "ann", ConcedeHand(), "cancel")
    tables.time.advance(10 * NEXT_HAND_MS)
    await settled(room)
    assert room.version == 2
    ann = await visit(room, "ann")
    (joined,) = await ann.frames("joined")
    assert 0 < joined["left_ms"] < NEXT_HAND_MS
    tables.time.advance(joined["left_ms"])
    await settled(room)
    assert room.version == 3


async def test_a_player_who_comes_back_at_the_last_moment_gets_the_time_that_he_is_told(tables: Tables) -> None:
    room = await tables.open()
    await visit(room, "eve")
    await ask(room, "ann", ConcedeHand(), "cancel")
    tables.time.advance(NEXT_HAND_MS - 1000)
    (joined,) = await (await visit(room, "ann")).frames("joined")
    assert joined["left_ms"] == GRACE_AFTER_WAKING_MS
    tables.time.advance(GRACE_AFTER_WAKING_MS - 1)
    await settled(room)
    assert room.version == 2
    tables.time.advance(1)
    await settled(room)
    assert room.version == 3


async def test_many_processes_deal_it_once(tables: Tables) -> None:
    rooms = [await tables.open(), await tables.wake(), await tables.wake()]
    for room in rooms:
        await visit(room, "ann")
    await ask(rooms[0], "ann", ConcedeHand(), "cancel")
    for room in rooms:
        await settled(room)
    tables.time.advance(NEXT_HAND_MS)
    for room in rooms:
        await settled(room)
    assert [entry.command_id for entry in tables.memory.entries["m"]] == ["open", "cancel", "deal-2"]
    assert {room.version for room in rooms} == {3}


async def test_it_is_dealt_late_when_the_store_was_down_in_time(tables: Tables) -> None:
    room = await tables.open()
    await visit(room, "ann")
    await ask(room, "ann", ConcedeHand(), "cancel")
    tables.memory.down = True
    for ms in (NEXT_HAND_MS, DEAL_AGAIN_MS, DEAL_AGAIN_MS):
        tables.time.advance(ms)
        await settled(room)
    assert room.version == 2
    tables.memory.down = False
    tables.time.advance(DEAL_AGAIN_MS)
    await settled(room)
    assert room.version == 3


async def test_a_deal_that_is_to_be_tried_again_does_not_cut_the_next_result_short(tables: Tables) -> None:
    room = await tables.open()
    await visit(room, "ann")
    await ask(room, "ann", ConcedeHand(), "cancel")
    tables.memory.down = True
    tables.time.advance(NEXT_HAND_MS)
    await settled(room)
    tables.memory.down = False
    for who in ("ann", "bob"):
        await ask(room, who, NextHand(), "next")
    await ask(room, "ann", ConcedeHand(), "cancel again")
    before = room.version
    tables.time.advance(DEAL_AGAIN_MS)
    await settled(room)
    assert room.version == before
    tables.time.advance(NEXT_HAND_MS - DEAL_AGAIN_MS)
    await settled(room)
    assert room.version == before + 1


# Who is here


async def test_presence_counts_a_player_once_and_each_watcher(tables: Tables) -> None:
    room = await tables.open()
    ann = await visit(room, "ann")
    tab = await visit(room, "ann")
    eve = await visit(room, "eve")
    await visit(room, "fay")
    tables.time.advance(PRESENCE_DELAY_MS)
    (presence,) = await ann.frames("presence")
    assert presence == {
        "seats": [True, False],
        "watchers": 2,
        "names": ["Eve", "Fay"],
        "grace": [None, GRACE_MS],
        "burning": None,
        "t": "presence",
    }
    room.leave(tab)
    tables.time.advance(PRESENCE_DELAY_MS)
    assert await ann.frames("presence") == []  # he is still here
    await eve.frames()
    room.leave(ann)
    tables.time.advance(PRESENCE_DELAY_MS)
    (presence,) = await eve.frames("presence")
    assert (presence["seats"], presence["burning"]) == ([False, False], 0)
    assert presence["grace"] == [GRACE_MS - PRESENCE_DELAY_MS, GRACE_MS]


async def test_many_comings_and_goings_are_told_once(tables: Tables) -> None:
    room = await tables.open()
    ann = await visit(room, "ann")
    assert len(await ann.frames("presence")) == 1  # what he found
    for _ in range(20):
        room.leave(await visit(room, "eve"))
    assert await ann.frames("presence") == []
    tables.time.advance(PRESENCE_DELAY_MS)
    assert len(await ann.frames("presence")) == 1


async def test_the_computer_is_always_present(tables: Tables) -> None:
    room = await tables.open(computer=True)
    (joined,) = await (await visit(room, "eve")).frames("joined")
    assert joined["presence"] == [False, True]


async def test_only_a_player_without_opponent_is_told_the_key(tables: Tables) -> None:
    room = await tables.open(players=1)
    ann, eve = await visit(room, "ann"), await visit(room, "eve")
    assert (await ann.frames("joined"))[0]["invite"] == "key-m"
    assert (await eve.frames("joined"))[0]["invite"] is None
    await room.sit("eve", "Eve")
    (update,) = await eve.frames("update")
    assert (update["view"]["viewer"], eve.seat) == (1, 1)
    assert (await (await visit(room, "ann")).frames("joined"))[0]["invite"] is None


async def test_a_new_name_is_shown_at_the_table(tables: Tables) -> None:
    room = await tables.open()
    ann = await visit(room, "ann")
    await room.rename("bob", "Robert")
    (update,) = await ann.frames("update")
    assert (update["events"][0]["t"], update["view"]["seats"][1]["name"]) == ("player_renamed", "Robert")
    await room.rename("bob", "Robert")
    await room.rename("eve", "Eva")
    assert room.version == 2


async def test_what_only_the_house_may_ask_is_refused_to_nobody_in_particular(tables: Tables) -> None:
    room = await tables.open()
    refused = await ask(room, "eve", Rename("Eva"), "rename")
    assert isinstance(refused, Refusal)
    assert refused.code is Code.NOT_A_PLAYER
    running = await ask(room, "house", DealNext(), "deal")
    assert isinstance(running, Refusal)
    assert running.code is Code.HAND_RUNNING


async def test_a_check_of_the_log_finds_nothing_and_says_nothing(tables: Tables) -> None:
    room = await tables.open()
    ann = await visit(room, "ann")
    await ann.frames()
    tables.memory.wake("m", CHECK)
    tables.memory.wake("m", 1)
    assert await ann.frames() == []
    assert await ask(room, "ann", CloseStock(), "close") == Ack("close", 2)
