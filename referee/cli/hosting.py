"""Commands of who hosts many clubs: the clubs of a server, and whole databases moved and joined.

They are `referee club`, `referee move` and `referee join`.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict
from pathlib import Path

import click

from referee.cli.terminal import VARIABLE, Database, Progress, Refused, contents, reader
from referee.club.access import CLUB, DIRECTOR, Access
from referee.hosting.address import address_of, club_in
from referee.hosting.clubs import Club, Clubs, fingerprint, invite
from referee.hosting.moving import join as join_all
from referee.hosting.moving import move as move_all
from referee.hosting.quota import Usage
from referee.store import Counts, Store, StoreError, Where, on_server
from referee.words.text import RefereeError, T

server_option = click.option(
    "--database",
    type=Database(),
    required=True,
    envvar=VARIABLE,
    callback=lambda _context, _option, value: _server(value),
    help="The database on a server, without a club: postgresql://user@host/name",
)
STARTING, LOOK_AGAIN = 60.0, 2.0
"""Seconds to wait for a server that is starting up, and between two looks."""
at_option = click.option("--at", default="referee.example", show_default=True, help="The server's name in links.")


def _server(database: Where) -> str:
    if not on_server(database) or club_in(str(database)):
        raise Refused(T("{address}: expected postgresql://user@host/name, without a club", address=str(database)))
    return str(database)


@click.group()
def club() -> None:
    """Manage the clubs of a PostgreSQL server."""


@club.command()
@click.argument("name")
@click.option("--as", "word", default="", help="What stands in its address. [default: made of NAME]")
@click.option("--federation", is_flag=True, help="Add a federation, which shows the evenings of clubs that agree.")
@at_option
@server_option
def add(name: str, word: str, federation: bool, at: str, database: str) -> None:
    """Add a club and print its director's link.

    The link makes one device the director; it is good for seven days.
    """
    with _clubs(database) as clubs:
        _require_serving_key(clubs)
        club = clubs.add(name, word, federation=federation)
    click.echo(_link(database, club, at))


@club.command("invite")
@click.argument("word", metavar="CLUB")
@at_option
@server_option
def invite_(word: str, at: str, database: str) -> None:
    """Print a new director's link, for a lost device.

    It replaces an earlier link that no device has opened yet. Devices that are in stay in.
    """
    with _clubs(database) as clubs:
        _require_serving_key(clubs)
    click.echo(_link(database, _club(database, word), at))
    click.echo(reader().say(T("An earlier link that no device has opened yet lets nobody in any more.")), err=True)


@club.command("list")
@server_option
def list_(database: str) -> None:
    """List the clubs, one a line."""
    with _clubs(database) as clubs:
        for each in clubs.all():
            line = f"{each.word}  {each.name}"
            if each.federation:
                line += "  <- " + (", ".join(clubs.agreeing(each.word)) or "–")
            click.echo(line)


@club.command()
@click.argument("word", metavar="CLUB")
@click.option("--tables", type=click.IntRange(0), help="The most tables, tournament tables included.")
@click.option("--entries", type=click.IntRange(0), help="The most entries in all logs.")
@click.option("--megabytes", type=click.IntRange(0), help="The most megabytes in all logs.")
@click.option("--sheets", type=click.IntRange(0), help="The most sheets printed in an hour.")
@server_option
def limit(word: str, database: str, **wanted: int | None) -> None:
    """Show and change the limits of a CLUB; 0 means none.

    A club at its limit begins nothing new, but finishes what it has begun.
    """
    known = _club(database, word)
    named = {kind: most for kind, most in wanted.items() if most is not None}
    with _clubs(database) as clubs, Store.open(address_of(database, known.word), read_only=True) as store:
        quota = clubs.limit(word, secrets.token_hex(16), named) if named else clubs.quota(word)
        now = asdict(Usage(store, lambda: quota).now())
        for kind, most in asdict(quota).items():
            click.echo(f"{kind}  {now[kind]} / {most or '–'}")


@club.command()
@click.argument("word", metavar="CLUB")
@click.argument("file", type=click.Path(path_type=Path))
@server_option
def out(word: str, file: Path, database: str) -> None:
    """Write a CLUB to one FILE.

    `referee serve --database FILE` opens it. The club stays on the server.
    """
    known = _club(database, word)
    try:
        with Store.open(address_of(database, known.word), read_only=True) as store:
            click.echo(f"{file}: {reader().say(contents(store.backup(file)))}")
    except StoreError as error:
        raise Refused(error.text) from None


@club.command("in")
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("name")
@click.option("--as", "word", default="", help="What stands in its address. [default: made of NAME]")
@at_option
@server_option
def in_(file: Path, name: str, word: str, at: str, database: str) -> None:
    """Take in a club from FILE; print its director's link.

    Each log is checked. After an interruption the same command continues.
    """
    with Store.open(file) as store:  # as its writer, so that nobody adds to it meanwhile
        with _clubs(database) as clubs:
            _require_serving_key(clubs)
            club = next((each for each in clubs.all() if each.name == name and word in ("", each.word)), None)
            club = club or clubs.add(name, word)
        with Store.open(address_of(database, club.word)) as there:
            counts = move_all(store, there, Progress())
    _tell(counts)
    click.echo(_link(database, club, at))


@contextmanager
def _clubs(database: str) -> Iterator[Clubs]:
    with Store.open(address_of(database)) as store:
        yield Clubs(store)


def _require_serving_key(clubs: Clubs) -> None:
    """Refuse a key other than the server's: links made with it open nothing. Raises RefereeError; none too."""
    from referee.hosting.pages.serving import secret_of_server

    if clubs.fingerprint() not in ("", fingerprint(secret_of_server())):
        raise RefereeError(T("REFEREE_SECRET_KEY is not the key under which this server is served: nothing was done"))


def _club(database: str, word: str) -> Club:
    with _clubs(database) as clubs:
        if (club := clubs.get(word)) is None:
            raise RefereeError(T("there is no club “{word}” on this server", word=word))
        return club


def _link(database: str, club: Club, at: str) -> str:
    from referee.hosting.pages.serving import secret_of_server

    with Store.open(address_of(database, club.word)) as store:
        access = Access(store, secret_of_server(club.word))
        code = access.code(invite(access, DIRECTOR, secrets.token_hex(16)))
    scheme, _, name = at.rpartition("://")
    return f"{scheme or 'https'}://{club.word}.{name}/{CLUB}/join/{code}"


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
            counts = move_all(here, there, Progress())
    except StoreError as error:
        raise Refused(error.text) from None
    _tell(counts)


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
            counts = join_all([opened.enter_context(Store.open(file, read_only=True)) for file in files], target)
    except StoreError as error:
        raise Refused(error.text) from None
    _tell(counts)


def _tell(counts: Counts) -> None:
    click.echo(reader().say(contents(counts)))


def try_out(database: str) -> None:
    """Open the database of a server, or of the one club that its address names, and close it again.

    It waits a minute for a server that is starting up. Raises RefereeError where it cannot be served.
    """
    from referee.hosting.pages.serving import secret_of_server

    secret = secret_of_server()
    with suppress(ModuleNotFoundError):  # what to install is said when it is opened
        _await_start(database)
    if club_in(database):
        Store.open(database).close()
        return
    with _clubs(database) as clubs:
        if clubs.serve_under(secret, secrets.token_hex(16)):
            text = T("REFEREE_SECRET_KEY is another one than before: every device joins again, by a new link.")
            click.echo(reader().say(text), err=True)


def _await_start(database: str) -> None:
    from referee.hosting.postgresql.store import starting_up

    end = time.monotonic() + STARTING
    while starting_up(database) and time.monotonic() < end:
        click.echo(reader().say(T("The database is starting up: waiting for it.")))
        time.sleep(LOOK_AGAIN)
