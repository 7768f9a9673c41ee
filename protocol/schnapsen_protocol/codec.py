"""JSON in and out. Only what stands in a codec's table of classes can be written: anything else is a `TypeError`."""

from collections.abc import Iterable
from dataclasses import fields
from types import GenericAlias
from typing import Annotated, Any, Union, get_args

import orjson
from pydantic import Field, TypeAdapter, ValidationError

from . import advice, commands, events, frames, lobby_frames, ratings, replays, terms, views
from .refusals import SENTENCES, Code

EVENTS: tuple[type, ...] = get_args(events.Event)
COMMANDS: tuple[type, ...] = get_args(commands.Command)
CLIENT_FRAMES: tuple[type, ...] = get_args(frames.ClientFrame)
SERVER_FRAMES: tuple[type, ...] = get_args(frames.ServerFrame)
TERMS: tuple[type, ...] = (terms.Terms, terms.ClockRule, ratings.RatingMark)
RATINGS: tuple[type, ...] = (
    ratings.Profile,
    ratings.TopRow,
    ratings.RatingPoint,
    ratings.Record,
    ratings.Reliability,
)
ADVICE: tuple[type, ...] = (
    advice.Advice,
    advice.Mistake,
    advice.Review,
    advice.PuzzleMove,
    advice.Puzzle,
)
REPLAYS: tuple[type, ...] = (replays.Replay, replays.Step)
VIEWS: tuple[type, ...] = (
    views.View,
    views.SeatView,
    views.TableCard,
    views.TrickView,
    views.ResultView,
    views.HandScore,
    views.ProposalView,
    views.ClockView,
    views.ChatLine,
    views.MatchRow,
    views.FinishedRow,
    *lobby_frames.LOBBY_PARTS,
)


class Malformed(Exception):
    """The bytes are no frame. `id` is the command id when one could be read."""

    def __init__(self, code: Code, command_id: str | None = None) -> None:
        super().__init__(SENTENCES[code])
        self.code = code
        self.command_id = command_id


class Writer:
    """Writes values of the classes in its table, and of no others."""

    def __init__(self, *classes: type) -> None:
        self._fields = {cls: tuple(field.name for field in fields(cls)) for cls in classes}

    def __call__(self, value: object) -> bytes:
        """The JSON of `value`. Raises TypeError if anything in it is not of the table."""
        try:
            return orjson.dumps(value, default=self._plain, option=orjson.OPT_PASSTHROUGH_DATACLASS)
        except orjson.JSONEncodeError as error:
            raise TypeError(str(error)) from error.__cause__

    def _plain(self, value: object) -> object:
        if isinstance(value, Encoded):
            return orjson.Fragment(value.json)
        names = self._fields.get(type(value))
        if names is None:
            raise TypeError(f"{type(value).__name__} may not be written here")
        return {name: getattr(value, name) for name in names}


class Encoded:
    """JSON that a writer has made already."""

    __slots__ = ("json",)

    def __init__(self, json: bytes) -> None:
        self.json = json


write = Writer(*EVENTS, *COMMANDS, *CLIENT_FRAMES, *SERVER_FRAMES, *VIEWS, *TERMS, *RATINGS, *ADVICE, *REPLAYS)
"""Writes what may go over the wire."""


class EventCodec:
    """Batches of events as JSON lists. The log's codec has one class more than the wire's."""

    def __init__(self, *classes: type) -> None:
        self._write = Writer(*classes, *TERMS)
        batch: Any = GenericAlias(tuple, (_tagged(classes), ...))
        self._adapter: TypeAdapter[tuple[Any, ...]] = TypeAdapter(batch)

    def encode(self, batch: Iterable[object]) -> bytes:
        return self._write(list(batch))

    def decode(self, json: bytes) -> tuple[Any, ...]:
        """Raises ValueError when the bytes are no batch of this codec."""
        return self._adapter.validate_json(json)


def _tagged(classes: tuple[type, ...]) -> Any:
    return Annotated[Union[classes], Field(discriminator="t")]  # noqa: UP007  (built from a tuple)


def encode_update(v: int, at: int, events: Encoded, view: Encoded, left_ms: int | None, now: int) -> bytes:
    """An `Update` around parts that were encoded once for several audiences."""
    return write({"v": v, "at": at, "events": events, "view": view, "left_ms": left_ms, "now": now, "t": "update"})


_client_frame: TypeAdapter[frames.ClientFrame] = TypeAdapter(_tagged(CLIENT_FRAMES))
_server_frame: TypeAdapter[frames.ServerFrame] = TypeAdapter(_tagged(SERVER_FRAMES))


def decode_client_frame(text: str | bytes) -> frames.ClientFrame:
    """Raises Malformed for anything that is not a frame of a client."""
    try:
        return _client_frame.validate_json(text)
    except ValidationError as error:
        bad_card = all(detail["loc"][-1:] == ("card",) for detail in error.errors(include_url=False))
        code = Code.BAD_CARD if bad_card else Code.MALFORMED
        raise Malformed(code, command_id(text)) from error


def decode_server_frame(text: str | bytes) -> frames.ServerFrame:
    """For clients written in Python. Raises ValueError."""
    return _server_frame.validate_json(text)


def command_id(text: str | bytes) -> str | None:
    """The id of a command or a question that is not going to be carried out, so that the answer can name it."""
    try:
        match orjson.loads(text):
            case {"t": "submit" | "ask_hint", "id": str(found)} if 0 < len(found) <= 64 and found.isascii():
                return found
    except orjson.JSONDecodeError:
        pass
    return None
