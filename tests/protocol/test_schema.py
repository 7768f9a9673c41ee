"""The published schema says what the code says."""

from dataclasses import fields
from pathlib import Path

from schnapsen_protocol import codec, refusals, schema, typescript

PROTOCOL = Path(schema.__file__).parents[1]


def test_the_published_schema_is_current() -> None:
    assert (PROTOCOL / "schema.json").read_text("utf-8") == schema.text(), (
        "run: python -m schnapsen_protocol.schema > protocol/schema.json"
    )


def test_the_types_of_the_client_are_current() -> None:
    assert (PROTOCOL.parent / "client" / "js" / "protocol.d.ts").read_text("utf-8") == typescript.text(), (
        "run: python -m schnapsen_protocol.typescript > client/js/protocol.d.ts"
    )


def test_every_word_of_the_protocol_stands_in_the_schema_and_on_the_page() -> None:
    definitions = schema.schema()["$defs"]
    page = (PROTOCOL / "README.md").read_text("utf-8")
    for cls in (*codec.CLIENT_FRAMES, *codec.SERVER_FRAMES, *codec.COMMANDS, *codec.EVENTS):
        assert cls.__name__ in definitions
        word = str(next(field.default for field in fields(cls) if field.name == "t"))
        assert word in page, f"protocol/README.md does not name {word}"


def test_every_refusal_stands_on_the_page_and_has_a_sentence() -> None:
    page = (PROTOCOL / "README.md").read_text("utf-8")
    for code in refusals.Code:
        assert code in page
        assert refusals.SENTENCES[code].endswith(".")
