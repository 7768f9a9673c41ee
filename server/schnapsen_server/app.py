"""Where the house is wired: the only file that names the concrete store, clock and dice."""

import asyncio
import contextlib
import secrets
import socket
from collections.abc import AsyncIterator, Callable

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute

from .bots.pool import Pool
from .bots.reviews import Reviews
from .bots.seat import ComputerSeats
from .bots.thinkers import Thinkers
from .listener import CannotServe, announce, bound
from .lobby.lobby import Lobby
from .lobby.quick_tables import QuickTables
from .lobby.ratings import Ratings
from .rooms.clocks import SystemClock
from .rooms.dealing import FairChance
from .rooms.directory import Directory
from .rooms.replays import Replays
from .rooms.room import Room
from .settings import Settings
from .store.contract import StoreRefused, Unavailable
from .store.open import open_store
from .web import levels
from .web.address import networks
from .web.api import Api
from .web.blocks import Blocks
from .web.edition import ClientFiles, client_dir
from .web.house import House
from .web.identity import Identities
from .web.leaving import Leaving
from .web.limits import Allowances
from .web.looking_back import LookingBack
from .web.matches import OwnMatches
from .web.pages import Pages, SafeHeaders
from .web.picture_door import Pictures
from .web.players import Players
from .web.puzzles import PuzzleApi
from .web.qr import QrCodes
from .web.server import Server, Stopping
from .web.socket import Sockets

LAST_RESORT_SECONDS = 9.0
FAREWELL_SECONDS = 2.0
"""How long the rooms and the lobby may take to say that this process ends; without that, the others find out."""


@contextlib.asynccontextmanager
async def open_house(settings: Settings, store_url: str | None = None) -> AsyncIterator[House]:
    """The store, the rooms and the identities. Raises StoreRefused."""
    opening = open_store(settings.redis_url, settings.data, running=store_url, keeping=settings.keeping)
    async with await opening as store:
        identities = Identities(
            settings.secret or await store.secret(), secrets.token_urlsafe, secure=settings.secure_cookies
        )
        clock = SystemClock()
        ratings = Ratings(store.log, store.players, store.results, clock)
        thinkers = Thinkers(settings.thinkers)
        computers = ComputerSeats(clock, thinkers.think, secrets.choice, settings.computer_ms)
        chance = FairChance(secrets.token_bytes)
        process = secrets.token_hex(4)
        think = Pool()
        reviews = Reviews(store.log, store.reviews, think, process=process)
        lobby = Lobby(store.queue, store.rows, ratings, clock, process=process)

        def told(room: Room) -> None:
            computers(room)
            ratings(room)
            lobby(room)

        directory = Directory(
            store.log,
            store.players,
            store.tables,
            ratings,
            chance,
            clock,
            process=process,
            invite=identities.invite,
            on_told=told,
            lifetimes=settings.lifetimes,
        )
        await directory.start()
        ratings.start(directory.playing)
        try:
            await lobby.start(QuickTables(store.log, store.players, ratings, chance, clock, directory))
            yield House(
                process,
                store,
                directory,
                ratings,
                lobby,
                think,
                reviews,
                Replays(store.log, store.tables.archive),
                identities,
                ClientFiles(client_dir()),
                Allowances(store.limits),
                settings.origins,
                settings.frames_per_second,
                networks(settings.trusted_proxies),
            )
        finally:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(FAREWELL_SECONDS):
                    await reviews.close()
                    await lobby.close()
                    await ratings.close()
                    await directory.close()
            computers.close()
            await thinkers.close()
            await think.close()


def application(house: House, sockets: Sockets, stopping: Stopping) -> Starlette:
    """The doors of the house as one ASGI application."""

    async def health(request: Request) -> Response:
        return JSONResponse({"status": "alive"})

    async def ready(request: Request) -> Response:
        if stopping.under_way:
            return JSONResponse({"status": "stopping"}, 503)
        is_ready = await house.ready()
        return JSONResponse({"status": "ready" if is_ready else "store unavailable"}, 200 if is_ready else 503)

    return Starlette(
        routes=[
            Route("/health", health),
            Route("/ready", ready),
            *Api(house).routes(),
            *OwnMatches(house).routes(),
            *QrCodes(house).routes(),
            *Pictures(house).routes(),
            *Blocks(house).routes(),
            *Players(house).routes(),
            *levels.ROUTES,
            *LookingBack(house).routes(),
            *PuzzleApi(house).routes(),
            WebSocketRoute("/ws", sockets.serve),
            *Pages(house).routes(),
        ],
        middleware=[Middleware(SafeHeaders), Middleware(GZipMiddleware, minimum_size=500)],
    )


async def serve(
    settings: Settings,
    listener: socket.socket,
    stopping: Stopping,
    on_serving: Callable[[str], None],
    *,
    store_url: str | None = None,
) -> None:
    """Serve on this socket until SIGTERM or SIGINT. Raises StoreRefused.

    `on_serving` is told the name of this process when its doors open. `store_url` is where our own store is, if
    another process has started it.
    """
    async with open_house(settings, store_url) as house:
        sockets = Sockets(house)
        leaving = Leaving(house, sockets, settings.notice_ms)
        server = Server(application(house, sockets, stopping), house.process, stopping, leaving)
        on_serving(house.process)
        await server.serve([listener])


def run(settings: Settings) -> None:
    """Serve until told to stop, in this process alone. Raises CannotServe."""
    stopping = Stopping(LAST_RESORT_SECONDS)
    try:
        with bound(settings.host, settings.port) as listener:
            asyncio.run(serve(settings, listener, stopping, lambda _: announce(settings, listener)))
    except (StoreRefused, Unavailable) as refused:
        raise CannotServe(str(refused)) from refused
