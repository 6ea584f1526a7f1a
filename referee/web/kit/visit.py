"""Who asks: the device by its signed cookie, the machine itself, and what either may do at a table."""

from __future__ import annotations

import ipaddress
import secrets
import time
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import cast

from flask import Response, abort, current_app, g, request
from itsdangerous import BadSignature, Signer

from referee.access import DIRECTOR, IN_CHARGE, OWNER, PLAYER, SCRIBE, Access, Member
from referee.grammar import Fact
from referee.store import UnknownStream
from referee.tournaments import Where
from referee.web.page import tables, tournaments
from referee.web.reader import COOKIE_AGE

COOKIE = "device"
FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Via")
SEEN_KEPT = 500  # devices of a subject
FILTERED = tuple(
    f"past.{page}" for page in ("history", "deals", "deal", "fouls", "slip", "statistics", "as_json", "as_csv")
)
"""Pages of the past that leave out the deal being played."""
OWN_CALLS = ("bid", "announce", "call")


@dataclass(frozen=True, slots=True)
class Visit:
    """One device at one subject. `host`: a request of this very machine, which owns everything."""

    device: str
    host: bool
    subject: str = ""
    member: Member | None = None
    level: str = "open"

    @property
    def role(self) -> str | None:
        """What the device is here."""
        return OWNER if self.host else self.member.role if self.member else None

    @property
    def seat(self) -> int | None:
        """The place of its player."""
        return self.member.seat if self.member else None

    @property
    def owns(self) -> bool:
        """Lets others in, and turns them out."""
        return self.role in IN_CHARGE

    @property
    def writes(self) -> bool:
        """Writes down what happens."""
        return self.owns or self.role == SCRIBE

    @property
    def sees_table(self) -> bool:
        """Sees more than the scores."""
        return self.writes or self.level != "scribe"

    @property
    def sees_past(self) -> bool:
        """Sees what was played before the present trick of a deal that still goes on."""
        return self.writes or self.level == "open"

    def may_say(self, seats: tuple[str, ...], fact: Fact) -> bool:
        """Whether this device may record a fact: a player only what its own seat says."""
        if self.writes:
            return True
        own = seats[self.seat] if self.seat is not None and self.seat < len(seats) else None
        return own is not None and self.role == PLAYER and fact.word in OWN_CALLS and getattr(fact, "seat", None) == own


ITSELF = Visit("", host=True)
"""The program looking at its own tables."""


def table_subject(event: str, table: int) -> str:
    """What a device at a numbered table of a tournament is let in to, whatever the round."""
    return f"{event}/{table}"


class Seen:
    """When devices were last seen at a subject, since the program was started."""

    def __init__(self) -> None:
        self._at: defaultdict[str, dict[str, float]] = defaultdict(dict)
        self._wrote: defaultdict[str, dict[str, float]] = defaultdict(dict)

    def note(self, subject: str, device: str, wrote: bool) -> None:
        """A device has asked for something of a subject, or written there."""
        for kept in (self._at, self._wrote) if wrote else (self._at,):
            devices = kept[subject]
            devices.pop(device, None)
            devices[device] = time.monotonic()
            if len(devices) > SEEN_KEPT:
                del devices[next(iter(devices))]

    def ago(self, subject: str, device: str) -> float | None:
        """Seconds since it was seen; None for never."""
        at = self._at.get(subject, {}).get(device)
        return None if at is None else time.monotonic() - at

    def last(self, subject: str) -> float | None:
        """Seconds since any device was seen at a subject; None for never."""
        found = self._at.get(subject)
        return time.monotonic() - next(reversed(found.values())) if found else None

    def writers(self, subject: str, seconds: float) -> list[str]:
        """The devices that wrote within so many seconds."""
        now = time.monotonic()
        return [device for device, at in self._wrote.get(subject, {}).items() if now - at < seconds]


def access() -> Access:
    return cast(Access, current_app.extensions["access"])


def seen() -> Seen:
    return cast(Seen, current_app.extensions["seen"])


def visit(subject: str = "") -> Visit:
    """This request's device at a subject."""
    if "device" not in g:
        know()
    if not subject:
        return Visit(g.device, g.host)
    kept: dict[str, Visit] = g.setdefault("visits", {})
    if subject not in kept:
        grants, place = access().of(subject), place_of(subject)
        member = (_member_at(place) if place else None) or grants.members.get(g.device)
        kept[subject] = Visit(g.device, g.host, subject, member, grants.level)
    return kept[subject]


def place_of(table: str) -> Where | None:
    """Where in a tournament a table stands; None for any other table and for what is none."""
    known: dict[str, Where | None] = current_app.extensions["places"]
    if table not in known:
        try:
            known[table] = tournaments().where(table)
        except UnknownStream:
            return None
    return known[table]


def _member_at(place: Where) -> Member | None:
    """What a device of a tournament is at one of its tables."""
    known = access().of(place.tournament).members.get(g.device)
    if known is not None and known.role in IN_CHARGE:
        return replace(known, role=DIRECTOR, seat=None)
    at_table = access().of(table_subject(place.tournament, place.table)).members.get(g.device)
    if at_table is not None:
        return replace(at_table, seat=None)
    if known is None or known.seat is None:
        return None
    sitting = tournaments().get(place.tournament).tournament.sitting(place.round, place.table)
    seat = sitting.seat_of(known.seat)
    return None if seat is None else replace(known, seat=seat)


def know() -> None:
    """Find out which device asks."""
    g.device, g.new_device = _device()
    g.host = _is_host()


def admit() -> None:
    """Know the device, and refuse it what is not for it. What a tap may record is looked at where it is read."""
    know()
    table = (request.view_args or {}).get("table")
    if not isinstance(table, str):
        return
    here = visit(table)
    wrote = request.method not in ("GET", "HEAD") and request.blueprint not in ("door", "handin")
    seen().note(table, g.device, wrote)
    if (place := place_of(table)) is not None and here.role == SCRIBE:
        seen().note(table_subject(place.tournament, place.table), g.device, wrote)
    if wrote and request.endpoint not in ("scribe.fact", "scribe.prompt") and not _may_mend(table, here):
        abort(403)
    tells = request.blueprint == "past" or request.endpoint == "scribe.export"
    if tells and not here.sees_table:
        abort(403)
    if tells and not here.sees_past and request.endpoint not in FILTERED and _deal_open(table):
        abort(403)


def _may_mend(table: str, here: Visit) -> bool:
    """Whether what was recorded may be changed from here: once a tournament has the result, by the director alone."""
    return here.owns or (here.writes and not (place_of(table) and tournaments().confirmed(table)))


def _deal_open(table: str) -> bool:
    return tables().get(table).table.current is not None


def keep_device(response: Response) -> Response:
    """Give a new device its cookie."""
    if g.get("new_device") and request.endpoint != "static":
        signed = _signer().sign(g.device).decode()
        response.set_cookie(COOKIE, signed, max_age=COOKIE_AGE, samesite="Lax", httponly=True)
    return response


def _signer() -> Signer:
    return Signer(current_app.config["SECRET_KEY"], salt=COOKIE)


def _device() -> tuple[str, bool]:
    """The device of this request, and whether it is new."""
    try:
        return _signer().unsign(request.cookies.get(COOKIE, "")).decode(), False
    except (BadSignature, UnicodeDecodeError):
        return secrets.token_hex(8), True


def _is_host() -> bool:
    """Whether the request comes from this very machine and nobody has passed it on."""
    if any(name in request.headers for name in FORWARDED):
        return False
    try:
        return ipaddress.ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        return False


def address() -> str:
    """Where the request comes from, for counting its wrong guesses."""
    return request.remote_addr or ""
