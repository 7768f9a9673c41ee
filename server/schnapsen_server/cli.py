"""The command line: `schnapsen`, or `python3 server` in a checkout."""

import logging
import sys
from pathlib import Path

import click
from pydantic import ValidationError

from schnapsen_protocol.cards import Level, Preset

from .settings import Settings, default_data_dir


@click.group(invoke_without_command=True)
@click.version_option(package_name="schnapsen-server")
@click.pass_context
def main(context: click.Context) -> None:
    """Play, host and check Schnapsen. Without a command: serve the game on this machine."""
    if context.invoked_subcommand is None:
        context.invoke(serve)


@main.command()
@click.option("--host", help="Address to listen on.  [default: 127.0.0.1]")
@click.option("--port", type=click.IntRange(0, 65535), help="Port to listen on; 0 takes a free one.  [default: 8000]")
@click.option("--workers", type=click.IntRange(1, 64), help="Processes that share the port.  [default: 1]")
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    help=f"Folder in which matches are kept.  [default: {default_data_dir()}]",
)
@click.option("--redis-url", help="Keep matches in this Redis (7.0 or newer) instead of a store of our own.")
def serve(host: str | None, port: int | None, workers: int | None, data: Path | None, redis_url: str | None) -> None:
    """Serve the game until Ctrl-C or SIGTERM.

    Options can be set by variable too: SCHNAPSEN_HOST, _PORT, _WORKERS, _DATA; REDIS_URL.
    """
    from .listener import CannotServe

    given = {"host": host, "port": port, "workers": workers, "data": data, "redis_url": redis_url}
    try:
        settings = Settings(**{name: value for name, value in given.items() if value is not None})  # type: ignore[arg-type]
    except ValidationError as error:
        wrong = "; ".join(f"{variable(*detail['loc'])}: {detail['msg']}" for detail in error.errors())
        raise click.UsageError(wrong) from error
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    try:
        if settings.workers > 1:
            from .workers import run
        else:
            from .app import run  # the web is heavy to import, and all else does without
        run(settings)
    except CannotServe as sentence:
        raise click.ClickException(str(sentence)) from sentence


def variable(name: str | int, *_: str | int) -> str:
    """The environment variable of a setting."""
    return str(name).upper() if str(name).isupper() else f"SCHNAPSEN_{str(name).upper()}"


@main.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
def check(files: tuple[Path, ...]) -> None:
    """Play rules cases (a JSON list, or JSON lines) and report those that come out otherwise."""
    from . import check as cases

    sys.exit(cases.main(files))


@main.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--seed", type=int, default=0, show_default=True, help="Chance of the deals that are looked at.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON for each case.")
def solve(files: tuple[Path, ...], seed: int, as_json: bool) -> None:
    """Tell what each legal move is worth in the positions of rules cases.

    In game points of the seat to move, from what it can see: exact once no card is drawn any more, before that the
    mean of a sample with its 95 % interval.
    """
    from . import solve as solving

    sys.exit(solving.main(files, seed=seed, as_json=as_json))


@main.command()
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    envvar="SCHNAPSEN_DATA",
    default=default_data_dir,
    help=f"Folder in which matches are kept.  [default: {default_data_dir()}]",
)
@click.option("--redis-url", envvar="REDIS_URL", help="The Redis in which matches are kept instead.")
@click.option("--mend", is_flag=True, help="Keep what the logs tell.")
def recount(data: Path, redis_url: str | None, mend: bool) -> None:
    """Count ratings and statistics again from the logs, and report the players of whom something else is kept."""
    from . import recount as counting
    from .store.contract import StoreRefused, Unavailable

    try:
        sys.exit(counting.main(redis_url, data, mend=mend))
    except (StoreRefused, Unavailable) as sentence:
        raise click.ClickException(str(sentence)) from sentence


@main.command()
@click.argument("a")
@click.argument("b")
@click.option("--deals", type=click.IntRange(1), default=500, show_default=True, help="Each is played from both seats.")
@click.option(
    "--rules", type=click.Choice([preset.value for preset in Preset]), default=Preset.SEED.value, show_default=True
)
@click.option(
    "--budget", type=click.FloatRange(0, min_open=True), help="Milliseconds a move; without it, as long as it takes."
)
@click.option("--seed", type=int, help="Repeat a run's chance.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON.")
def arena(a: str, b: str, deals: int, rules: str, budget: float | None, seed: int | None, as_json: bool) -> None:
    """Let two players play mirrored deals: levels of the computer, simple, random, or module:function."""
    from .bench import arena as hall

    try:
        hall.main(a, b, deals, Preset(rules), budget, seed, as_json=as_json)
    except LookupError as sentence:
        raise click.UsageError(str(sentence)) from sentence


@main.group()
def bench() -> None:
    """Measure servers from outside: real processes and real sockets on this machine."""


@bench.command()
@click.option("--players", type=click.IntRange(2), default=200, show_default=True)
@click.option("--over", type=click.FloatRange(1), default=20, show_default=True, help="Seconds in which they arrive.")
@click.option("--kills", type=click.IntRange(0), default=0, show_default=True, help="How often a server is killed.")
@click.option("--seed", type=int, help="Repeat a run's chance.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON.")
def pair(players: int, over: float, kills: int, seed: int | None, as_json: bool) -> None:
    """Let players look for opponents at two servers on one store, and hold the lobby to its promises."""
    from .bench import pair as pairing

    sys.exit(0 if pairing.main(players, over, kills, seed, as_json=as_json) else 1)


@bench.command()
@click.option("--matches", type=click.IntRange(1), default=100, show_default=True)
@click.option("--seed", type=int, help="Repeat a run's chance.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON.")
def rolling(matches: int, seed: int | None, as_json: bool) -> None:
    """Restart two servers one after the other while matches with clocks are played, and see whether anybody pays."""
    from .bench import rolling as restarting

    sys.exit(0 if restarting.main(matches, seed, as_json=as_json) else 1)


@bench.command()
@click.option("--matches", type=click.IntRange(1), default=200, show_default=True, help="At a time.")
@click.option("--minutes", type=click.FloatRange(0.1), default=10, show_default=True)
@click.option("--workers", type=click.IntRange(2, 64), default=2, show_default=True, help="Server processes.")
@click.option("--seed", type=int, help="Repeat a run's chance.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON.")
def chaos(matches: int, minutes: float, workers: int, seed: int | None, as_json: bool) -> None:
    """Kill and stop workers, restart their store and cut lines while matches are played; then judge every frame."""
    from .bench import chaos as torture

    sys.exit(0 if torture.main(matches, minutes, workers, seed, as_json=as_json) else 1)


@bench.command()
@click.option("--sockets", type=click.IntRange(2), default=2000, show_default=True, help="Two to a table.")
@click.option("--seed", type=int, help="Repeat a run's chance.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON.")
def reconnect(sockets: int, seed: int | None, as_json: bool) -> None:
    """Cut the lines of everybody at once, then kill the server, and see how they come back."""
    from .bench import reconnect as returning

    sys.exit(0 if returning.main(sockets, seed, as_json=as_json) else 1)


@bench.command()
@click.option("--watchers", type=click.IntRange(2), default=1000, show_default=True)
@click.option("--rounds", type=click.IntRange(1), default=50, show_default=True, help="Of ten moves at either table.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON.")
def stalled(watchers: int, rounds: int, as_json: bool) -> None:
    """Measure what players notice of a watcher who does not read, and what a thousand of them cost in memory."""
    from .bench import stalled as sleeping

    sleeping.main(watchers, rounds, as_json=as_json)


@bench.command(name="list")
@click.option("--tables", type=click.IntRange(1), default=500, show_default=True)
@click.option(
    "--changes", type=click.FloatRange(0), default=5, show_default=True, help="Of all tables together, a second."
)
@click.option("--seconds", type=click.FloatRange(1), default=20, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="One line of JSON.")
def list_(tables: int, changes: float, seconds: float, as_json: bool) -> None:
    """Let the lobby's list change all the time, and measure what one who looks at it gets."""
    from .bench import watch_list

    watch_list.main(tables, changes, seconds, as_json=as_json)


@bench.command()
@click.option("--matches", type=click.IntRange(1), default=200, show_default=True)
@click.option("--a-day", type=click.IntRange(1), default=10_000, show_default=True, help="To reckon a year from.")
@click.option("--seed", type=int, help="Repeat a run's chance.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON.")
def memory(matches: int, a_day: int, seed: int | None, as_json: bool) -> None:
    """Play whole matches into a store, put them away, and tell what a match and a player cost in memory."""
    from .bench import memory as footprints

    footprints.main(matches, a_day, seed, as_json=as_json)


@bench.command()
@click.option("--matches", type=click.IntRange(1), default=50, show_default=True)
@click.option("--level", type=click.Choice(Level), default=Level.MASTER, show_default=True)
@click.option("--seconds", type=click.FloatRange(1), default=20, show_default=True, help="Of each of the two parts.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON.")
def computers(matches: int, level: Level, seconds: float, as_json: bool) -> None:
    """Play many matches against the computer at once, and measure how late the server's loop gets: before, and then."""
    from .bench import computers as measuring

    sys.exit(0 if measuring.main(matches, level, seconds, as_json=as_json) else 1)


if __name__ == "__main__":
    main()
