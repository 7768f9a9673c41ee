"""`schnapsen recount` finds what is not as the logs tell, and mends it."""

import os
import subprocess
import sys
from uuid import uuid4

import pytest

from kit.played import opened
from kit.store import store, store_url
from schnapsen_server.store.open import Store

__all__ = ["store", "store_url"]


def recount(url: str, *arguments: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "schnapsen_server.cli", "recount", *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "REDIS_URL": url},
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


async def test_what_the_logs_tell_is_kept_after_mending(store: Store, store_url: str) -> None:
    await opened("ann", "bob").concede(1, 1, 1).keep(store, uuid4().hex)
    status, output = recount(store_url)
    assert (status, output.count("\n")) == (1, 3)
    assert "ann: kept 0 results and 1500.00, the logs tell 1 and 1" in output
    assert recount(store_url, "--mend")[0] == 0
    assert recount(store_url) == (0, "0 players differ, 0 mended\n")


@pytest.mark.parametrize("url", ["redis://127.0.0.1:1/0", "nonsense"])
def test_a_store_that_is_not_there(url: str) -> None:
    status, output = recount(url)
    assert status == 1
    assert output.count("Error:") == 1
    assert "Traceback" not in output
