"""Opening somebody's Redis."""

from pathlib import Path

import pytest
from redis.asyncio import Redis

from schnapsen_server.store.contract import StoreRefused
from schnapsen_server.store.open import Store, open_store


async def test_all_processes_on_one_redis_share_its_secret(store: Store, other_store: Store, redis: Redis) -> None:
    await redis.delete("schnapsen:secret")
    assert len(await store.secret()) == 32
    assert await store.secret() == await other_store.secret()


async def test_a_redis_of_somebody_else_leaves_the_data_directory_alone(store_url: str, tmp_path: Path) -> None:
    async with await open_store(store_url, tmp_path / "data") as store:
        await store.secret()
    assert not (tmp_path / "data").exists()


async def test_a_redis_that_is_not_there_is_refused_without_telling_the_password(tmp_path: Path) -> None:
    with pytest.raises(StoreRefused, match="cannot be used") as refusal:
        await open_store("redis://:hush@127.0.0.1:1/0", tmp_path)
    assert "hush" not in str(refusal.value)


@pytest.mark.parametrize("address", ["nonsense", "http://127.0.0.1", "redis://127.0.0.1:99999999"])
async def test_an_address_that_is_none_is_refused(tmp_path: Path, address: str) -> None:
    with pytest.raises(StoreRefused):
        await open_store(address, tmp_path)


async def test_chance_can_be_handed_in(store_url: str, tmp_path: Path, match: str, redis: Redis) -> None:
    await redis.delete("schnapsen:secret")
    async with await open_store(store_url, tmp_path, random_bytes=lambda size: b"\7" * size) as store:
        assert await store.secret() == b"\7" * 32
