"""The command `referee trust`: make, show or delete the authority that devices trust for https in a room."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import click

from referee.cli.terminal import Refused, file_option, reader
from referee.server import certificates
from referee.server.network import lan_addresses
from referee.store import Store, stamp, utc_now
from referee.words.text import T


def authority(database: Path, *, new: bool = False) -> certificates.Authority:
    """The authority beside a database, made where there is none or it has expired.

    Raises Refused without the library, for files that are no authority, or where the clock must be wrong.
    """
    if find_spec("cryptography") is None:
        raise Refused(T("https needs the library “cryptography”: pip install 'referee[https]'"))
    folder, now = certificates.folder_of(database), utc_now()
    with Store.open(database, read_only=True) as store:
        newest = store.last_at()
    if newest > stamp(now):
        clocks = {"now": stamp(now)[:16], "newest": newest[:16]}
        raise Refused(T("the clock says {now}, but the newest entry was written at {newest}: put it right", **clocks))
    try:
        known = certificates.read(folder)
    except ValueError as error:
        raise Refused(T("{file}: {text}", file=str(folder), text=str(error))) from None
    return known if known and not new and known.until > now else certificates.make(folder, now)


def tell(known: certificates.Authority) -> None:
    """Print the fingerprint that devices compare, until when it is valid, and the addresses left out."""
    say = reader().say
    values = {"fingerprint": known.fingerprint, "until": f"{known.until:%Y-%m-%d}"}
    click.echo(say(T("Fingerprint {fingerprint}, good until {until}.", **values)))
    for address in lan_addresses():
        if not certificates.is_private(address):
            click.echo(say(T("{address} is no private address: not reached over https.", address=address)))


@click.command()
@click.option("--new", is_flag=True, help="Make a new authority, which every device must trust again.")
@click.option(
    "--forget",
    is_flag=True,
    help="Delete the authority: devices that trusted it no longer reach this machine over https.",
)
@file_option
def trust(new: bool, forget: bool, database: Path) -> None:
    """Show the fingerprint that devices compare for https.

    See `referee serve --https`.
    """
    if forget:
        gone = certificates.forget(certificates.folder_of(database))
        click.echo(reader().say(T("Deleted.") if gone else T("There was nothing to delete.")))
        return
    if new or certificates.folder_of(database).exists():
        tell(authority(database, new=new))
        return
    raise Refused(T("nothing has been made yet: referee serve --https makes it"))
