"""One worker: a whole server on the listening socket of its parent. Started by `workers.py` alone."""

import asyncio
import ctypes
import logging
import os
import signal
import socket
import sys
import threading

from .app import serve
from .store.contract import StoreRefused, Unavailable
from .web.server import Stopping
from .workers import LAST_RESORT_SECONDS, SERVING, Orders

PR_SET_PDEATHSIG = 1


def main() -> None:
    stopping = Stopping(LAST_RESORT_SECONDS)
    orders = Orders.model_validate_json(sys.stdin.buffer.readline())
    die_with(orders.parent)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s [%(process)d] %(name)s: %(message)s")
    listener = socket.socket(fileno=orders.listener)
    try:
        asyncio.run(serve(orders.settings, listener, stopping, say_serving, store_url=orders.store_url))
    except (StoreRefused, Unavailable) as refused:
        print(refused, flush=True)
        sys.exit(1)


def say_serving(process: str) -> None:
    print(f"{SERVING}{process}", flush=True)


def die_with(parent: int) -> None:
    """End when the parent ends, its kill -9 included: nobody would replace or stop this process any more.

    On Linux the kernel sees to that. Elsewhere, the end of the parent closes our standard input.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it died before we could ask
        sys.exit(1)
    threading.Thread(target=wait_for_the_end_of_input, name="parent", daemon=True).start()


def wait_for_the_end_of_input() -> None:
    while os.read(sys.stdin.fileno(), 1):  # not by a reader, whose lock would be in the way of an orderly end
        pass
    os._exit(1)


if __name__ == "__main__":
    main()
