"""The JSON Schema of every frame, made from the code: `python -m schnapsen_protocol.schema > protocol/schema.json`."""

import json
from typing import Annotated, Any

from pydantic import Field, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode

from . import PROTOCOL_VERSION
from .advice import Puzzle, Review
from .cards import Seat
from .commands import Command
from .events import Event
from .frames import ClientFrame, ServerFrame
from .ratings import Profile, TopRow
from .replays import Replay
from .views import FinishedRow, MatchRow

REF = "#/$defs/{model}"


class Required(GenerateJsonSchema):
    """Says which fields are always there: all that the server sends; of a client's frame those without a default.

    The tag `t` is always there, though in Python it has a default, too.
    """

    def field_is_required(self, field: Any, total: bool) -> bool:
        tag = field["schema"].get("schema", {}).get("type") == "literal"
        return tag or self.mode == "serialization" or super().field_is_required(field, total)


def schema() -> dict[str, Any]:
    """One document. `ClientFrame` and `ServerFrame` under `$defs` are the two directions of the websocket."""
    sources: list[tuple[str, JsonSchemaMode, TypeAdapter[Any]]] = [
        ("ClientFrame", "validation", TypeAdapter(Annotated[ClientFrame, Field(discriminator="t")])),
        ("ServerFrame", "serialization", TypeAdapter(Annotated[ServerFrame, Field(discriminator="t")])),
        ("Command", "validation", TypeAdapter(Annotated[Command, Field(discriminator="t")])),
        ("Event", "serialization", TypeAdapter(Annotated[Event, Field(discriminator="t")])),
        ("Seat", "serialization", TypeAdapter(Seat)),
        ("MatchRow", "serialization", TypeAdapter(MatchRow)),
        ("FinishedRow", "serialization", TypeAdapter(FinishedRow)),
        ("Profile", "serialization", TypeAdapter(Profile)),
        ("TopRow", "serialization", TypeAdapter(TopRow)),
        ("Review", "serialization", TypeAdapter(Review)),
        ("Puzzle", "serialization", TypeAdapter(Puzzle)),
        ("Replay", "serialization", TypeAdapter(Replay)),
    ]
    named, definitions = TypeAdapter.json_schemas(sources, ref_template=REF, schema_generator=Required)
    defs: dict[str, Any] = definitions["$defs"]
    for (name, _), found in named.items():
        defs.setdefault(str(name), found)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Schnapsen, protocol {PROTOCOL_VERSION}",
        "anyOf": [{"$ref": "#/$defs/ClientFrame"}, {"$ref": "#/$defs/ServerFrame"}],
        "$defs": dict(sorted(defs.items())),
    }


def text() -> str:
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(text(), end="")
