"""What a club's computer needs for an evening: one finding for each, in a sentence, and what to do."""

from __future__ import annotations

import errno
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from ctypes import CDLL
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from referee.server.network import lan_addresses
from referee.store import Store, StoreError, stamp, utc_now
from referee.words.text import T, Text

LEAST_FREE = 500_000_000
"""Bytes on the disk: a season's database with its copies has a tenth of it."""
PANGO = ("libpango-1.0.so.0", "libpango-1.0-0.dll", "libpango-1.0.0.dylib", "libpango-1.0.dylib")
MOST_LETTERS = 60
"""How many letters of names fonts are asked for."""


class Finding(NamedTuple):
    """A finding: whether all is well, the sentence, and what to do where it is not, or in case."""

    well: bool
    text: Text
    remedy: Text | None = None


ALONE = T("This program answers on this computer alone. To let phones in, start it with --host 0.0.0.0.")


def examine(database: Path, port: int, *, serves: bool = False, alone: bool = False) -> Iterator[Finding]:
    """The findings about this computer. `port`: that of the program. `serves`: whether it is this program's already,
    `alone`: which answers on this computer alone.
    """
    yield Finding(True, T("The tables are in {file}.", file=str(database.absolute())))
    yield from (Finding(True, ALONE),) if alone else _network(port, serves)
    yield from _press(_letters(database))
    yield _disk(database)
    yield from _clock(database)
    yield _https()
    yield from _power()


def _network(port: int, serves: bool) -> Iterator[Finding]:
    if addresses := lan_addresses():
        yield Finding(
            True,
            T(
                "Tablets reach this computer at {addresses}.",
                addresses=tuple(f"http://{address}:{port}/" for address in addresses),
            ),
        )
    else:
        text = T("This computer is on no network that a tablet could use.")
        yield Finding(False, text, T("Join the wireless network that the tablets use."))
    if not serves:
        yield _port(port)
    firewall = T("If a tablet reaches nothing, the firewall is in the way: allow Referee when the system asks.")
    if shutil.which("ufw"):
        firewall = T("If a tablet reaches nothing, the firewall is in the way: sudo ufw allow {port}/tcp", port=port)
    yield Finding(True, T("A program does not see the firewall."), firewall)


def _port(port: int) -> Finding:
    try:
        with socket.socket() as probe:
            if sys.platform != "win32":
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("", port))  # every address, as the program will
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            return Finding(
                False, T("Port {port} is closed to this user.", port=port), T("Choose one above 1023: --port 8000")
            )
        remedy = T("If Referee runs already, all is well; else choose another: --port {other}", other=port + 1)
        return Finding(False, T("Port {port} is taken.", port=port), remedy)
    return Finding(True, T("Port {port} is free.", port=port))


def _press(letters: str) -> Iterator[Finding]:
    if any(map(_loads, PANGO)):
        yield Finding(True, T("Pango is there: sheets become PDF."))
    else:
        remedy = T("The browser prints every sheet instead. For PDF install Pango (docs/operations.md).")
        yield Finding(False, T("Pango is missing: no sheet becomes PDF."), remedy)
    if not shutil.which("fc-list"):
        return
    if bare := [letter for letter in letters if not _has_glyph(letter)]:
        text = T("No font has these letters of names in the lists: {letters}", letters=" ".join(bare))
        yield Finding(False, text, T("Install a font that has them, such as fonts-noto or fonts-noto-cjk."))
    else:
        yield Finding(True, T("There are fonts for every name in the lists."))


def _loads(library: str) -> bool:
    try:
        CDLL(library)
    except OSError:
        return False
    return True


def _letters(database: Path) -> str:
    """The letters beyond Latin in the names of players; none where the database cannot be read."""
    try:
        with Store.open(database, read_only=True) as store:
            names = "".join(person.name for person in store.people())
    except StoreError:
        return ""
    return "".join(sorted({letter for letter in names if letter.isalpha() and letter > "\u024f"}))[:MOST_LETTERS]


def _has_glyph(letter: str) -> bool:
    asked = ["fc-list", f":charset={ord(letter):x}", "family"]
    return bool(subprocess.run(asked, capture_output=True, check=False).stdout.strip())


def _disk(database: Path) -> Finding:
    folder = next(folder for folder in database.absolute().parents if folder.exists())
    free = shutil.disk_usage(folder).free
    text = T("{free} MB are free on the disk.", free=free // 1_000_000)
    return Finding(free >= LEAST_FREE, text, None if free >= LEAST_FREE else T("Make room: every tap needs the disk."))


def _clock(database: Path) -> Iterator[Finding]:
    now = stamp(utc_now())
    try:
        with Store.open(database, read_only=True) as store:
            newest = store.last_at()
    except StoreError as error:
        if database.exists():
            yield Finding(False, error.text)
        return
    values = {"now": now[:16].replace("T", " "), "newest": newest[:16].replace("T", " ")}
    if newest > now:
        text = T("The clock says {now} (UTC), but the newest entry was written at {newest}.", **values)
        yield Finding(False, text, T("Put the clock right, best by the network."))
    else:
        yield Finding(True, T("The clock says {now} (UTC).", **values))


def _https() -> Finding:
    if find_spec("cryptography") is None:
        text = T(
            "Tablets cannot use https here: they need the network for a reload, and their screens may fall asleep."
        )
        install, serve = "pip install 'referee[https]'", "referee serve --https"
        return Finding(True, text, T("If you want it: {install}, then {serve}", install=install, serve=serve))
    return Finding(True, T("https for tablets is ready: referee serve --https"))


def _power() -> Iterator[Finding]:
    for mains in Path("/sys/class/power_supply").glob("*/online"):
        if mains.with_name("type").read_text().strip() == "Mains" and mains.read_text().strip() == "0":
            yield Finding(False, T("The computer runs on its battery."), T("Plug it in, and let it not fall asleep."))
