"""The command line: `schnapsen`, or `python3 server` in a checkout."""

import logging
import sys
from pathlib import Path

import click

from .settings import Settings


@click.group(invoke_without_command=True)
@click.pass_context
def main(context: click.Context) -> None:
    """Play, host and check Schnapsen. Without a command: serve the game on this machine."""
    if context.invoked_subcommand is None:
        context.invoke(serve)


@main.command()
@click.option("--host", help="Address to listen on.  [default: 127.0.0.1]")
@click.option("--port", type=click.IntRange(0, 65535), help="Port to listen on.  [default: 8000]")
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), help="Folder for the store's files.")
@click.option("--redis-url", help="Use this Redis instead of a store of our own.")
def serve(host: str | None, port: int | None, data: Path | None, redis_url: str | None) -> None:
    """Serve the game.

    Each option can be set by variable too: SCHNAPSEN_HOST, SCHNAPSEN_PORT, SCHNAPSEN_DATA, REDIS_URL.
    """
    from .app import run  # the web is heavy to import, and the other commands do without

    given = {"host": host, "port": port, "data": data, "redis_url": redis_url}
    settings = Settings(**{name: value for name, value in given.items() if value is not None})  # type: ignore[arg-type]
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    sys.exit(run(settings))


@main.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
def check(files: tuple[Path, ...]) -> None:
    """Play rules cases (a JSON list, or JSON lines) and report those that come out otherwise."""
    from . import check as cases

    sys.exit(cases.main(files))


if __name__ == "__main__":
    main()
