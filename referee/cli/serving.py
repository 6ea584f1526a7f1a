"""The commands that start the program, and look at the computer it is to run on."""

from __future__ import annotations

import ipaddress
import os
import sys
from pathlib import Path
from urllib.parse import urlsplit

import click

from referee.cli.terminal import IN_THIS_FOLDER, Refused, database_option, file_option, of_user, reader
from referee.cli.trust import authority, tell
from referee.cli.upkeep import hourly_snapshots
from referee.paths import INSTALLED
from referee.store import Store, Where
from referee.store.snapshots import folder_of
from referee.words.text import T


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0 admits the tablets of the network.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))
@click.option("--name", "names", multiple=True, help="Another name the program answers to.")
@click.option("--site", "sites", multiple=True, help="A site whose pages may read and show tables.")
@click.option("--hook-network", "networks", multiple=True, help="A network of its own that webhooks may reach.")
@click.option("--behind-proxy", is_flag=True, help="A web server on this machine passes requests on.")
@click.option("--https", is_flag=True, help="Serve https too, for devices that trust this machine.")
@click.option("--https-port", default=8443, show_default=True, type=click.IntRange(0, 65535))
@click.option("--snapshots", type=click.Path(path_type=Path), help="The folder of its copies of the database.")
@click.option("--photos", is_flag=True, help="Offer, on trial, to count won cards by a photo of them.")
@click.option("--open", "show", is_flag=True, help="Open the first page in the browser, also of a Referee that runs.")
@database_option
def serve(
    host: str,
    port: int,
    names: tuple[str, ...],
    sites: tuple[str, ...],
    networks: tuple[str, ...],
    behind_proxy: bool,
    https: bool,
    https_port: int,
    snapshots: Path | None,
    photos: bool,
    show: bool,
    database: Where,
) -> None:
    """Start the web program, for this machine or its network.

    It copies the database every hour in which something changed, and when it ends: see `referee snapshot`.
    """
    from referee.server.serve import serve as start
    from referee.server.serve import shows_running
    from referee.web.kit.guard import secret

    os.umask(0o077)  # its files are readable by their owner alone
    if behind_proxy and host != "127.0.0.1":
        raise Refused(T("with --behind-proxy it listens on 127.0.0.1 alone: leave --host out"))
    if behind_proxy and https:
        raise Refused(T("with --behind-proxy the web server before it has the certificate: leave --https out"))
    if show and shows_running(host, port):
        return
    if isinstance(database, Path):
        Store.open(database).close()
        secret(database)  # what keeps it from being written is said here, before a worker needs it
        if database == IN_THIS_FOLDER and INSTALLED and of_user().exists():
            here, there = str(database), str(of_user())
            click.echo(
                reader().say(T("{here} in this folder is opened, not {there}.", here=here, there=there)), err=True
            )
    else:
        from referee.cli.hosting import try_out

        try_out(database)
    secure = None
    if https:
        if not isinstance(database, Path):
            raise Refused(T("https in the room is for a database in a file: leave --https out"))
        known = authority(database)
        tell(known)
        secure = known.folder, https_port
    settings: dict[str, object] = {"HOSTS": [name.lower().rstrip(".") for name in names]}
    settings["PHOTOS"] = photos
    settings["SITES"] = [_origin(site) for site in sites]
    settings["HOOK_NETWORKS"] = [_network(network) for network in networks]
    if isinstance(database, Path):
        settings["JOURNAL"] = database.with_name(f"{database.name}.journal")
        settings["SNAPSHOTS"] = snapshots or folder_of(database)
    with hourly_snapshots(database, snapshots):
        start(host, port, database, settings=settings, behind_proxy=behind_proxy, https=secure, show=show)


def _origin(site: str) -> str:
    """A site as browsers write it: scheme, name, perhaps a port. Raises Refused."""
    there = urlsplit(site.strip().rstrip("/").lower())
    if there.scheme not in ("http", "https") or not there.hostname or there.path or there.query:
        raise Refused(T("a site is written as https://club.example, not as {site}", site=site))
    return f"{there.scheme}://{there.netloc}"


def _network(network: str) -> str:
    """A network as it is compared: its first address and its length. Raises Refused."""
    try:
        return str(ipaddress.ip_network(network.strip()))
    except ValueError as error:
        raise Refused(T("a network is written as 192.168.1.0/24, not as {network}", network=network)) from error


@click.command()
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535))
@file_option
def doctor(port: int, database: Path) -> None:
    """Check what this computer needs for an evening, and say what to do.

    Exit status 1 where something is to be done.
    """
    from referee.server.doctor import examine

    say, well = reader().say, True
    for finding in examine(database, port):
        well &= finding.well
        click.echo(f"{'+' if finding.well else '!'} {say(finding.text)}")
        if finding.remedy:
            click.echo(f"    {say(finding.remedy)}")
    sys.exit(0 if well else 1)
