"""What a player's line costs, by the server's own measure: a number goes out with a heartbeat and comes back."""

from collections import deque
from statistics import median

SAMPLES = 7
OUTSTANDING = 4
"""Numbers that may be under way at once; an answer to an older one tells nothing."""


class Lag:
    """Of one connection. The client says no times at all, only which number it answers."""

    def __init__(self) -> None:
        self._asked: dict[int, int] = {}
        self._samples: deque[int] = deque(maxlen=SAMPLES)

    def ask(self, number: int, now: int) -> None:
        """This number goes out now."""
        self._asked[number] = now
        while len(self._asked) > OUTSTANDING:
            del self._asked[next(iter(self._asked))]

    def answered(self, number: int, now: int) -> None:
        """It came back. A number that was not asked for, or is answered twice, counts for nothing."""
        asked = self._asked.pop(number, None)
        if asked is not None:
            self._samples.append(max(0, now - asked))

    @property
    def ms(self) -> int:
        """The median of the last measurements; 0 before the first."""
        return round(median(self._samples)) if self._samples else 0
