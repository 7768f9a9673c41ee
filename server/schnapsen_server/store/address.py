"""Where the memory is: one Redis, the primary that Sentinels know, or a cluster; and how each is spoken to."""

import asyncio
import random
from contextlib import suppress
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit

from redis.asyncio import ConnectionPool, Redis, RedisCluster
from redis.asyncio.cluster import ClusterNode
from redis.asyncio.connection import AbstractConnection, SSLConnection, parse_url
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import Sentinel, SentinelConnectionPool
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as LineLost
from redis.exceptions import RedisError
from redis.maint_notifications import MaintNotificationsConfig

from .contract import StoreRefused

PATIENCE = 3.0
"""Seconds after which a store that says nothing is taken for down."""
SENTINEL_SHARE: Final = 0.25
"""The part of that time after which the next Sentinel is asked."""
ASK_AGAIN: Final = 1.0
"""Seconds after which the Sentinels are asked again who is the primary."""
Client: TypeAlias = Redis | RedisCluster


def open_client(url: str, patience: float = PATIENCE) -> Client:
    """A client that never repeats a command by itself, and whose callers keep the time. Raises StoreRefused.

    `redis://`, `rediss://` and `unix://` are one Redis. `redis+sentinel://host:port,host:port/service` is the primary
    of that service, `redis+cluster://host:port,host:port` a cluster; both with `rediss+` too, a password before the
    hosts as usual, and the options of the library behind a question mark.
    """
    try:
        scheme = urlsplit(url).scheme
        if scheme.endswith("+sentinel"):
            return _by_sentinels(url, patience)
        if scheme.endswith("+cluster"):
            return _cluster(url, patience)
        return Redis.from_pool(ConnectionPool.from_url(url, **_careful(patience)))
    except (ValueError, RedisError) as error:
        raise StoreRefused(f"REDIS_URL is not an address of a Redis: {error}") from error


def new_connection(client: Client) -> AbstractConnection:
    """A connection that is the caller's own. In a cluster it leads to any node: each hears all that is published."""
    if isinstance(client, Redis):
        connection: AbstractConnection = client.connection_pool.make_connection()  # type: ignore[no-untyped-call]
        return connection
    node = random.choice(client.get_nodes() or client.startup_nodes)
    found: AbstractConnection = node.connection_class(**node.connection_kwargs)
    return found


def _careful(patience: float) -> dict[str, Any]:
    """The library would by default send a command again after a lost reply, up to ten times, and so write it twice. Its
    own timeout on sending is off because, in Python 3.11, it can swallow the cancellation of the caller.
    """
    return {
        "protocol": 3,
        "retry": Retry(NoBackoff(), 0),
        "socket_timeout": None,
        "socket_connect_timeout": patience,
        "maint_notifications_config": MaintNotificationsConfig(enabled=False),
    }


def _by_sentinels(url: str, patience: float) -> Redis:
    hosts, service, options = _several(url, 26379)
    if not service:
        raise ValueError("it does not name the service behind the hosts, as in redis+sentinel://host:26379/service")
    own = {word: options.pop(f"sentinel_{word}") for word in ("username", "password") if f"sentinel_{word}" in options}
    asking = {**_careful(patience), **own, "ssl": options.get("ssl", False)}
    sentinels = Sentinel([])  # type: ignore[no-untyped-call]
    sentinels.sentinels = [OneOfSeveral(SENTINEL_SHARE * patience, host, port, **asking) for host, port in hosts]
    pool = PrimaryPool(service, sentinels, **{**_careful(patience), **options})  # type: ignore[no-untyped-call]
    return Redis.from_pool(pool)


def _cluster(url: str, patience: float) -> RedisCluster:
    hosts, path, options = _several(url, 6379)
    if path:
        raise ValueError("a cluster has no numbered databases")
    return RedisCluster(startup_nodes=[ClusterNode(*host) for host in hosts], **{**_careful(patience), **options})


def _several(url: str, port: int) -> tuple[list[tuple[str, int]], str, dict[str, Any]]:
    """The hosts, the first part of the path, and the options of an address with several hosts."""
    parts = urlsplit(url)
    scheme, _, _ = parts.scheme.partition("+")
    login, at, hosts = parts.netloc.rpartition("@")
    found = [parse_url(f"{scheme}://{host}") for host in hosts.split(",")]
    if not all("host" in one for one in found):
        raise ValueError("it lacks a host")
    name, _, database = parts.path.strip("/").partition("/")
    options = dict(parse_url(f"{scheme}://{login}{at}host/{database}?{parts.query}"))
    del options["host"]
    if options.pop("connection_class", None) is SSLConnection:
        options["ssl"] = True
    return [(str(one["host"]), int(one.get("port", port))) for one in found], name, options


class OneOfSeveral(Redis):
    """A Sentinel that is down leaves time for the next one to be asked."""

    def __init__(self, patience: float, host: str, port: int, **options: Any) -> None:
        super().__init__(host=host, port=port, **options)
        self._patience = patience

    async def execute_command(self, *args: Any, **options: Any) -> Any:
        try:
            async with asyncio.timeout(self._patience):  # and not the library's own, see above
                return await super().execute_command(*args, **options)  # type: ignore[no-untyped-call]
        except TimeoutError as silence:
            raise LineLost("it does not answer") from silence


class PrimaryPool(SentinelConnectionPool):
    """Connections to whatever the Sentinels call the primary, asked again every second.

    A primary that was replaced goes on taking writes, which it will lose, until somebody tells it.
    """

    _asked_at = 0.0

    async def get_connection(self, *args: Any, **options: Any) -> AbstractConnection:
        now = asyncio.get_running_loop().time()
        if now - self._asked_at > ASK_AGAIN:
            self._asked_at = now
            with suppress(LineLost):  # nobody answers: it may well be the one that it was
                await self.get_master_address()  # type: ignore[no-untyped-call]
        connection: AbstractConnection = await super().get_connection(*args, **options)  # type: ignore[no-untyped-call]
        return connection

    async def disconnect(self, inuse_connections: bool = True) -> None:
        await super().disconnect(inuse_connections)
        if inuse_connections:  # this is the end, and not a change of the primary
            await self.sentinel_manager.aclose()
