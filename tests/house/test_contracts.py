"""The import contracts speak of the whole house: a new room says on which storey it stands and keeps to the doors."""

import tomllib
from typing import Any

import pytest

from bootstrap import CHECKOUT

SERVER = CHECKOUT / "server" / "schnapsen_server"
ROOMS = {f"schnapsen_server.{init.parent.name}" for init in SERVER.glob("*/__init__.py")}
CONTRACTS: list[dict[str, Any]] = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["tool"][
    "importlinter"
]["contracts"]


def test_every_room_has_its_storey() -> None:
    (layers,) = [contract["layers"] for contract in CONTRACTS if contract["type"] == "layers"]
    assert {name.strip(" ()") for layer in layers for name in layer.split("|")} >= ROOMS


@pytest.mark.parametrize(("library", "door"), [("starlette", "web"), ("redis", "store")])
def test_a_library_is_known_behind_one_door_alone(library: str, door: str) -> None:
    (kept_out,) = [c["source_modules"] for c in CONTRACTS if c.get("forbidden_modules") == [library]]
    assert ROOMS - set(kept_out) == {f"schnapsen_server.{door}"}
