"""A process that thinks for computer opponents: questions come in, answers go out, one at a time.

It gives way to everything else on the machine, and it ends with the server that it belongs to, however that dies.
"""

import logging
import os
import signal
import sys
import threading
from queue import SimpleQueue

from . import asking
from .choose import choose

logger = logging.getLogger(__name__)

GIVES_WAY = 10
"""How much nicer than the server it is."""


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is meant for the server
    if hasattr(os, "nice"):
        os.nice(GIVES_WAY)
    questions: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=listen, args=(questions,), daemon=True).start()
    try:
        tell(asking.READY)
        while True:
            tell(answer(questions.get()))
    except BrokenPipeError:
        os._exit(0)  # the server is gone, and nothing is left that could be told


def listen(questions: "SimpleQueue[bytes]") -> None:
    for line in sys.stdin.buffer:
        questions.put(line)
    os._exit(0)  # the server is gone: what is being thought about is of no use to anybody


def tell(line: bytes) -> None:
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()


def answer(line: bytes) -> bytes:
    """A move, or none where none could be found."""
    try:
        asked = asking.read_question(line)
        at = asked.position
        return asking.answer(choose(at.view, at.said, at.level, at.seed, asked.budget_ms))
    except Exception:
        logger.exception("no move was found for %s", line)
        return asking.answer(None)


if __name__ == "__main__":
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    main()
