"""The import contracts speak of the whole house: a new room must say on which storey it stands."""

import tomllib

from bootstrap import CHECKOUT

SERVER = CHECKOUT / "server" / "schnapsen_server"


def test_every_room_has_its_storey() -> None:
    contracts = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    (layers,) = [contract["layers"] for contract in contracts if contract["type"] == "layers"]
    placed = {name.strip() for layer in layers for name in layer.split("|")}
    rooms = {f"schnapsen_server.{init.parent.name}" for init in SERVER.glob("*/__init__.py")}
    assert rooms <= placed
