"""What waits to be sent to one connection. Bounded: who reads too slowly gets the newest view, not the backlog."""

import asyncio
from collections import deque
from collections.abc import Callable

from schnapsen_protocol.close_codes import CloseCode

MAX_FRAMES = 512
MAX_BYTES = 1 << 20


class Outbox:
    """A queue of frames with one writer at its end, which never makes the room wait.

    Updates are dropped when the bounds are reached; then `newest` is asked, once the writer gets through, for one frame
    that replaces them. Answers to the connection's own commands are never dropped: when they do not fit, the box closes
    with 1013. Presence and heartbeats are kept once, the newest.
    """

    def __init__(self, newest: Callable[[], bytes | None]) -> None:
        self._newest = newest
        self._frames: deque[tuple[bytes, bool]] = deque()
        self._bytes = 0
        self._behind = False
        self._latest: dict[str, bytes] = {}
        self._ready = asyncio.Event()
        self.closed = False
        self.close_code = CloseCode.DONE
        """What to close the connection with, once the box is closed and nothing is left to take."""

    def answer(self, frame: bytes) -> None:
        """A frame that this connection asked for."""
        if self._full(frame):
            self._drop_updates()
        if self._full(frame):
            self._frames.clear()
            self._bytes, self._behind = 0, False
            self.close(CloseCode.TOO_SLOW)
            return
        self._push(frame, is_update=False)

    def update(self, frame: bytes) -> None:
        """A frame that a newer one can stand in for."""
        if self._behind:
            return
        if self._full(frame):
            self._drop_updates()
            self._ready.set()
            return
        self._push(frame, is_update=True)

    def latest(self, kind: str, frame: bytes) -> None:
        """A frame of which only the newest of its kind matters."""
        if not self.closed:
            self._latest[kind] = frame
            self._ready.set()

    def close(self, code: CloseCode = CloseCode.DONE) -> None:
        """Nothing more will be put in. What is in may still be taken."""
        if not self.closed:
            self.closed = True
            self.close_code = code
            self._ready.set()

    async def take(self) -> bytes | None:
        """The next frame to send; waits for one. None when the box is closed and empty."""
        while True:
            if self._frames:
                frame, _ = self._frames.popleft()
                self._bytes -= len(frame)
                return frame
            if self._behind:
                self._behind = False
                if (newest := self._newest()) is not None:
                    return newest
                continue
            if self._latest:
                return self._latest.pop(next(iter(self._latest)))
            if self.closed:
                return None
            self._ready.clear()
            await self._ready.wait()

    @property
    def waiting_bytes(self) -> int:
        return self._bytes

    def __len__(self) -> int:
        return len(self._frames)

    def _full(self, frame: bytes) -> bool:
        return len(self._frames) >= MAX_FRAMES or self._bytes + len(frame) > MAX_BYTES

    def _push(self, frame: bytes, *, is_update: bool) -> None:
        if self.closed:
            return
        self._frames.append((frame, is_update))
        self._bytes += len(frame)
        self._ready.set()

    def _drop_updates(self) -> None:
        self._frames = deque(waiting for waiting in self._frames if not waiting[1])
        self._bytes = sum(len(frame) for frame, _ in self._frames)
        self._behind = True
