"""docker-compose.yml, as its tests read it."""

import re
from collections.abc import Mapping
from typing import Any

import yaml  # type: ignore[import-untyped]  # its stubs are one more package for three lines

from bootstrap import CHECKOUT

FILE = CHECKOUT / "docker-compose.yml"
VARIABLE = re.compile(r"\$\{(?P<name>\w+)(?P<how>:-|:\?|:\+)(?P<word>[^}]*)}")


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(FILE.read_text("utf-8"))
    return found


def filled_in(text: str, variables: Mapping[str, str]) -> str:
    """The text with its variables as Compose puts them in. Raises KeyError for one that is required and not there."""

    def value(found: re.Match[str]) -> str:
        given = variables.get(found["name"], "")
        match found["how"]:
            case ":-":
                return given or found["word"]
            case ":+":
                return found["word"] if given else ""
        if not given:
            raise KeyError(found["name"])
        return given

    return VARIABLE.sub(value, text)


def caddyfile(**variables: str) -> str:
    """What the proxy is told."""
    return filled_in(compose()["configs"]["caddyfile"]["content"], variables)
