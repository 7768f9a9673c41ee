"""Scripts that the store runs as one step each."""

from hashlib import sha1
from pathlib import Path
from typing import Any

from redis.exceptions import NoScriptError

from .contract import Unavailable
from .line import Line

LOBBY = "{lobby}:"
FOLDER = Path(__file__).with_name("lobby")
PRELUDE = (FOLDER / "prelude.lua").read_text(encoding="utf-8")


class Script:
    def __init__(self, line: Line, text: str) -> None:
        self._line = line
        self._text = text
        self._sha = sha1(self._text.encode(), usedforsecurity=False).hexdigest()

    async def __call__(self, keys: tuple[str, ...], *args: str | int | bytes) -> Any:
        """The script's answer. Raises Unavailable."""
        try:
            return await self._line.ask("EVALSHA", self._sha, len(keys), *keys, *args)
        except Unavailable as down:
            if not isinstance(down.__cause__, NoScriptError):
                raise
            # A restart or SCRIPT FLUSH empties the script cache; EVAL fills it again.
            return await self._line.ask("EVAL", self._text, len(keys), *keys, *args)


class LobbyScript:
    """One script of the lobby, behind the prelude that they share."""

    def __init__(self, line: Line, name: str) -> None:
        self._script = Script(line, PRELUDE + (FOLDER / f"{name}.lua").read_text(encoding="utf-8"))

    async def __call__(self, *args: str | int | bytes) -> Any:
        """The script's answer. Raises Unavailable."""
        return await self._script((LOBBY,), *args)
