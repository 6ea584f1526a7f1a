"""How often an address may ask for costly things, and a program for anything; the host is not limited."""

from __future__ import annotations

import math
import secrets
import time
from collections.abc import Callable
from typing import Protocol, cast

from flask import abort, g

from referee.cache import Cache
from referee.server.network import network_of
from referee.store.notes import Notes
from referee.web.kit.shared import at_club, many, shared
from referee.web.kit.visit import address
from referee.words.text import RefereeError, T, Text

SECONDS = 600
TABLES = 20
SHEETS = LISTS = 60
"""Tables and tournaments an address may open, sheets it may print and lists of players it may read within SECONDS."""
ADDRESSES_KEPT = 2000
ANSWERS, TAPS, MINUTE = 300, 1200, 60.0
"""The answers that a program with a token gets within a minute, so many seconds, and the taps of a device in that time:
more than a hand makes, even while what it kept without the laptop arrives besides.
"""


class Acts:
    """The recent acts of each address, since the program started, or shared between processes by `notes`."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, notes: Notes | None = None) -> None:
        self._clock = clock
        self._notes = notes
        self._at = Cache[list[float]](ADDRESSES_KEPT)

    def __len__(self) -> int:
        return len(self._at)

    def may(self, kind: str, where: str, most: int, mark: str = "") -> bool:
        """Note an act, unless the address did `most` of that kind within SECONDS. Return whether it was noted.

        An act with a `mark` is noted once, even if several processes are asked for it.
        """
        net = network_of(where)
        if self._notes:
            return _note_shared(self._notes, kind, net, most, mark)
        now = self._clock()
        recent = [at for at in self._at.find((kind, net)) or () if now - at < SECONDS]
        allowed = len(recent) < most
        self._at.put((kind, net), [*recent, now] if allowed else recent)
        return allowed


def _note_shared(notes: Notes, kind: str, net: str, most: int, mark: str) -> bool:
    """Note an act where all processes read it, as `Acts.may` does."""
    done, key = notes.within(f"act {kind}", SECONDS, f"{net} "), f"{net} {mark or secrets.token_hex(8)}"
    if key in done or len(done) < most:
        notes.put(f"act {kind}", key)
        return True
    return False


WAIT = T("Too much was asked for from here. Wait ten minutes, or ask at the computer itself.")


def may(kind: str, most: int, mark: str = "") -> bool:
    """Note an act of this request's address. Return False if it did `most` of that kind within ten minutes."""
    return g.host or cast(Acts, shared("acts")).may(kind, address(), most, mark)


def limit(kind: str, most: int) -> None:
    """Refuse (429) an act beyond the limit; also where a club has reached its quota."""
    if (club := usage()) is not None:
        club.require()
    if not may(kind, most):
        abort(429)


class Pace:
    """How much each program or device has sent in the minute under way, which begins with its first request."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._minutes = Cache[tuple[float, int]](ADDRESSES_KEPT)

    def keep(self, device: str, most: int, why: Text) -> None:
        """Count a request of a device. Raises TooOften, which says `why`, after `most` within a minute."""
        now = self._clock()
        begun, count = self._minutes.find(device) or (now, 0)
        if now - begun >= MINUTE:
            begun, count = now, 0
        self._minutes.put(device, (begun, count + 1))
        if count >= most:
            raise TooOften(begun + MINUTE - now, why)


class TooOften(RefereeError):
    """A program or a device asked too often. It may ask again after `seconds`, a whole number."""

    def __init__(self, left: float, why: Text) -> None:
        self.seconds = math.ceil(left)
        super().__init__(why)


def keep_pace(records: bool) -> None:
    """Count a request that comes with a token, or `records` something for a device. Raises TooOften beyond its limit.

    A tablet keeps what was refused so, and sends it again by itself.
    """
    if not at_club():
        return
    pace: Pace = shared("pace")
    if g.program:
        pace.keep(g.device, ANSWERS, T("A program gets {most} answers within a minute.", most=ANSWERS))
    elif records and not g.host:
        pace.keep(g.device, TAPS, T("A device writes down {most} things within a minute.", most=TAPS))


class Usage(Protocol):
    """What a club uses of a server, beside its quota there."""

    def require(self) -> None:
        """Raise a RefereeError where nothing new may begin."""

    def print_one(self, mark: str) -> Text | None:
        """Note that a sheet is printed, each `mark` once; beyond the limit return why it may not be."""


def usage() -> Usage | None:
    """What this club uses of a server; None at home, where there is no quota."""
    return cast(Usage, shared("usage")) if many() else None
