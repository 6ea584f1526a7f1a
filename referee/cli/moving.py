"""A whole club moved from one database to another."""

from __future__ import annotations

import click

from referee.cli.terminal import Database, Progress, Refused, reader
from referee.store import Store, StoreError, Where
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
    there_now = {"streams": found.streams, "events": found.events, "people": found.people}
    click.echo(reader().say(T("{streams} logs, {events} entries, {people} players", **there_now)))
