"""The rights pages require, each declared at its view.

They are checked before any view is called; a view without a declaration is for nobody.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from flask import abort, current_app, g, request

from referee.club.access import PLAYER, SCRIBE
from referee.web.kit.beside import fold
from referee.web.kit.limits import keep_pace
from referee.web.kit.request import tables, tournaments
from referee.web.kit.shared import at_club
from referee.web.kit.visit import Visit, access, know, place_of, require_tournament, sightings, table_subject, visit

View = TypeVar("View", bound=Callable[..., Any])
_rights: dict[Callable[..., Any], Right] = {}


@dataclass(frozen=True, slots=True)
class Right:
    """A named right, which `holds` for a visit or does not.

    `records`: the request changes the log. `strangers`: in a club on a server, devices that nobody let in have it too.
    """

    name: str
    holds: Callable[[Visit], bool] = lambda here: True
    records: bool = False
    strangers: bool = False

    def __call__(self, view: View) -> View:
        """Declare the right at a view."""
        _rights[view] = self
        return view


def _sees_record(here: Visit) -> bool:
    """Whether this visit may read the record, which tells everything, secret discards too."""
    return here.writes or (here.sees_table and tables().get(here.subject).table.current is None)


def _mends(here: Visit) -> bool:
    """Whether this visit may correct; a result confirmed in a tournament is changed only by its director."""
    confirmed = request.method == "POST" and place_of(here.subject) and tournaments().is_confirmed(here.subject)
    return here.owns or (here.writes and not confirmed)


anyone = Right("anyone", strangers=True)
let_in = Right("who is let in")
belongs = Right("who belongs to the club", lambda here: here.belongs)
opens = Right("opens tables", lambda here: here.opens)
on_the_computer = Right("on the computer, or directs the club", lambda here: here.host)
writes = Right("writes", lambda here: here.writes)
mends = Right("mends", _mends, records=True)
owns = Right("owns", lambda here: here.owns)
directs = Right("directs", lambda here: here.owns)
tells_cards = Right("tells cards", lambda here: here.tells_cards)
takes_money = Right("takes the money", lambda here: here.takes_money)
speaks = Right("speaks", lambda here: here.writes or here.role == PLAYER)
"""Speaks for a seat: a player for the own one, a scribe for any."""

records = Right("records", records=True)
"""The view reads the fact, and says why this device may not record it."""

SEES = {
    "scores": Right("sees the scores"),
    "past": Right("sees the past", lambda here: here.sees_table),
    "record": Right("sees the record", _sees_record),
}


def sees(what: Literal["scores", "past", "record"]) -> Right:
    """The right to look at a table; the view decides how much it tells."""
    return SEES[what]


def decides(who: str, *, strangers: bool = False) -> Right:
    """A right the view checks itself; it answers others too."""
    return Right(who, strangers=strangers)


def right_to(endpoint: str) -> Right | None:
    """The right that the view of an endpoint declares."""
    return anyone if endpoint == "static" else _rights.get(current_app.view_functions[endpoint])


def subject() -> str:
    """The table or tournament of the request."""
    args = request.view_args or {}
    return str(args.get("event") or (args.get("table") if isinstance(args.get("table"), str) else "") or "")


def admit() -> None:
    """Identify the device, and refuse it what it has no right to. Static files need no device, nor the database."""
    if request.endpoint == "static":
        return
    know()
    right = right_to(request.endpoint) if request.endpoint else None
    records = request.method == "POST" and right is not None and right.records
    keep_pace(records)
    if request.endpoint is None:
        return
    about = subject() if at_club() else ""
    if "event" in (request.view_args or {}):
        require_tournament(about)
    elif about:
        fold(about)  # raises UnknownStream: nothing is noted about a table that does not exist
        note(about, records)
    here = visit(about)
    if right is None or not (right.strangers or _let_in(here)) or not right.holds(here):
        abort(403)


def _let_in(here: Visit) -> bool:
    """Whether the device belongs to the club or was let in here; for a tournament, also at one of its tables."""
    if here.let_in or "event" not in (request.view_args or {}):
        return here.let_in
    return any(subject.startswith(f"{here.subject}/") for subject in access().subjects(here.device))


def note(table: str, wrote: bool) -> None:
    """Note that the device was here, and whether it wrote."""
    sightings().note(table, g.device, wrote)
    if (place := place_of(table)) is not None and visit(table).role == SCRIBE:
        sightings().note(table_subject(place.tournament, place.table), g.device, wrote)
