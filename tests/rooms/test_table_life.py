"""Who is at a table, over all processes; whom it waits for and how long; and what is said there."""

import asyncio
from typing import cast

import pytest

from kit.hands import OPEN_HAND, Dice, command, deck
from kit.memory_store import MemoryStore
from kit.rooms import Chair, Hours, Process, asked, settled
from schnapsen_protocol.cards import Preset, Versus
from schnapsen_protocol.commands import ClaimWin, Phrase, Say
from schnapsen_protocol.events import MatchEnd
from schnapsen_protocol.frames import Ack, Joined, Presence, Refusal
from schnapsen_protocol.refusals import Code, Refused
from schnapsen_protocol.terms import UNSETTLED, Gallery, Terms
from schnapsen_protocol.views import ChatLine
from schnapsen_server.game.house import OpenMatch, TakeSeat
from schnapsen_server.rooms.company import PRESENCE_DELAY_MS
from schnapsen_server.rooms.directory import LINGER_BEATS
from schnapsen_server.rooms.fleet import LAPSE_MS
from schnapsen_server.rooms.presence import GRACE_AFTER_LEAVING_MS, GRACE_MS
from schnapsen_server.rooms.room import MOST_WORDS, Room
from schnapsen_server.store.open import Store


class House:
    """Two processes, and a match of Ann and Bob in which Ann leads."""

    def __init__(self, store: Store, match: str) -> None:
        self.hours = Hours()
        self.match = match
        self.one, self.two = (
            Process(name, store, self.hours, Dice(decks=[deck(OPEN_HAND)])) for name in ("one", "two")
        )

    async def open(self, terms: Terms = UNSETTLED) -> "House":
        await self.beat()
        people = (TakeSeat("ann", "Ann"), TakeSeat("bob", "Bob"))
        await self.one.directory.open(self.match, (OpenMatch(Preset.SEED, Versus.HUMAN, 1, terms), *people))
        return self

    async def beat(self) -> None:
        for process in (self.one, self.two):
            await process.beat()

    async def chair(self, process: Process, player: str) -> Chair:
        chair = await Chair(process, self.match, player).sit()
        await self.word_gets_round()
        return chair

    async def word_gets_round(self) -> None:
        """Of who comes and goes."""
        await self.hours.after(PRESENCE_DELAY_MS)
        for process in (self.one, self.two):
            for room in process.directory.awake():
                await settled(room)


@pytest.fixture
async def house(store: Store, match: str) -> House:
    return await House(store, match).open()


def room_of(chair: Chair) -> Room:
    assert chair.room is not None
    return chair.room


async def knows(chair: Chair, seats: tuple[bool, bool]) -> Presence:
    """Wait until the table of this chair knows that these are here."""
    async with asyncio.timeout(10):
        while room_of(chair).presence().seats != seats:
            await settled(room_of(chair))
    return room_of(chair).presence()


def code(reply: object) -> Code | None:
    return reply.code if isinstance(reply, Refusal) else None


async def test_who_leaves_while_the_store_is_down_is_known_to_be_away_later(match: str) -> None:
    memory = MemoryStore()
    house = await House(cast(Store, memory), match).open()
    ann, bob = await house.chair(house.one, "ann"), await house.chair(house.two, "bob")
    await knows(bob, (True, True))
    memory.log.down = True
    room_of(ann).leave(ann.visitor)
    await house.word_gets_round()
    memory.log.down = False
    for _ in range(LINGER_BEATS + 2):
        assert not room_of(ann).closed
        await house.one.directory.beat()
        await room_of(ann).company.settled()
    assert room_of(ann).closed
    assert (await knows(bob, (False, True))).grace == (GRACE_MS - PRESENCE_DELAY_MS, None)


async def test_who_is_here_is_known_in_every_process(house: House) -> None:
    ann = await house.chair(house.one, "ann")
    bob = await house.chair(house.two, "bob")
    await house.chair(house.two, "eve")
    for chair in (ann, bob):
        presence = await knows(chair, (True, True))
        assert (presence.watchers, presence.names) == (1, ("Eve",))
    await ann.get_up()
    await house.word_gets_round()
    assert (await knows(bob, (False, True))).grace == (GRACE_MS - PRESENCE_DELAY_MS, None)
    told = [frame for frame in bob.heard() if isinstance(frame, Presence)]
    assert told[-1].seats == (False, True)


async def test_a_player_is_here_while_one_of_his_tabs_is(house: House) -> None:
    bob = await house.chair(house.one, "bob")
    tabs = [await house.chair(process, "ann") for process in (house.one, house.one, house.two)]
    for tab in tabs[:2]:
        await tab.get_up()
    await house.word_gets_round()
    await knows(bob, (True, True))
    await tabs[2].get_up()
    await house.word_gets_round()
    await knows(bob, (False, True))


async def test_grace_burns_only_while_the_table_waits_for_who_is_away(house: House) -> None:
    ann = await house.chair(house.one, "ann")
    bob = await house.chair(house.one, "bob")
    await bob.get_up()
    await house.hours.after(10 * GRACE_MS)
    presence = room_of(ann).presence()
    assert (presence.grace, presence.burning) == ((None, GRACE_MS), None)
    assert code(await ann.ask(ClaimWin())) is Code.NOT_AWAY
    await ann.ask(command("CT"))
    await house.hours.after(GRACE_MS - 1)
    presence = room_of(ann).presence()
    assert (presence.grace, presence.burning) == ((None, 1), 1)
    assert code(await ann.ask(ClaimWin())) is Code.NOT_AWAY
    await house.hours.after(1)
    assert isinstance(await ann.ask(ClaimWin(), "mine"), Ack)
    match = room_of(ann).match
    assert (match.winner, match.ended_by) == (0, MatchEnd.LEFT)
    assert isinstance(await ann.ask(ClaimWin(), "mine"), Ack)


async def test_the_table_is_told_when_grace_begins_to_burn(house: House) -> None:
    ann = await house.chair(house.one, "ann")
    bob = await house.chair(house.one, "bob")
    await bob.get_up()
    await house.word_gets_round()
    ann.heard()
    await ann.ask(command("CT"))
    (told,) = (frame for frame in ann.heard() if isinstance(frame, Presence))
    assert told == Presence((True, False), 0, (), (None, GRACE_MS), 1)


async def test_who_left_on_purpose_is_waited_for_less_long(house: House) -> None:
    ann = await house.chair(house.one, "ann")
    bob = await house.chair(house.two, "bob")
    await ann.ask(command("CT"))
    await bob.get_up(on_purpose=True)
    await house.word_gets_round()
    await knows(ann, (True, False))
    await house.hours.after(GRACE_AFTER_LEAVING_MS - PRESENCE_DELAY_MS - 1)
    assert code(await ann.ask(ClaimWin())) is Code.NOT_AWAY
    await house.hours.after(1)
    assert isinstance(await ann.ask(ClaimWin()), Ack)


async def test_coming_back_is_as_if_one_had_never_gone(house: House) -> None:
    ann = await house.chair(house.one, "ann")
    bob = await house.chair(house.one, "bob")
    await ann.ask(command("CT"))
    await bob.get_up(on_purpose=True)
    await house.hours.after(10 * GRACE_MS)
    await bob.sit()
    assert room_of(ann).presence().grace == (None, None)
    assert code(await ann.ask(ClaimWin())) is Code.NOT_AWAY
    await bob.get_up()
    assert room_of(ann).presence().grace == (None, GRACE_MS)


async def test_nobody_is_away_who_came_by_another_process_just_now(house: House) -> None:
    ann = await house.chair(house.one, "ann")
    bob = await house.chair(house.one, "bob")
    await ann.ask(command("CT"))
    await bob.get_up()
    await house.hours.after(2 * GRACE_MS)
    elsewhere = Chair(house.two, house.match, "bob")
    await elsewhere.sit()
    await house.hours.after(PRESENCE_DELAY_MS)
    await settled(room_of(elsewhere))
    assert code(await ann.ask(ClaimWin())) is Code.NOT_AWAY


async def test_the_players_of_a_dead_process_are_away_since_it_died(house: House) -> None:
    ann = await house.chair(house.one, "ann")
    await house.chair(house.two, "bob")
    await ann.ask(command("CT"))
    await knows(ann, (True, True))
    await house.beat()
    died = house.hours.now
    await house.two.kill()
    await house.hours.after(LAPSE_MS + 1)
    await house.one.beat()
    presence = await knows(ann, (True, False))
    assert presence.grace == (None, GRACE_MS - (house.hours.now - died))
    await settled(room_of(ann))
    await house.hours.until(died + GRACE_MS)
    assert isinstance(await ann.ask(ClaimWin()), Ack)


async def test_after_a_restart_nobody_has_been_away_for_long(store: Store, house: House) -> None:
    ann = await house.chair(house.one, "ann")
    await house.chair(house.one, "bob")
    await ann.ask(command("CT"))
    await house.one.kill()
    await house.two.kill()
    await house.hours.after(100 * GRACE_MS)
    again = Process("again", store, house.hours)
    await again.beat()
    ann = await Chair(again, house.match, "ann").sit()
    assert room_of(ann).presence().grace == (None, GRACE_MS)
    assert code(await ann.ask(ClaimWin())) is Code.NOT_AWAY


async def test_a_watcher_claims_nothing(house: House) -> None:
    eve = await house.chair(house.one, "eve")
    await house.hours.after(10 * GRACE_MS)
    assert code(await eve.ask(ClaimWin())) is Code.NOT_A_PLAYER


# Words


async def test_words_are_kept_with_the_match(house: House) -> None:
    ann = await house.chair(house.one, "ann")
    await ann.ask(Say(phrase=Phrase.HELLO))
    await house.hours.after(1000)
    await ann.ask(Say(text="שלום"))
    bob = await house.chair(house.two, "bob")
    (joined,) = (frame for frame in bob.heard() if isinstance(frame, Joined))
    start = house.hours.now
    assert [(line.seat, line.phrase, line.text) for line in joined.chat] == [(0, "hello", None), (0, None, "שלום")]
    assert joined.chat[1] == ChatLine(0, None, "שלום", joined.chat[0].at + 1000)
    assert joined.now <= start


async def test_words_do_not_make_a_decision_stale(house: House) -> None:
    ann = await house.chair(house.one, "ann")
    bob = await house.chair(house.one, "bob")
    seen = room_of(ann).version
    await bob.ask(Say(text="well?"))
    ack = await asked(room_of(ann), "ann", "play", command("CT"), seen=seen)
    assert ack == Ack("play", seen + 2)
    late = await asked(room_of(bob), "bob", "reply", command("CK"), seen=seen)
    assert code(late) is Code.STALE


# Watchers


async def test_a_closed_table_has_players_only(store: Store, match: str) -> None:
    house = await House(store, match).open(Terms(gallery=Gallery.CLOSED))
    with pytest.raises(Refused) as refused:
        await house.chair(house.one, "eve")
    assert refused.value.code is Code.NO_WATCHERS
    await house.chair(house.one, "bob")


async def test_watchers_are_counted_once_however_many_windows_they_have(house: House) -> None:
    ann = await house.chair(house.one, "ann")
    for name in ("eve", "eve", "max"):
        await house.chair(house.one, name)
    presence = room_of(ann).presence()
    assert (presence.watchers, presence.names) == (2, ("Eve", "Max"))


async def test_who_joins_is_told_the_last_words_only(house: House) -> None:
    ann = await house.chair(house.one, "ann")
    for number in range(MOST_WORDS + 3):
        await ann.ask(Say(text=str(number)))
    bob = await house.chair(house.one, "bob")
    (joined,) = (frame for frame in bob.heard() if isinstance(frame, Joined))
    assert [line.text for line in joined.chat] == [str(number) for number in range(3, MOST_WORDS + 3)]
