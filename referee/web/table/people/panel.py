"""The panel under a table: who writes, who confirms, its tournament."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.club.access import PLAYER, Grants, Role
from referee.club.tables import Kept
from referee.web.kit.codes import ROLES
from referee.web.kit.parts import digest
from referee.web.kit.request import htmx_asks, key, number, say, tables
from referee.web.kit.rights import sees, speaks
from referee.web.kit.visit import Visit, access, place_of, sightings, table_subject, visit
from referee.web.tournament.place import PlaceView, place_view
from referee.words.text import T

panel = Blueprint("panel", __name__)

NEWLY = 120  # seconds within which two devices that write are said to write at once


@panel.get("/t/<id:table>/door")
@sees("scores")
def part(table: str) -> ResponseReturnValue:
    """The panel, or 204 for a device that has seen this version."""
    door = door_of(tables().get(table))
    if request.args.get("seen") == door.version:
        return Response(status=204)
    return render_template("table/people/_door.html", door=door)


@panel.post("/t/<id:table>/confirm")
@speaks
def confirm(table: str) -> ResponseReturnValue:
    """Record that a seat agrees with the scores of a deal, or does not."""
    kept, here, form, mark = tables().get(table), visit(table), request.form, key()
    seat = here.seat if here.role == PLAYER else number(form.get("seat"))
    deal = next((d for d in kept.table.deals if str(d.deal.number) == form.get("deal")), None)
    if seat is None or seat >= len(kept.table.seats):
        abort(403)
    if deal is None or deal.state == "open":
        abort(400)
    scores = deal.scores(len(kept.table.seats))
    if form.get("scores") == " ".join(map(str, scores)):
        access().confirm(table, deal.deal.number, seat, scores, form.get("agreed") == "yes", here.device, mark)
    return _again(kept)


@panel.post("/t/<id:table>/call")
@speaks
def call(table: str) -> ResponseReturnValue:
    """Call the referee for a player; from a device that writes, note that the call was heard."""
    here = visit(table)
    access().call(table, here.seat if here.role == PLAYER else None, key())
    return _again(tables().get(table))


def _again(kept: Kept) -> ResponseReturnValue:
    """The panel again, after one of its forms was sent."""
    if htmx_asks():
        return render_template("table/people/_door.html", door=door_of(kept))
    return redirect(url_for("table.page", table=kept.id), 303)


@dataclass(frozen=True, slots=True)
class SeatSaid:
    """Whether a seat agrees with its score, None where it has not said so yet; `own`: it is this device's."""

    name: str
    points: int
    agreed: bool | None
    own: bool


@dataclass(frozen=True, slots=True)
class ResultShown:
    """The scores of a deal, as text too, and what each seat said of them. `asked`: this device may say it now."""

    deal: int
    label: str
    scores: str
    seats: tuple[SeatSaid, ...]
    seal: str
    asked: bool


@dataclass(frozen=True, slots=True)
class Door:
    """The panel under a table (_door.html): what this device is here, the other devices that write, the players who
    call the referee, the scores to confirm, and the table's place in a tournament.
    """

    id: str
    role: Role | None
    label: str | None
    seat: str | None
    owns: bool
    writes: bool
    devices: int
    revoked: bool
    others: tuple[str, ...]
    calling: tuple[str, ...]
    result: ResultShown | None
    place: PlaceView | None

    @property
    def version(self) -> str:
        """What tells it from another state of it."""
        return digest(repr(self))


def door_of(kept: Kept) -> Door:
    """The panel under a table."""
    here, grants = visit(kept.id), access().of(kept.id)
    return Door(
        id=kept.id,
        role=here.role,
        label=say(ROLES[here.role]) if here.role else None,
        seat=kept.table.seats[here.seat] if here.seat is not None and here.seat < len(kept.table.seats) else None,
        owns=here.owns,
        writes=here.writes,
        devices=len(grants.members),
        revoked=here.device in grants.revoked and not here.role,
        others=tuple(_other_writers(kept, here)),
        calling=tuple(kept.table.seats[seat] for seat in sorted(grants.calling) if seat < len(kept.table.seats)),
        result=_result(kept, here, grants) if place_of(kept.id) is None else None,
        place=place_view(kept.id, here, len(kept.table.ended)),
    )


def _other_writers(kept: Kept, here: Visit) -> list[str]:
    """The other devices that write here now; none is locked out, all are told."""
    writing = sightings().writers(kept.id, NEWLY)
    if not here.writes or here.device not in writing:
        return []
    place = place_of(kept.id)
    subjects = (place.tournament, table_subject(place.tournament, place.table)) if place else (kept.id,)
    names = {device: member.name for subject in subjects for device, member in access().of(subject).members.items()}
    return [names.get(device) or say(T("another device")) for device in writing if device != here.device]


def _result(kept: Kept, here: Visit, grants: Grants) -> ResultShown | None:
    """The scores of the deal that ended last, and what each seat says of them."""
    n = len(kept.table.seats)
    last = next((d for d in reversed(kept.table.ended) if d.lines), None)
    if last is None:
        return None
    scores = last.scores(n)
    agreed = {c.seat: c.agreed for c in grants.answers_on(last.deal.number, scores)}
    asked = here.role == PLAYER and here.seat is not None
    if not agreed and not asked and not any(m.role == PLAYER for m in grants.members.values()):
        return None
    return ResultShown(
        deal=last.deal.number,
        label=say(kept.table.rules.label(last.deal)),
        scores=" ".join(map(str, scores)),
        seats=tuple(
            SeatSaid(kept.table.seats[at], scores[at], agreed.get(at), asked and at == here.seat) for at in range(n)
        ),
        seal=tables().code(kept),
        asked=asked and agreed.get(here.seat or 0) is None,
    )
