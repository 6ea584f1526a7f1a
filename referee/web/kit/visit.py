"""A visit: the device, known by its signed cookie, and what it may do at a table."""

from __future__ import annotations

import hashlib
import re
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import cast

from flask import Response, abort, current_app, g, request
from itsdangerous import BadSignature
from werkzeug.datastructures import WWWAuthenticate
from werkzeug.exceptions import Unauthorized

from referee.club.access import (
    CASHIER,
    CLUB,
    DIRECTOR,
    IN_CHARGE,
    LEVELS,
    OWNER,
    PLAYER,
    SCRIBE,
    WITNESS,
    Access,
    Level,
    Member,
    Role,
)
from referee.club.tournaments import Where
from referee.record.grammar import Fact
from referee.server.front import FORWARDED
from referee.server.network import network_of
from referee.store import UnknownStream
from referee.store.notes import Notes
from referee.web.kit.cookies import COOKIE, DAY, DEVICE_AGE, sign, unsign
from referee.web.kit.guard import asked_host, for_programs, loopback, of_club
from referee.web.kit.request import key, tables, tournaments
from referee.web.kit.shared import at_club, many, shared

SEEN_KEPT = 500  # devices of a subject
A_WHILE = 600.0  # seconds
SUBJECTS_KEPT = 2000  # tables and numbered tables of tournaments
TELL, HEAR = 5.0, 1.0
"""A process tells the others every TELL seconds that a device is there, and reads what they told every HEAR seconds."""
_FORMER = re.compile("[0-9a-f]{32}")
"""The shape of forms' keys. Older logs were opened with such a key alone; no key of the program has this shape."""
OWN_CALLS = ("bid", "announce", "call")


@dataclass(frozen=True, slots=True)
class Visit:
    """One device at one subject.

    `host`: in charge of everything, as the machine itself or a director of the club. `standing`: its role in the club,
    None for a stranger. At home everybody in the room may open tables and look at everything, as a club's scorer may.
    """

    device: str
    host: bool
    standing: Role | None = SCRIBE
    subject: str = ""
    member: Member | None = None
    level: Level = "open"

    @property
    def role(self) -> Role | None:
        """The role of the device here."""
        return OWNER if self.host else self.member.role if self.member else None

    @property
    def seat(self) -> int | None:
        """The seat of its player."""
        return self.member.seat if self.member else None

    @property
    def let_in(self) -> bool:
        """Whether it belongs to the club, or was let in here."""
        return self.host or self.standing is not None or self.member is not None

    @property
    def belongs(self) -> bool:
        """Whether it belongs to the club."""
        return self.host or self.standing is not None

    @property
    def opens(self) -> bool:
        """Whether it may open tables and tournaments."""
        return self.host or self.standing == SCRIBE

    @property
    def owns(self) -> bool:
        """Whether it may let others in, and turn them out."""
        return self.role in IN_CHARGE

    @property
    def writes(self) -> bool:
        """Whether it may write down what happens."""
        return self.owns or self.role == SCRIBE

    @property
    def tells_cards(self) -> bool:
        """Whether it is a program that tells the tables which cards it sees."""
        return self.standing == WITNESS

    @property
    def takes_money(self) -> bool:
        """Whether it may write down payments at a tournament's door."""
        return self.owns or self.role == CASHIER

    @property
    def sees_table(self) -> bool:
        """Whether it may see more than the scores."""
        return self.writes or self.level != "scribe"

    @property
    def sees_gone(self) -> bool:
        """Whether the cards already played are marked on this device's pad."""
        return bool(self.subject) and (self.level == "open" or (self.level == "recorder" and self.writes))

    @property
    def sees_past(self) -> bool:
        """Whether it may see earlier tricks of a deal that is still being played."""
        return self.writes or self.level == "open"

    def may_say(self, seats: tuple[str, ...], fact: Fact) -> bool:
        """Whether this device may record a fact; a player only what the own seat says."""
        if self.writes:
            return True
        own = seats[self.seat] if self.seat is not None and self.seat < len(seats) else None
        return own is not None and self.role == PLAYER and fact.word in OWN_CALLS and getattr(fact, "seat", None) == own


ITSELF = Visit("", host=True)
"""The visit of the program itself to its own tables."""


def table_subject(event: str, table: int) -> str:
    """The subject of a device let in to a numbered table, in any round."""
    return f"{event}/{table}"


class Sightings:
    """When devices were last seen at a subject since the program started; shared between processes by `notes`."""

    def __init__(self, notes: Notes | None = None) -> None:
        self._notes = notes
        self._at: dict[str, dict[str, float]] = {}
        self._wrote: dict[str, dict[str, float]] = {}
        self._told: dict[tuple[str, str], float] = {}
        self._heard: dict[tuple[str, str], tuple[float, dict[str, float]]] = {}

    def note(self, subject: str, device: str, wrote: bool) -> None:
        """Note that a device asked for something of a subject, or wrote there."""
        for kind, times in (("seen", self._at), ("wrote", self._wrote)) if wrote else (("seen", self._at),):
            devices = times[subject] = times.pop(subject, {})
            devices.pop(device, None)
            now = devices[device] = time.monotonic()
            for most, of in ((SEEN_KEPT, devices), (SUBJECTS_KEPT, times)):
                if len(of) > most:
                    del of[next(iter(of))]
            key = f"{subject} {device}"
            if self._notes and now - self._told.get((kind, key), -TELL) >= TELL:
                self._told[kind, key] = now
                self._notes.put(kind, key)
                if len(self._told) > SUBJECTS_KEPT:
                    del self._told[next(iter(self._told))]

    def ago(self, subject: str, device: str) -> float | None:
        """Seconds since the device was seen; None for never."""
        at = self._all("seen", subject).get(device)
        return None if at is None else time.monotonic() - at

    def last(self, subject: str) -> float | None:
        """Seconds since any device was seen at a subject; None for never."""
        times = self._all("seen", subject)
        return time.monotonic() - max(times.values()) if times else None

    def writers(self, subject: str, seconds: float) -> list[str]:
        """The devices that wrote within this many seconds."""
        now = time.monotonic()
        return [device for device, at in self._all("wrote", subject).items() if now - at < seconds]

    def _all(self, kind: str, subject: str) -> dict[str, float]:
        """When each device was last seen or last wrote, in any process."""
        own = (self._at if kind == "seen" else self._wrote).get(subject, {})
        if self._notes is None:
            return own
        now = time.monotonic()
        at, heard = self._heard.get((kind, subject), (-TELL, {}))
        if now - at > HEAR:
            notes = self._notes.within(kind, A_WHILE, f"{subject} ")
            heard = {key.rpartition(" ")[2]: now - note.ago for key, note in notes.items()}
            self._heard[kind, subject] = now, heard
            if len(self._heard) > SUBJECTS_KEPT:
                del self._heard[next(iter(self._heard))]
        return {device: max(own.get(device, at), heard.get(device, at)) for device, at in (heard | own).items()}


def others_at(event: str, table: int) -> list[str]:
    """The other devices let in to a numbered table of a tournament and seen within A_WHILE, by name."""
    subject = table_subject(event, table)
    ago = {device: sightings().ago(subject, device) for device in access().of(subject).members if device != g.device}
    return [access().of(subject).members[device].name for device, at in ago.items() if at is not None and at < A_WHILE]


def access() -> Access:
    return cast(Access, shared("access"))


def sightings() -> Sightings:
    return cast(Sightings, shared("seen"))


def visit(subject: str = "") -> Visit:
    """The visit of this request's device to a subject."""
    if "device" not in g:
        know()
    if not subject:
        return Visit(g.device, g.host, g.standing)
    visits: dict[str, Visit] = g.setdefault("visits", {})
    if subject not in visits:
        grants, place = access().of(subject), place_of(subject)
        member = (_member_at(place) if place else None) or grants.members.get(g.device)
        visits[subject] = Visit(g.device, g.host, g.standing, subject, member, grants.level)
    return visits[subject]


def place_of(table: str) -> Where | None:
    """The place of a table in a tournament; None for any other table."""
    known: dict[str, Where | None] = shared("places")
    if table not in known:
        try:
            known[table] = tournaments().where(table)
        except UnknownStream:
            return None
    return known[table]


def require_tournament(event: str) -> None:
    """Answer 404 where there is no such tournament."""
    known: set[str] = shared("events")
    if event not in known:
        if tournaments().store.stream(event).kind != "tournament":
            abort(404)
        known.add(event)


def _member_at(place: Where) -> Member | None:
    """The membership of a tournament's device at one of its tables."""
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
    """Find out which device asks. It has no rights where the database cannot be asked for them."""
    g.program = g.known = False
    if for_programs() and (token := request.authorization) is not None and token.type == "bearer":
        g.device, g.renew, g.host, g.standing = program_device(token.token or ""), False, False, None
        g.program = True
        g.standing = access().of(CLUB).role(g.device) if at_club() else None
        if g.standing is None:
            raise Unauthorized(www_authenticate=WWWAuthenticate("bearer", {"realm": "Referee"}))
        return
    g.device, g.renew = _device()
    g.known = request.cookies.get(COOKIE, "").startswith(f"{g.device}.")
    g.standing, g.host = None, False
    g.standing = _standing()
    g.host = g.standing == DIRECTOR if many() else _is_host()


def program_device(token: str) -> str:
    """The device that a program with this token is. The token itself is kept nowhere."""
    return f"program {hashlib.sha256(token.encode()).hexdigest()[:32]}"


def _standing() -> Role | None:
    """The device's role in the club: on a server by its directors' word, at home that of everybody."""
    if not many():
        return SCRIBE
    return access().of(CLUB).role(g.device) if at_club() else None


def keep_device(response: Response) -> Response:
    """Send a new device its cookie, and a returning one a fresh cookie."""
    if g.get("renew") and request.endpoint != "static":
        signed = sign(_secret(), g.device)
        response.set_cookie(COOKIE, signed, max_age=DEVICE_AGE, samesite="Lax", httponly=True)
    return response


def _secret() -> str:
    """The secret that signs device cookies at this club."""
    return of_club(current_app.config["SECRET_KEY"], g.get("word", ""))


def _device() -> tuple[str, bool]:
    """The device of this request, and whether it needs a cookie: it is new, or was not here for a day.

    A cookie signed in the future holds: setting the clock back turns nobody out.
    """
    try:
        device, signed = unsign(_secret(), request.cookies.get(COOKIE, ""))
    except (BadSignature, UnicodeDecodeError):
        return secrets.token_hex(8), True
    age = time.time() - signed
    return (secrets.token_hex(8), True) if age > DEVICE_AGE else (device, age > DAY)


def _is_host() -> bool:
    """Whether the request comes from this machine, under its own name and not through a proxy.

    Under any other name a page of another machine may speak, whose name was later pointed here.
    """
    if not FORWARDED.isdisjoint(request.environ):
        return False
    return loopback(request.remote_addr or "") and loopback(asked_host())


def device_kind() -> str:
    """The kind of device from its user agent: enough to tell a tablet from a phone in a list."""
    agent = request.headers.get("User-Agent", "")
    return next((name for name in ("iPad", "iPhone", "Android", "Windows", "Macintosh", "Linux") if name in agent), "")


def device_names(subject: str) -> Mapping[str, str]:
    """The names of a subject's devices, past ones included."""
    return access().of(subject).names


def open_once(kind: str, make: Callable[[str], str]) -> tuple[str, bool]:
    """The stream that a form opens by `make`, the same one however often this device sends it; and whether it is new.

    `make` gets the key of the stream: the form, the device and the form's own key, so that it names nothing else.
    """
    sent, store = key() if request.form.get("key") else secrets.token_hex(16), tables().store
    if _FORMER.fullmatch(sent) and (former := store.stream_of_key(kind, sent)) is not None:
        return former, False
    mark = f"form {request.endpoint} {g.device} {sent}"
    new = store.stream_of_key(kind, mark) is None
    return make(mark), new


def open_own(kind: str, make: Callable[[str], str]) -> str:
    """Open what a form asks for, once as `open_once` does, and make this device the owner if it is new."""
    opened, new = open_once(kind, make)
    if new:
        grant_owner(opened)
    return opened


def grant_owner(subject: str) -> None:
    """Make a device the owner of what this request opened, with the level of discretion its form chose."""
    if not g.host:
        access().grant(subject, g.device, OWNER, f"opened {subject}", name=device_kind())
    level = request.form.get("level", "")
    if level in LEVELS[1:]:
        access().set_level(subject, level, f"level {subject}")


def address() -> str:
    """The address of the request."""
    return request.remote_addr or ""


def guesser() -> str:
    """Whose wrong codes count together: the known devices of a network, or those without a cookie of ours there.

    What the page of another site loads comes without one (SameSite), so that it spends no known device's tries.
    """
    net = network_of(address())
    return net if g.known else f"new {net}"
