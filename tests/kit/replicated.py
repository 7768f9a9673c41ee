"""A store on several processes: a primary with a replica and three Sentinels, or a cluster of three primaries."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from .valkey import ALWAYS, Valkey, eventually

SERVICE = "main"
DOWN_AFTER_MS = 700


class Replicated:
    """Where the primary is, three Sentinels say; when it dies, they make the replica the primary."""

    def __init__(self, folder: Path) -> None:
        self.primary = Valkey(folder / "primary", *ALWAYS, "--repl-diskless-sync-delay", "0")
        self.replica = Valkey(folder / "replica", *ALWAYS, "--replicaof", f"127.0.0.1 {self.primary.port}")
        self._sentinels = [Valkey(folder / f"sentinel{number}") for number in range(3)]

    @property
    def url(self) -> str:
        return f"redis+sentinel://{','.join(one.address for one in self._sentinels)}/{SERVICE}"

    async def start(self) -> None:
        """Returns when the replica has all and every Sentinel knows of the replica and of the others."""
        await asyncio.gather(self.primary.start(), self.replica.start())
        for one in self._sentinels:
            one.folder.mkdir()
            rules = one.folder / "sentinel.conf"
            rules.write_text(
                f"sentinel monitor {SERVICE} 127.0.0.1 {self.primary.port} 2\n"
                f"sentinel down-after-milliseconds {SERVICE} {DOWN_AFTER_MS}\n"
                f"sentinel failover-timeout {SERVICE} 5000\n"
            )
            one.options = (str(rules), "--sentinel")
        await asyncio.gather(*(one.start() for one in self._sentinels))
        await self.replica_has_all()
        await eventually(self._is_known)

    async def _is_known(self) -> bool:
        states = [await one.ask("SENTINEL MASTER", SERVICE) for one in self._sentinels]
        return all((state["num-slaves"], state["num-other-sentinels"]) == (1, 2) for state in states)

    async def replica_has_all(self) -> None:
        """Returns when it has all that was written before."""

        async def has() -> bool:
            async with self.primary.line() as redis:
                await redis.publish("nobody", "hears")  # WAIT is about what its own line has written
                return bool(await redis.wait(1, 100))

        await eventually(has)

    async def change_places(self) -> None:
        """As for an upgrade: the replica becomes the primary, and the other way round."""
        await self.replica_has_all()
        await self._sentinels[0].ask("SENTINEL FAILOVER", SERVICE)
        self.primary, self.replica = self.replica, self.primary

        async def is_known() -> bool:
            states = [await one.ask("SENTINEL MASTER", SERVICE) for one in self._sentinels]
            return all(state["port"] == self.primary.port for state in states)

        await eventually(is_known)

    async def stop_replicating(self) -> None:
        """The replica gets nothing any more, and cannot ask for it."""
        await self.primary.ask("ACL", "SETUSER", "default", "-psync", "-sync")
        await self.primary.ask("CLIENT", "KILL", "TYPE", "replica")

    def stop(self) -> None:
        for one in (*self._sentinels, self.replica, self.primary):
            one.stop()


@asynccontextmanager
async def replicated(folder: Path) -> AsyncIterator[Replicated]:
    store = Replicated(folder)
    try:
        await store.start()
        yield store
    finally:
        store.stop()


SHARE = 16384 // 3 + 1
"""How many slots a node has."""


class Cluster:
    """Three primaries that share all keys."""

    def __init__(self, folder: Path) -> None:
        self.nodes = [Valkey(folder / f"node{number}", *ALWAYS, "--cluster-enabled", "yes") for number in range(3)]

    @property
    def url(self) -> str:
        return f"redis+cluster://{','.join(node.address for node in self.nodes)}"

    async def start(self) -> None:
        """Returns when every node says that all is well."""
        await asyncio.gather(*(node.start() for node in self.nodes))
        for number, node in enumerate(self.nodes):
            last = min(16383, (number + 1) * SHARE - 1)
            await node.ask("CLUSTER", "ADDSLOTSRANGE", number * SHARE, last)
            await node.ask("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
            for other in self.nodes[:number]:
                await node.ask("CLUSTER", "MEET", "127.0.0.1", other.port)
        await eventually(self._is_well)

    async def _is_well(self) -> bool:
        states = [await node.ask("CLUSTER INFO") for node in self.nodes]
        return all((state["cluster_state"], state["cluster_known_nodes"]) == ("ok", "3") for state in states)

    async def node_of(self, match: str) -> Valkey:
        """The one that keeps the match."""
        slot: int = await self.nodes[0].ask("CLUSTER KEYSLOT", f"{{{match}}}")
        return self.nodes[slot // SHARE]

    def stop(self) -> None:
        for node in self.nodes:
            node.stop()


@asynccontextmanager
async def clustered(folder: Path) -> AsyncIterator[Cluster]:
    store = Cluster(folder)
    try:
        await store.start()
        yield store
    finally:
        store.stop()
