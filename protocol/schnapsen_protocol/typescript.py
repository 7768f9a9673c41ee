"""The schema as types for the client: `python -m schnapsen_protocol.typescript > client/js/protocol.d.ts`."""

import json
from typing import Any

from .schema import REF, schema

HEAD = """\
// The words of protocol/README.md as types, made from the code that makes protocol/schema.json; never written by hand:
// python -m schnapsen_protocol.typescript > client/js/protocol.d.ts
"""
PREFIX = REF.format(model="")


def text() -> str:
    return HEAD + "".join(f"\n{_declared(name, found)}\n" for name, found in schema()["$defs"].items())


def _declared(name: str, schema: dict[str, Any]) -> str:
    doc = f"/** {' '.join(schema['description'].split())} */\n" if "description" in schema else ""
    return f"{doc}export type {name} = {_type(schema)};"


def _type(schema: dict[str, Any]) -> str:
    """Raises ValueError for what no frame has needed so far."""
    match schema:
        case {"$ref": reference}:
            return str(reference).removeprefix(PREFIX)
        case {"const": value}:
            return json.dumps(value)
        case {"enum": values}:
            return " | ".join(json.dumps(value) for value in values)
        case {"anyOf": choices} | {"oneOf": choices}:
            return " | ".join(_type(choice) for choice in choices)
        case {"type": "array", "prefixItems": places}:
            return f"[{', '.join(_type(place) for place in places)}]"
        case {"type": "array", "items": item}:
            return f"Array<{_type(item)}>"
        case {"type": "object", "properties": fields}:
            required = schema.get("required", ())
            lines = (f"  {name}{'' if name in required else '?'}: {_type(field)};\n" for name, field in fields.items())
            return f"{{\n{''.join(lines)}}}"
        case {"type": "object", "additionalProperties": dict(value)}:
            return f"{{[key: string]: {_type(value)}}}"
        case {"type": "integer" | "number"}:
            return "number"
        case {"type": "string" | "boolean" | "null" as name}:
            return str(name)
    raise ValueError(f"no type is known for {schema}")


if __name__ == "__main__":
    print(text(), end="")
