"""The JSON Schema of every frame, made from the code: `python -m schnapsen_protocol.schema > protocol/schema.json`."""

import json
from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from . import PROTOCOL_VERSION
from .advice import Puzzle, Review
from .frames import ClientFrame, ServerFrame
from .ratings import Profile, TopRow
from .views import MatchRow

REF = "#/$defs/{model}"


def schema() -> dict[str, Any]:
    """One document. `ClientFrame` and `ServerFrame` under `$defs` are the two directions of the websocket."""
    sources: list[tuple[str, TypeAdapter[Any]]] = [
        ("ClientFrame", TypeAdapter(Annotated[ClientFrame, Field(discriminator="t")])),
        ("ServerFrame", TypeAdapter(Annotated[ServerFrame, Field(discriminator="t")])),
        ("MatchRow", TypeAdapter(MatchRow)),
        ("Profile", TypeAdapter(Profile)),
        ("TopRow", TypeAdapter(TopRow)),
        ("Review", TypeAdapter(Review)),
        ("Puzzle", TypeAdapter(Puzzle)),
    ]
    named, definitions = TypeAdapter.json_schemas(
        [(name, "serialization", adapter) for name, adapter in sources], ref_template=REF
    )
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
