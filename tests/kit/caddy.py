"""The proxy of docker-compose.yml, without a container: Debian's Caddy with the file that the container gets."""

import asyncio
import functools
import os
import shutil
import socket
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from .compose import caddyfile
from .server import PATIENCE
from .steps import say, step


@functools.cache
def find() -> str | None:
    """Caddy's path; where apt-get may be used, it is fetched once. None if there is none."""
    here = shutil.which("caddy")
    if here is None and shutil.which("apt-get") and os.geteuid() == 0:
        say("installing Caddy with apt-get (12 MB, once) …")
        try:
            step("apt-get", "update", "-qq")
            step("apt-get", "install", "-y", "-qq", "--no-install-recommends", "caddy")
        except subprocess.CalledProcessError:
            return None
        here = shutil.which("caddy")
    return here


@asynccontextmanager
async def proxy(program: str, folder: Path, servers: list[int]) -> AsyncIterator[int]:
    """A running proxy before the servers at these ports; the port at which it serves."""
    port, own = free_ports(2)
    names = " ".join(f"127.0.0.1:{server}" for server in servers)
    text = caddyfile(SCHNAPSEN_DOMAIN=f"http://127.0.0.1:{port}", SCHNAPSEN_SERVERS=names)
    file = folder / "Caddyfile"
    file.write_text(text.replace(":2020", f"http://127.0.0.1:{own}"), "utf-8")
    with (folder / "caddy.log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            *(program, "run", "--config", file, "--adapter", "caddyfile"),
            stdin=asyncio.subprocess.DEVNULL,
            stderr=log,
            env={**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)},
        )
    try:
        await answering(own, process, folder)
        yield port
    finally:
        process.terminate()
        await process.wait()


async def answering(port: int, process: asyncio.subprocess.Process, folder: Path) -> None:
    async with asyncio.timeout(PATIENCE):
        while True:
            assert process.returncode is None, (folder / "caddy.log").read_text("utf-8")
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                await asyncio.sleep(0.05)
            else:
                writer.close()
                return


def free_ports(count: int) -> list[int]:
    """Ports that nobody has now."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports
