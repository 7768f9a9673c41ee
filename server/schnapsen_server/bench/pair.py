"""`schnapsen bench pair`: everybody looks for an opponent at two servers, one of which may be killed meanwhile."""

import asyncio
import json
import random
import sys
import time
from collections import Counter
from pathlib import Path

from schnapsen_server.lobby.ratings import Ratings
from schnapsen_server.lobby.recount import Difference, differences, results_of_all
from schnapsen_server.rooms.clocks import SystemClock
from schnapsen_server.store.lobby_contract import Census
from schnapsen_server.store.open import Store, open_store
from schnapsen_server.store.queue import NO_SHOW_MS

from .figures import show, spread
from .past import meet
from .players import Player, Simulation, at_random
from .servers import Fleet, fleet

SERVERS = 2
LEAVERS, DROPPERS, QUITTERS = 0.03, 0.10, 0.25
"""Which part of the players closes the page early, loses the line when paired, and gives its match up."""
PATIENCE = 90
"""Seconds after the last arrival in which everybody must be seated; then, in which what is over must be counted."""
GHOST_SECONDS = 2.5
"""A closed page's ticket is promised to be gone after two."""
NO_SHOW_SECONDS = NO_SHOW_MS / 1000 + 5
"""Whoever was paired with somebody who had just gone is waiting until then; that match is called off, and counted."""


def main(players: int, over: float, kills: int, seed: int | None, *, as_json: bool) -> bool:
    """Print what came of it; true if every promise was kept."""
    seed = random.randrange(2**32) if seed is None else seed
    figures = asyncio.run(run(players, over, kills, random.Random(seed))) | {"seed": seed}
    if as_json:
        print(json.dumps(figures))
    else:
        show(figures)
    return bool(figures["kept"])


async def run(
    count: int, over: float, kills: int, chance: random.Random, spread_of_ratings: float = 300
) -> dict[str, object]:
    async with fleet(SERVERS) as them, await open_store(them.store_url, Path()) as store:
        players = await enrol(count, them, store, chance, spread_of_ratings)
        simulation = Simulation(them.servers, chance)
        began = time.monotonic()
        lives = [asyncio.create_task(simulation.live(player, chance.uniform(0, over))) for player in players]
        killing = asyncio.create_task(at_random(chance, kills, over, lambda: kill_one(them, chance)))
        await settled(players, simulation, over + PATIENCE, began)
        seconds = time.monotonic() - began
        await killing
        await counted(players, simulation, store)
        await asyncio.sleep(1)  # whoever was seated twice would show
        ghosts_before = (await store.queue.census()).tickets
        simulation.over.set()
        for life in lives:
            if life.done():
                life.result()  # a fault of the simulation
            life.cancel()
        await asyncio.gather(*lives, return_exceptions=True)
        await asyncio.sleep(GHOST_SECONDS)
        tickets = (await store.queue.census()).tickets
        census, wrong = await at_rest(store)
        for one in wrong:
            print(f"{one.player} is not rated as the logs tell", file=sys.stderr)
        figures = report(players, simulation, seconds)
        complaints = sum(server.complaints for server in them.servers)
    ghosts = tickets + census.pairings + census.awaited
    return {
        "kept": figures["paired_twice"] == figures["crowded"] == ghosts == len(wrong) == 0
        and figures["unpaired"] in (0, odd(players)),
        **figures,
        "tickets_at_the_end": ghosts_before,
        "ghosts": ghosts,
        "ratings_wrong": len(wrong),
        "kills": kills,
        "warnings": complaints,
    }


async def at_rest(store: Store) -> tuple[Census, list[Difference]]:
    """Who is still awaited, and who is rated otherwise than the logs tell, when nothing is to come any more."""
    until = time.monotonic() + NO_SHOW_SECONDS
    while True:
        census = await store.queue.census()
        wrong = await differences(await results_of_all(store.log), store.results)
        if not (census.pairings or census.awaited or wrong) or time.monotonic() > until:
            return census, wrong
        await asyncio.sleep(1)


async def enrol(count: int, them: Fleet, store: Store, chance: random.Random, spread_of_ratings: float) -> list[Player]:
    """Players with names and ratings."""
    players = []
    for number in range(count):
        player = them.identities.new_player()
        players.append(
            Player(
                id=player,
                token=them.identities.token(player),
                address=f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}",
                name=f"P {number}",
                rating=round(min(2400.0, max(600.0, chance.gauss(1500, spread_of_ratings)))),
                leaves_after=chance.uniform(0, 1) if chance.random() < LEAVERS else None,
                drops=chance.random() < DROPPERS,
                resigns=chance.random() < QUITTERS,
            )
        )
    for one in players:
        await store.players.rename(one.id, one.name)
    now = time.time_ns() // 1_000_000
    ratings = Ratings(store.log, store.players, store.results, SystemClock())
    twos = list(zip(players[::2], players[1::2], strict=False))
    for start in range(0, len(twos), 16):
        await asyncio.gather(*(meet(*two, now, store.log, ratings) for two in twos[start : start + 16]))
    return players


async def kill_one(them: Fleet, chance: random.Random) -> None:
    server = chance.choice(them.servers)
    print(f"kill -9 the server at port {server.port}", file=sys.stderr)
    await server.kill()
    await asyncio.sleep(chance.uniform(0.1, 2))
    await server.start()


async def settled(players: list[Player], simulation: Simulation, within: float, began: float) -> None:
    """Returns when all have met somebody or left, but for one who may be left over; or when the time is up."""
    while time.monotonic() - began < within:
        await asyncio.sleep(0.25)
        if sum(not simulation.met(player) and not player.left for player in players) <= odd(players):
            return


async def counted(players: list[Player], simulation: Simulation, store: Store) -> None:
    """Returns when the matches that somebody gives up are over and counted, or when the time is up."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        await asyncio.sleep(0.25)
        awaited = simulation.given_up(players)
        if awaited <= simulation.won and not any([await store.results.is_expected(match) for match in awaited]):
            return


def odd(players: list[Player]) -> int:
    """1 if so many stay that one must be left over."""
    return sum(not player.left for player in players) % 2


def report(players: list[Player], simulation: Simulation, seconds: float) -> dict[str, object]:
    stayed = [player for player in players if not player.left]
    paired = [player for player in stayed if simulation.met(player)]
    rating = {player.id: player.rating for player in players}
    meetings = [
        [rating[player] for player in came]
        for match, came in simulation.came.items()
        if len(came) > 1 and match not in simulation.called_off
    ]
    return {
        "players": len(players),
        "servers": SERVERS,
        "seconds": round(seconds, 1),
        "left": len(players) - len(stayed),
        "paired": len(paired),
        "unpaired": len(stayed) - len(paired),
        "paired_twice": sum(len(simulation.met(player)) > 1 for player in players),
        "crowded": sum(len(two) > 2 for two in meetings),
        "called_off": len(simulation.called_off),
        "won": len(simulation.won),
        "reconnects": sum(player.dials - 1 for player in players if player.dials),
        "wait_ms": spread([player.wait_ms for player in paired if player.wait_ms is not None]),
        "rating_gap": spread([max(two) - min(two) for two in meetings]),
        "faults": dict(Counter(fault for player in players for fault in player.faults)),
    }
