"""How the batch of one command becomes the bytes of a log entry. Here alone the deal, a secret, can be written."""

from schnapsen_protocol.codec import EVENTS, EventCodec
from schnapsen_server.game.secret import DeckDealt

HAPPENINGS = EventCodec(*EVENTS, DeckDealt)
