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
@click.option("--from", "source", type=Database(), required=True, help="The database to move from.")
@click.option("--to", "target", type=Database(), required=True, help="The database to move to.")
def move(source: Where, target: Where) -> None:
    """Copy every log to another database.

    A database is a file or postgresql://user@host/name?club=lyon. Each log is checked on arrival. After an interruption
    the same command continues. The old database stays as it is.
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
    """Join the databases of several venues into a new file.

    The order of FILES does not matter. A log in several files must be the same as far as each goes. A changed file,
    or a log that two venues continued, is refused with the first entry that does not fit.
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
