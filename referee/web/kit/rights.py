"""What a page asks of who opens it, declared at its view.

It is looked at before any view is called; a view that declares nothing is for nobody.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from flask import abort, current_app, g, request

from referee.club.access import PLAYER, SCRIBE
from referee.web.kit.request import tables, tournaments
from referee.web.kit.shared import at_club
from referee.web.kit.visit import Visit, access, know, place_of, require_tournament, seen, table_subject, visit

View = TypeVar("View", bound=Callable[..., Any])
_rights: dict[Callable[..., Any], Right] = {}


@dataclass(frozen=True, slots=True)
class Right:
    """A right by its name, which `holds` for a visit or does not.

    `records`: what is sent changes the log. `strangers`: of a club on a server it is also for devices that nobody has
    let in.
    """

    name: str
    holds: Callable[[Visit], bool] = lambda here: True
    records: bool = False
    strangers: bool = False

    def __call__(self, view: View) -> View:
        """Declare it at a view."""
        _rights[view] = self
        return view


def _sees_record(here: Visit) -> bool:
    """A record says all, a secret discard too."""
    return here.writes or (here.sees_table and tables().get(here.subject).table.current is None)


def _mends(here: Visit) -> bool:
    """A result confirmed in a tournament is changed by its director alone."""
    confirmed = request.method == "POST" and place_of(here.subject) and tournaments().confirmed(here.subject)
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
takes_money = Right("takes the money", lambda here: here.takes_money)
speaks = Right("speaks", lambda here: here.writes or here.role == PLAYER)
"""Speaks for a seat: for its own, or for any."""

records = Right("records", records=True)
"""Records a fact: the view reads it, and says why this device may not record it."""

SEES = {
    "scores": Right("sees the scores"),
    "past": Right("sees the past", lambda here: here.sees_table),
    "record": Right("sees the record", _sees_record),
}


def sees(what: Literal["scores", "past", "record"]) -> Right:
    """The right to look at a table; how much is told is the view's business."""
    return SEES[what]


def decides(who: str, *, strangers: bool = False) -> Right:
    """The view finds out whether this is `who`, and answers anybody else too."""
    return Right(who, strangers=strangers)


def right_to(endpoint: str) -> Right | None:
    """What the view of an endpoint declares."""
    return anyone if endpoint == "static" else _rights.get(current_app.view_functions[endpoint])


def subject() -> str:
    """The table or the tournament that the request is about."""
    args = request.view_args or {}
    return str(args.get("event") or (args.get("table") if isinstance(args.get("table"), str) else "") or "")


def admit() -> None:
    """Know the device, and refuse it what is not for it."""
    know()
    if request.endpoint is None:
        return
    about, right = subject() if at_club() else "", right_to(request.endpoint)
    if "event" in (request.view_args or {}):
        require_tournament(about)
    elif about:
        tables().seq(about)  # nothing is remembered of what is no table: raises UnknownStream
        note(about, request.method == "POST" and right is not None and right.records)
    here = visit(about)
    if right is None or not (right.strangers or _let_in(here)) or not right.holds(here):
        abort(403)


def _let_in(here: Visit) -> bool:
    """Whether the device belongs to the club or was let in here, in a tournament also at one of its tables."""
    if here.let_in or "event" not in (request.view_args or {}):
        return here.let_in
    return any(subject.startswith(f"{here.subject}/") for subject in access().subjects(here.device))


def note(table: str, wrote: bool) -> None:
    """Remember that the device was here, and whether it wrote."""
    seen().note(table, g.device, wrote)
    if (place := place_of(table)) is not None and visit(table).role == SCRIBE:
        seen().note(table_subject(place.tournament, place.table), g.device, wrote)
