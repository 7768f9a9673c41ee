"""What can be set, by environment variable or on the command line. Every default serves a person at home."""

import os
import sys
from ipaddress import ip_network
from pathlib import Path

from pydantic import AliasChoices, Field, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from .rooms.filing import DAY_MS, HOUR_MS, Lifetimes
from .store.keeping import Keeping


def default_data_dir() -> Path:
    """The folder for this user's data that the system's customs name."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "schnapsen"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", str(Path.home() / "AppData" / "Local"))) / "schnapsen"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "schnapsen"


class Settings(BaseSettings):
    """Variables are SCHNAPSEN_HOST, SCHNAPSEN_PORT, … and REDIS_URL."""

    model_config = SettingsConfigDict(env_prefix="SCHNAPSEN_", env_ignore_empty=True)

    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=0, le=65535)
    workers: int = Field(default=1, ge=1, le=64)
    """Processes that serve together on the one port. About as many as the machine has cores."""
    notice_ms: int = Field(default=0, ge=0, le=2_000)
    """Told to stop, serve on for so long without being ready: a proxy that asks at /ready then sends nobody new."""
    data: Path = Field(default_factory=default_data_dir)
    redis_url: str | None = Field(default=None, validation_alias=AliasChoices("redis_url", "REDIS_URL"))
    secret: str | None = None
    """Signs identities and invitations. Without it, one is made and kept in the store."""
    origins: tuple[str, ...] = ()
    """Origins of pages that may use the websocket, besides the host that they were loaded from."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses or networks of reverse proxies: what these say in `X-Forwarded-For` is believed."""
    secure_cookies: bool = False
    """Set behind HTTPS: the identity then never travels in the clear."""
    computer_ms: int = Field(default=950, ge=0, le=10_000)
    """How long the computer usually takes over a move; with 0 no longer than it needs."""
    computers: int | None = Field(default=None, ge=1, le=64)
    """Processes that think for computer opponents, for each that serves. None: so many that one core is left."""
    frames_per_second: int = Field(default=20, ge=1)
    """What one websocket may send on the long run, and twice that at once."""

    finished_hours: int = Field(default=24, ge=1)
    """How long after its last entry a finished match can still be talked at, and taken up as a rematch."""
    open_table_days: int = Field(default=7, ge=1)
    """How long a table to which nobody comes stays as it is. Then it is put away; its next visitor brings it back."""
    unfinished_days: int = Field(default=90, ge=1)
    """The same for any other match that nobody goes on with."""
    record_days: int = Field(default=365, ge=0)
    """How long a match is kept after that, the replay with it. 0: for ever."""
    player_days: int = Field(default=400, ge=0)
    """How long after his last visit a player is remembered. 0: for ever. The cookie lives 400 days."""
    matches_per_player: int = Field(default=200, ge=50)
    results_per_player: int = Field(default=400, ge=300)
    """How many results are kept one by one; of older ones the sum."""

    @field_validator("trusted_proxies")
    @classmethod
    def _are_networks(cls, written: tuple[str, ...]) -> tuple[str, ...]:
        for one in written:
            ip_network(one, strict=False)
        return written

    @property
    def thinkers(self) -> int:
        return self.computers or max(1, ((os.cpu_count() or 1) - 1) // self.workers)

    @property
    def lifetimes(self) -> Lifetimes:
        return Lifetimes(
            self.finished_hours * HOUR_MS,
            self.open_table_days * DAY_MS,
            self.unfinished_days * DAY_MS,
            self.record_days * DAY_MS // 1000,
        )

    @property
    def keeping(self) -> Keeping:
        return Keeping(self.player_days * DAY_MS // 1000, self.matches_per_player, self.results_per_player)
