"""What the codec takes and what it gives; and that it gives nothing else."""

import json
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schnapsen_protocol.cards import Card
from schnapsen_protocol.codec import (
    EVENTS,
    Encoded,
    EventCodec,
    Malformed,
    decode_client_frame,
    decode_server_frame,
    encode_update,
    write,
)
from schnapsen_protocol.commands import PlayCard
from schnapsen_protocol.events import CardPlayed, HandDealt
from schnapsen_protocol.frames import Ack, Submit
from schnapsen_protocol.refusals import Code
from schnapsen_server.game.secret import DeckDealt
from schnapsen_server.game.state import Match
from schnapsen_server.game.view import view
from schnapsen_server.store.happenings import HAPPENINGS

PLAY = '{"t":"submit","id":"a1","command":{"t":"play_card","card":%s}}'


def test_a_command_is_read() -> None:
    assert decode_client_frame(PLAY % '"HQ"') == Submit("a1", PlayCard(Card.HQ))


@pytest.mark.parametrize(
    "card", ['"hq"', '"10H"', '"QH"', '"XX"', '""', "5", "[]", "null", "true", '"' + "H" * 3000 + '"']
)
def test_what_is_no_card_is_named_so_with_the_id_of_its_command(card: str) -> None:
    with pytest.raises(Malformed) as refused:
        decode_client_frame(PLAY % card)
    assert (refused.value.code, refused.value.command_id) == (Code.BAD_CARD, "a1")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "5",
        "{",
        '{"t":"nothing"}',
        '{"t":"hello"}',
        '{"t":"hello","protocol":"1"}',
        '{"t":"hello","protocol":true}',
        '{"t":"hello","protocol":1,"more":1}',
        '{"t":"submit","id":"","command":{"t":"claim"}}',
        '{"t":"submit","id":"ä","command":{"t":"claim"}}',
        '{"t":"submit","id":"x","command":{"t":"claim","seat":1}}',
        '{"t":"submit","id":"x","command":{"t":"deal_next"}}',
        '{"t":"submit","id":"x","seat":1,"command":{"t":"claim"}}',
        '{"t":"submit","id":"x","version":-1,"command":{"t":"claim"}}',
        '{"t":"join","match":"../x"}',
        '{"t":"join","match":"' + "x" * 33 + '"}',
        "[" * 4000,
    ],
)
def test_what_is_no_frame_is_malformed(text: str) -> None:
    with pytest.raises(Malformed) as refused:
        decode_client_frame(text)
    assert refused.value.code is Code.MALFORMED


@given(st.binary(max_size=200) | st.text(max_size=200))
def test_no_text_breaks_the_reader(text: bytes | str) -> None:
    with pytest.raises(Malformed):
        decode_client_frame(text)


def test_the_deal_cannot_be_written_to_the_wire_but_to_the_log() -> None:
    deal = DeckDealt(tuple(Card), "00")
    with pytest.raises(TypeError):
        write(deal)
    with pytest.raises(TypeError):
        write({"events": [CardPlayed(0, Card.HQ), deal]})
    with pytest.raises(TypeError):
        EventCodec(*EVENTS).encode([deal])
    assert HAPPENINGS.decode(HAPPENINGS.encode([deal])) == (deal,)


def test_a_whole_match_cannot_be_written() -> None:
    with pytest.raises(TypeError):
        write(Match())


@dataclass
class Stranger:
    hand: str = "HQ"


def test_what_is_not_in_the_table_cannot_be_written() -> None:
    with pytest.raises(TypeError):
        write([Stranger()])


def test_an_update_of_encoded_parts_is_an_update() -> None:
    events = (HandDealt(1, 0, Card.SA), CardPlayed(1, Card.HQ))
    seen = view(Match(), None)
    frame = encode_update(3, 5, Encoded(write(events)), Encoded(write(seen)), None, 6)
    assert decode_server_frame(frame).v == 3  # type: ignore[union-attr]
    assert decode_server_frame(frame).events == events  # type: ignore[union-attr]
    assert list(json.loads(frame)) == ["v", "at", "events", "view", "left_ms", "now", "t"]


def test_a_frame_is_read_back_as_it_was_written() -> None:
    assert decode_server_frame(write(Ack("a1", 7))) == Ack("a1", 7)
