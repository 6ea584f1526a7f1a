"""Commands on what a database keeps: the log behind a printed code, a person's data, automatic snapshots."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import click

from referee.cli.terminal import Progress, Refused, database_option, file_option, reader
from referee.club.mentions import person_as_json
from referee.server.hourly import Hourly, copy
from referee.store import Store, StoreError, Where, utc_now
from referee.store.hashes import code_of, read_code
from referee.store.snapshots import folder_of, take
from referee.words.text import T


def tell_sheet(database: Where, text: str) -> bool:
    """Print which log and entry a printed code means; return whether the log still fits it. Raises StoreError."""
    say, code = reader().say, read_code(text)
    if not code:
        raise Refused(
            T("“{found}” is no code of a sheet: expected ten letters and digits, as k7m2p-9xq4r", found=text[:40])
        )
    with Store.open(database, read_only=True) as store:
        holds = [_tell(store, code, stream, seq) for stream, seq in store.places_of_code(code)]
    if not holds:
        gone = T("No log here gives {code}: it was changed since, or the sheet is of another database.", code=code)
        click.echo(say(gone))
    return bool(holds) and all(holds)


def _tell(store: Store, code: str, stream: str, seq: int) -> bool:
    say, last, misfit = reader().say, store.head(stream)[0], store.misfit(stream)
    at = next((event.at for event in store.events(stream, after=seq - 1)), "–")
    where = {"code": code, "table": stream, "seq": seq, "last": last, "at": at}
    click.echo(say(T("{code}: table {table}, entry {seq} of {last}, {at}", **where)))
    if misfit is not None and (misfit.seq or 0) <= seq:
        click.echo(say(T("What stands in the log now is not what was written: {why}.", why=misfit.text)))
        return False
    for when, of, _, new in store.resealings(stream):
        anew = {"at": when, "seq": of, "code": code_of(new)}
        click.echo(say(T("{at}: a player was taken out of it; entry {seq} has had the code {code} since.", **anew)))
    click.echo(say(T("The log still says what it said then.")))
    return True


@click.command()
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@database_option
def person(name: str, as_json: bool, database: Where) -> None:
    """Print every entry that names a person."""
    name = unicodedata.normalize("NFC", name).strip()
    try:
        with Store.open(database, read_only=True) as store:
            known = person_as_json(store, name, Progress())
    except StoreError as error:
        raise Refused(error.text) from None
    if known is None:
        raise Refused(T("nothing is known here of {name}", name=name))
    if as_json:
        click.echo(json.dumps(known, ensure_ascii=False))
        return
    for each in known["mentions"]:
        click.echo(f"{each['stream']} {each['entry'] or '–'} {each['at']} {each['key']}: {each['text']}")


@click.command()
@click.option(
    "--folder", type=click.Path(path_type=Path), help="The folder of the snapshots. [default: DATABASE.snapshots]"
)
@file_option
def snapshot(folder: Path | None, database: Path) -> None:
    """Take a snapshot now, as `referee serve` does hourly.

    The copy is checked, and old copies are thinned out by age. If nothing changed since the last one, none is made.
    """
    _snapshot(database, folder or folder_of(database))


def _snapshot(database: Path, folder: Path) -> None:
    say, taken = reader().say, take(database, folder, utc_now(), Progress())
    if taken.copy is None:
        click.echo(say(T("{folder}: nothing has changed since the last snapshot", folder=str(folder))))
        return
    click.echo(say(T("{file}: copied and proved", file=str(taken.copy))))
    for old in taken.removed:
        click.echo(say(T("{file}: removed", file=str(old))))


@contextmanager
def hourly_snapshots(database: Where, folder: Path | None) -> Iterator[None]:
    """Take snapshots of a file in another process while the program serves, and one when it ends."""
    if not isinstance(database, Path):
        yield
        return
    into = folder or folder_of(database)
    with Hourly([database, database.with_name(database.name + "-wal")], partial(copy, database, into)):
        yield
    try:
        _snapshot(database, into)
    except StoreError as error:
        raise Refused(T("No snapshot was made: {why}", why=error.text)) from None
