"""What an address of the store means. Whether it is answered there is another matter."""

from typing import Any

import pytest
from redis.asyncio import Redis, RedisCluster
from redis.asyncio.connection import SSLConnection
from redis.asyncio.sentinel import SentinelConnectionPool

from schnapsen_server.store.address import new_connection, open_client
from schnapsen_server.store.contract import StoreRefused

LOGIN = {"username": "me", "password": "p@ss"}


def sentinels(url: str) -> tuple[SentinelConnectionPool, list[dict[str, Any]]]:
    client = open_client(url)
    assert isinstance(client, Redis)
    pool = client.connection_pool
    assert isinstance(pool, SentinelConnectionPool)
    return pool, [one.connection_pool.connection_kwargs for one in pool.sentinel_manager.sentinels]


def has(found: dict[str, Any], **wanted: object) -> bool:
    return {name: found.get(name) for name in wanted} == wanted


def test_the_primary_that_several_sentinels_know() -> None:
    pool, asked = sentinels("redis+sentinel://me:p%40ss@a:1,b,[::1]:3/main/2?sentinel_password=hush")
    assert (pool.service_name, pool.is_master) == ("main", True)
    assert has(pool.connection_kwargs, **LOGIN, db=2)
    assert [(one["host"], one["port"]) for one in asked] == [("a", 1), ("b", 26379), ("::1", 3)]
    assert all(has(one, password="hush", username=None) for one in asked)


def test_the_sentinels_are_spoken_to_as_safely_as_the_primary() -> None:
    pool, asked = sentinels("rediss+sentinel://a,b/main")
    assert issubclass(pool.connection_class, SSLConnection)
    manager = pool.sentinel_manager
    assert all(issubclass(one.connection_pool.connection_class, SSLConnection) for one in manager.sentinels)
    assert len(asked) == 2


async def test_a_cluster_and_a_way_to_any_of_its_nodes() -> None:
    client = open_client("rediss+cluster://me:p%40ss@a:1,b")
    assert isinstance(client, RedisCluster)
    assert [(one.host, one.port) for one in client.startup_nodes] == [("a", 1), ("b", 6379)]
    connection = new_connection(client)
    assert isinstance(connection, SSLConnection)
    assert (connection.host, connection.username) in {("a", "me"), ("b", "me")}


@pytest.mark.parametrize(
    "address",
    [
        "redis+sentinel://a:26379",
        "redis+sentinel://a:none/main",
        "redis+sentinel:///main",
        "redis+cluster://a:6379/3",
        "redis+cluster://",
        "redis+cluster://a:6379?socket_connect_timeout=soon",
        "http+cluster://a",
    ],
)
def test_an_address_that_is_none_is_refused_with_a_sentence(address: str) -> None:
    with pytest.raises(StoreRefused, match="REDIS_URL is not an address"):
        open_client(address)


@pytest.mark.parametrize("url", ["redis://a", "redis+sentinel://a/main", "redis+cluster://a"])
def test_nothing_is_ever_sent_twice_and_callers_keep_the_time(url: str) -> None:
    connection = new_connection(open_client(url))
    assert connection.retry.get_retries() == 0
    assert connection.socket_timeout is None
