"""Where the house is wired: the only file that names the concrete store, clock and dice."""

import asyncio
import contextlib
import random
import secrets
import signal
import socket
from collections.abc import AsyncIterator

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute

from schnapsen_protocol.codec import write
from schnapsen_protocol.frames import MAX_FRAME_BYTES, Restarting

from .bots.seat import ComputerSeats
from .lobby.lobby import Lobby
from .lobby.quick_tables import QuickTables
from .lobby.ratings import Ratings
from .rooms.clocks import SystemClock
from .rooms.dealing import FairChance
from .rooms.directory import Directory
from .rooms.room import Room
from .settings import Settings
from .store.contract import StoreRefused, Unavailable
from .store.open import open_store
from .web.leaving import Leaving
from .web.limits import Allowances
from .web.address import networks
from .web.api import Api
from .web.blocks import Blocks
from .web.edition import ClientFiles, client_dir
from .web.house import House
from .web.identity import Identities
from .web.pages import Pages, SafeHeaders
from .web.players import Players
from .web.qr import QrCodes
from .web.socket import Sockets
from .web.transport import WebsocketTransport

RESTARTING = 1012
RETRY_MS = (200, 2_000)
"""Clients come back after a time between these, so that they do not come all at once."""
GOODBYE_SECONDS = 1.0


@contextlib.asynccontextmanager
async def open_house(settings: Settings) -> AsyncIterator[House]:
    """The store, the rooms and the identities. Raises StoreRefused."""
    async with await open_store(settings.redis_url, settings.data, keeping=settings.keeping) as store:
        identities = Identities(
            settings.secret or await store.secret(), secrets.token_urlsafe, secure=settings.secure_cookies
        )
        clock = SystemClock()
        ratings = Ratings(store.log, store.players, store.results, clock)
        computers = ComputerSeats(clock, secrets.choice, settings.computer_ms)
        chance = FairChance(secrets.token_bytes)
        process = secrets.token_hex(4)
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
                Allowances(store.limits),
                store,
                directory,
                ratings,
                lobby,
                identities,
                ClientFiles(client_dir()),
                settings.origins,
                settings.frames_per_second,
                networks(settings.trusted_proxies),
            )
        finally:
            await lobby.close()
            await ratings.close()
            await directory.close()


def application(house: House, sockets: Sockets) -> Starlette:
    """The doors of the house as one ASGI application."""

    async def health(request: Request) -> Response:
        return JSONResponse({"status": "alive"})

    async def ready(request: Request) -> Response:
        is_ready = await house.ready()
        return JSONResponse({"status": "ready" if is_ready else "store unavailable"}, 200 if is_ready else 503)

    return Starlette(
        routes=[
            Route("/health", health),
            Route("/ready", ready),
            *Api(house).routes(),
            *QrCodes(house).routes(),
            *Blocks(house).routes(),
            *Players(house).routes(),
            WebSocketRoute("/ws", sockets.serve),
            *Pages(house).routes(),
        ],
        middleware=[Middleware(SafeHeaders), Middleware(GZipMiddleware, minimum_size=500)],
    )


class Stopping:
    """Takes SIGTERM and SIGINT while uvicorn does not: before it serves, and when it raises them again after it has.

    The first ends the start-up; the second must end nothing, for the rooms and the store are still to be closed.
    """

    def __init__(self) -> None:
        self.under_way = False
        for caught in (signal.SIGTERM, signal.SIGINT):
            signal.signal(caught, self._caught)

    def _caught(self, signum: int, frame: object) -> None:
        if not self.under_way:
            raise SystemExit(0)


class Server(uvicorn.Server):
    """Says goodbye before it closes the sockets, which uvicorn alone would not."""

    def __init__(self, config: uvicorn.Config, house: House, open_sockets: Sockets, stopping: Stopping) -> None:
        super().__init__(config)
        self._house = house
        self._open_sockets = open_sockets
        self._stopping = stopping

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._stopping.under_way = True
        for listener in self.servers:
            listener.close()
        self._open_sockets.close_all(write(Restarting(random.randint(*RETRY_MS))), RESTARTING)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE_SECONDS):
                await self._house.directory.fleet.leave()
                await self._open_sockets.all_closed()
        await super().shutdown(sockets)


async def serve(settings: Settings, listener: socket.socket, stopping: Stopping) -> None:
    """Serve on this socket until SIGTERM or SIGINT. Raises StoreRefused."""
    async with open_house(settings) as house:
        sockets = Sockets(house)
        config = uvicorn.Config(
            application(house, sockets),
            ws=WebsocketTransport,
            ws_max_size=MAX_FRAME_BYTES,
            ws_ping_interval=20,
            ws_ping_timeout=20,
            ws_per_message_deflate=False,
            log_config=None,
            log_level="warning",
            access_log=False,
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=5,
            lifespan="off",
        )
        host, port = listener.getsockname()[:2]
        print(f"Schnapsen is served at http://{f'[{host}]' if ':' in host else host}:{port}/", flush=True)
        kept = "the Redis of REDIS_URL" if settings.redis_url else settings.data  # an address may hold a password
        print(f"Matches are kept in {kept}. Ctrl-C stops the server.", flush=True)
        await Server(config, house, sockets, stopping).serve([listener])


class CannotServe(Exception):
    """Something stands in the way of starting; the sentence says what."""


def run(settings: Settings) -> None:
    """Serve until told to stop. Raises CannotServe."""
    stopping = Stopping()
    try:
        with bound(settings.host, settings.port) as listener:
            asyncio.run(serve(settings, listener, stopping))
    except (StoreRefused, Unavailable) as refused:
        raise CannotServe(str(refused)) from refused


def bound(host: str, port: int) -> socket.socket:
    """A listening socket there. Raises CannotServe."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
    except OSError as error:
        raise CannotServe(f"Cannot listen on {host}: {error.strerror}.") from error
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(1024)  # from here on, who connects waits instead of being turned away
    except OSError as error:
        listener.close()
        raise CannotServe(f"Cannot listen on {host} port {port}: {error.strerror}. Try another --port.") from error
    return listener
