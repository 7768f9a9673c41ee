"""A server whose hands are chosen by the test: `server = await dealt("HJ HA … | DA DT … | HQ | ST …")`.

Run as a program it is `schnapsen` with dice that are loaded. No switch of the product does this.
"""

import itertools
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar
from unittest.mock import patch

import pytest

from schnapsen_protocol.cards import Seat
from schnapsen_server import app, cli
from schnapsen_server.game.secret import DeckDealt
from schnapsen_server.rooms.dealing import FairChance

from .hands import deck
from .server import ServerProcess

VARIABLE = "DEALS"


class DealtServer(ServerProcess):
    """Deals hands written as in `kit.hands.deck`, again and again. Seat 0 leads the first one."""

    program = ("-m", "kit.dealt")

    def __init__(self, data: Path, *deals: str, **variables: str) -> None:
        path = os.pathsep.join(filter(None, [str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH")]))
        super().__init__(data, **{VARIABLE: "\n".join(deals), "PYTHONPATH": path, **variables})


S = TypeVar("S", bound=DealtServer)
Dealt = Callable[..., Awaitable[DealtServer]]


@pytest.fixture
async def dealt(tmp_path: Path) -> AsyncIterator[Dealt]:
    """Starts a server that deals these hands. Ask for it before `open_page`: pages go before their server."""
    async with several(DealtServer, tmp_path) as start:
        yield start


@asynccontextmanager
async def several(kind: type[S], folder: Path) -> AsyncIterator[Callable[..., Awaitable[S]]]:
    """Starts servers, as many as are asked for, and ends them all."""
    started: list[S] = []

    async def start(*deals: str, **variables: str) -> S:
        server = kind(folder / f"data{len(started)}", *deals, **variables)
        started.append(server)  # also one that starts too slowly is to be ended
        await server.start()
        return server

    yield start
    for server in started:
        await server.stop()
        assert "Traceback" not in "".join(server.output), "".join(server.output)


class LoadedDice(FairChance):
    """Takes the decks from the variable instead of shuffling."""

    _decks = itertools.cycle(os.environ.get(VARIABLE, "").splitlines())

    def deal(self) -> DeckDealt:
        return DeckDealt(deck(next(self._decks)), "chosen")

    def seat(self) -> Seat:
        return 1


if __name__ == "__main__":
    with patch.object(app, "FairChance", LoadedDice):
        cli.main()
