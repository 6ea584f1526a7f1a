"""The devices of a table: how they join, by a code and in a role, and which ones are there."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.club.access import (
    CLUB,
    DIRECTOR,
    LEVELS,
    OWNER,
    PLAYER,
    SCRIBE,
    SPECTATOR,
    Invitation,
    Level,
    Member,
    Role,
)
from referee.club.tables import Kept
from referee.web.kit.codes import ROLE_HELP, ROLES, CodeCard, code_card
from referee.web.kit.guard import answers_alone, cross_site
from referee.web.kit.language import COOKIE_AGE
from referee.web.kit.parts import context_of
from referee.web.kit.request import key, number, render, say, tables, why
from referee.web.kit.rights import decides, owns
from referee.web.kit.visit import Visit, access, device_kind, guesser, sightings, visit
from referee.web.past.mend import head
from referee.web.table.new import LEVEL_NAMES, LONGEST_NAME
from referee.words.text import RefereeError, T, Text

devices = Blueprint("devices", __name__)

INVITED = (SCRIBE, PLAYER, SPECTATOR)


# --- coming in ------------------------------------------------------------------------------------------------


@devices.get("/j")
@devices.get("/j/<code>")
@decides("whoever has a code", strangers=True)
def arrive(code: str = "") -> ResponseReturnValue:
    """Show what a code lets a device be, without using the code up.

    Phones fetch an address before anybody opens it.
    """
    code = code or request.args.get("code", "")
    if not code.strip() or cross_site():  # a link on another site spends none of this device's tries
        return render_template("table/people/arrive.html", invitation=None, refused=None, code=code)
    try:
        invitation = access().find(code, guesser())
        if invitation.subject == CLUB:
            return redirect(url_for("members.arrive", code=code), 303)
        if not _of_table(invitation):
            return redirect(url_for("club.arrive", code=code), 303)
    except RefereeError as error:
        return _refusal(code, why(error))
    return _arrive(code)


def _of_table(invitation: Invitation) -> bool:
    """Whether an invitation is to a table alone, not to a tournament or the club."""
    subject = invitation.subject
    return subject != CLUB and "/" not in subject and tables().store.stream(subject).kind == "table"


@devices.post("/j/<code>")
@decides("whoever has a code", strangers=True)
def join(code: str) -> ResponseReturnValue:
    """Join by a code, a player on the seat chosen; a form sent twice counts once."""
    try:
        if (table := access().subject_of_change(g.device, key())) is not None:
            return _come_in(table)
        invitation = access().find(code, guesser())
        if invitation.role not in INVITED or not _of_table(invitation):
            abort(404)
        kept = tables().get(invitation.subject)
        seat = invitation.seat if invitation.seat is not None else number(request.form.get("seat"))
        if invitation.role == PLAYER and (seat is None or seat >= len(kept.table.seats)):
            return _arrive(code, T("Choose your seat."))
        player = invitation.role == PLAYER and seat is not None
        name = kept.table.seats[seat] if player and seat is not None else _name() or device_kind()
        access().accept(invitation, g.device, name, key(), seat=seat if player else None)
    except RefereeError as error:
        return _refusal(code, why(error))
    return _come_in(kept.id)


def _come_in(table: str) -> ResponseReturnValue:
    """Redirect to the table, where a player's own seat is then the nearest."""
    seat = access().of(table).members[g.device].seat
    response = redirect(url_for("table.page", table=table), 303)
    if seat is not None:
        response.set_cookie(f"sit-{table}", str(seat), max_age=COOKIE_AGE, samesite="Lax", httponly=True)
    return response


def _name() -> str:
    name = request.form.get("name", "").strip()[:LONGEST_NAME]
    return name if name.isprintable() else ""


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat that a player may choose, unless it is taken."""

    index: int
    name: str
    taken: bool


@dataclass(frozen=True, slots=True)
class InvitationShown:
    """An invitation to a table (arrive.html), with the seats a player may choose from."""

    role: Role
    label: str
    help: str
    title: str
    game: str
    seats: tuple[Chair, ...]


def _arrive(code: str, asked: Text | None = None) -> ResponseReturnValue:
    try:
        invitation = access().find(code, guesser())
    except RefereeError as error:
        return _refusal(code, why(error))
    if invitation.role not in INVITED:
        abort(404)
    kept = tables().get(invitation.subject)
    taken = access().of(kept.id).taken_seats
    chosen = range(len(kept.table.seats)) if invitation.seat is None else [invitation.seat]
    context = InvitationShown(
        role=invitation.role,
        label=say(ROLES[invitation.role]),
        help=say(ROLE_HELP[invitation.role]),
        title=kept.name,
        game=say(kept.table.rules.title),
        seats=tuple(Chair(at, kept.table.seats[at], at in taken) for at in chosen),
    )
    refused = say(asked) if asked else None
    text = render_template(
        "table/people/arrive.html", invitation=context, refused=refused, code=access().code(invitation)
    )
    return text, 422 if asked else 200


def _refusal(code: str, reason: Text) -> ResponseReturnValue:
    return render_template("table/people/arrive.html", invitation=None, refused=say(reason), code=code[:12]), 403


# --- the devices of a table -----------------------------------------------------------------------------------


@devices.get("/t/<id:table>/devices")
@owns
def page(table: str) -> ResponseReturnValue:
    """The devices at the table, and the codes to let others in."""
    kept, here = tables().get(table), visit(table)
    return render(
        "table/people/devices.html", "table/people/_devices.html", **context_of(_devices(kept, here)), table=head(kept)
    )


@devices.post("/t/<id:table>/devices/<what>")
@owns
def change(table: str, what: str) -> ResponseReturnValue:
    """Invite, close a code, turn a device out, hand the table over, or set what others see."""
    kept, here, mark = tables().get(table), visit(table), key()
    form, grants = request.form, access().of(kept.id)
    device, role, level = form.get("device", ""), form.get("role", ""), form.get("level", "")
    if what == "invite" and role in INVITED:
        access().invite(table, role, mark, once=role != SPECTATOR)
    elif what == "close" and form.get("invitation", "") in grants.invitations:
        access().close(table, form["invitation"], mark)
    elif what == "revoke" and device in grants.members:
        access().revoke(table, device, mark)
    elif what == "hand" and device in grants.members:
        access().grant(table, device, OWNER, mark)
    elif what == "level" and level in LEVELS:
        access().set_level(table, level, mark)
    elif not access().knows(table, mark):
        abort(400)
    if not here.host and what == "hand":
        return redirect(url_for("table.page", table=table), 303)
    return redirect(url_for("devices.page", table=table), 303)


@dataclass(frozen=True, slots=True)
class MemberShown:
    """A device at the table: when it was seen last (`ago`), and whether that is now (`near`)."""

    device: str
    name: str
    role: Role
    label: str
    own: bool
    ago: str | None
    near: bool


@dataclass(frozen=True, slots=True)
class RoleShown:
    """A role that a device may be given."""

    word: Role
    label: str
    help: str


@dataclass(frozen=True, slots=True)
class Devices:
    """The context of _devices.html; `alone`: the program answers this machine only."""

    members: tuple[MemberShown, ...]
    invitations: tuple[CodeCard, ...]
    roles: tuple[RoleShown, ...]
    levels: tuple[tuple[Level, str], ...]
    level: Level
    alone: bool


def _devices(kept: Kept, here: Visit) -> Devices:
    grants = access().of(kept.id)
    order = [OWNER, DIRECTOR, SCRIBE, PLAYER, SPECTATOR]
    members = sorted(grants.members.values(), key=lambda m: (order.index(m.role), m.seat or 0, m.since))
    wanted = [i for i in grants.invitations.values() if i.role in INVITED]
    return Devices(
        members=tuple(_member(kept, m, here) for m in members),
        invitations=tuple(map(code_card, wanted)),
        roles=tuple(RoleShown(role, say(ROLES[role]), say(ROLE_HELP[role])) for role in INVITED),
        levels=tuple((level, say(LEVEL_NAMES[level])) for level in LEVELS),
        level=grants.level,
        alone=answers_alone(),
    )


def _member(kept: Kept, member: Member, here: Visit) -> MemberShown:
    ago = sightings().ago(kept.id, member.device)
    return MemberShown(
        device=member.device,
        name=member.name or say(T("a device")),
        role=member.role,
        label=say(ROLES[member.role]),
        own=member.device == here.device,
        ago=None if ago is None else say(_ago(ago)),
        near=ago is not None and ago < 10,
    )


def _ago(seconds: float) -> Text:
    if seconds < 10:
        return T("here now")
    if seconds < 100:
        return T("seen {count} s ago", count=int(seconds))
    return T("seen {count} min ago", count=round(seconds / 60))
