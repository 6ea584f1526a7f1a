"""The commands `referee move` and `referee join`, for whole databases."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import click

from referee.cli.terminal import Database, Progress, Refused, reader
from referee.store import Counts, Store, StoreError, Where
from referee.store.moving import join as join_all
from referee.store.moving import move as move_all
from referee.words.text import T


@click.command()
@click.option("--from", "source", type=Database(), required=True, help="The database that is left.")
@click.option("--to", "target", type=Database(), required=True, help="The database that is moved into.")
def move(source: Where, target: Where) -> None:
    """Move every log from one database to another: a file, or postgresql://user@host/name?club=lyon

    Each log is checked when it has arrived. A move that was cut off is begun again with the same line and goes on. The
    database that is left stays as it is.
    """
    try:
        with Store.open(source) as here, Store.open(target) as there:
            found = move_all(here, there, Progress())
    except StoreError as error:
        raise Refused(error.text) from None
    _tell(found)


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--into", "target", required=True, type=click.Path(path_type=Path), help="The file to write.")
def join(files: tuple[Path, ...], target: Path) -> None:
    """Join the databases of venues that played apart into one new file, in whatever order they are named.

    What stands in several must be one log, as far as each goes; a file that was altered, or a log that two venues went
    on with, is refused with the first entry that does not fit.
    """
    try:
        with ExitStack() as opened:
            found = join_all([opened.enter_context(Store.open(file, read_only=True)) for file in files], target)
    except StoreError as error:
        raise Refused(error.text) from None
    _tell(found)


def _tell(found: Counts) -> None:
    there_now = {"streams": found.streams, "events": found.events, "people": found.people}
    click.echo(reader().say(T("{streams} logs, {events} entries, {people} players", **there_now)))
