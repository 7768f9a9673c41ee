"""`schnapsen bench memory` tells what matches and players cost in memory."""

import json
import subprocess
import sys


def test_a_match_put_away_costs_a_fraction_of_a_running_one() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "schnapsen_server.cli", "bench", "memory", "--matches", "3", "--seed", "1", "--json"],
        capture_output=True,
        text=True,
        timeout=100,
        check=True,
    )
    told = json.loads(done.stdout)
    log, record = told["live"]["{<match>}:log"], told["filed"]["{<match>}:record"]
    assert (log[0], record[0]) == (4, 4)
    assert record[1] < log[1] / 5
    assert not {"{<match>}:log", "{<match>}:epoch", "{<match>}:presence", "schnapsen:filing"} & told["filed"].keys()
    assert told["entries_per_match"] > 50
    assert 0 < told["bytes_per_result"] < told["bytes_per_player"]
    assert told["matches_bytes_after_a_year"] == told["live_bytes"] + told["filed_bytes"]
