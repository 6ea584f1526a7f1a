"""How devices get to a table: by a code, as scribe, player or spectator; who is there, and who confirms the scores."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import segno
from flask import Blueprint, Response, abort, current_app, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from referee.access import LEVELS, OWNER, PLAYER, SCRIBE, SPECTATOR, Grants, Invitation, Member
from referee.network import lan_addresses
from referee.tables import Kept
from referee.texts import RefereeError, T, Text
from referee.web.handin import place_context
from referee.web.page import htmx_asks, key, rendered, say, tables
from referee.web.parts import versioned
from referee.web.reader import COOKIE_AGE, number
from referee.web.setup import LEVEL_NAMES, LONGEST_NAME
from referee.web.visit import Visit, access, address, place_of, seen, table_subject, visit

door = Blueprint("door", __name__)

ROLES: dict[str, Text] = {
    "owner": T("in charge of the table"),
    "director": T("director"),
    "scribe": T("scribe"),
    "player": T("player"),
    "spectator": T("spectator"),
}
ROLE_HELP: dict[str, Text] = {
    "scribe": T("writes down what happens"),
    "player": T("sees what its seat may see and confirms the scores"),
    "spectator": T("looks on"),
}
INVITED = (SCRIBE, PLAYER, SPECTATOR)
NEWLY = 120  # seconds within which two devices that write are said to write at once


def opened(table: str) -> None:
    """A device has opened a table, which is then its own."""
    if not g.host:
        access().grant(table, g.device, OWNER, f"opened {table}", name=device_kind())
    level = request.form.get("level", "")
    if level in LEVELS[1:]:
        access().set_level(table, level, f"level {table}")


def device_kind() -> str:
    """What a device calls itself: enough to tell a tablet from a phone in a list."""
    agent = request.headers.get("User-Agent", "")
    return next((name for name in ("iPad", "iPhone", "Android", "Windows", "Macintosh", "Linux") if name in agent), "")


def device_names(subject: str) -> Mapping[str, str]:
    """What the devices of a subject are called, those of the past too."""
    return access().of(subject).names


def outside(path: str) -> str:
    """A path as an address for other devices: never this machine's own name for itself."""
    host = urlsplit(f"//{request.host}")
    name = host.hostname or ""
    if _loopback(name) and (found := lan_addresses()):
        return f"{request.scheme}://{found[0]}{f':{host.port}' if host.port else ''}{path}"
    return request.host_url.rstrip("/") + path


def _loopback(name: str) -> bool:
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")


def qr(url: str) -> Markup:
    """An address as a code to point a camera at, dark on light whatever the colours of the page."""
    drawn = segno.make(url, error="m", micro=False).svg_inline(
        border=2, omitsize=True, dark="#000", light="#fff", svgclass="qr", lineclass=None
    )
    return Markup(drawn)


def code_card(invitation: Invitation) -> dict[str, Any]:
    """An invitation as a page shows it: picture, address, letters."""
    code = access().code(invitation)
    url = outside(url_for("door.arrive", code=code))
    return {
        "id": invitation.id,
        "code": code,
        "url": url,
        "qr": qr(url),
        "role": invitation.role,
        "label": say(ROLES[invitation.role]),
        "help": say(ROLE_HELP[invitation.role]) if invitation.role in ROLE_HELP else "",
        "once": invitation.once,
    }


# --- coming in ------------------------------------------------------------------------------------------------


@door.get("/j")
@door.get("/j/<code>")
def arrive(code: str = "") -> ResponseReturnValue:
    """What a code lets its device be. Looking uses nothing up: phones fetch an address before it is opened."""
    code = code or request.args.get("code", "")
    if not code.strip():
        return render_template("door/arrive.html", invitation=None, refused=None, code="")
    try:
        if not _of_table(access().find(code, address())):
            return redirect(url_for("club.arrive", code=code), 303)
    except RefereeError as error:
        return _refused(code, error.text)
    return _arrive(code)


def _of_table(invitation: Invitation) -> bool:
    """Whether an invitation is to a table by itself, not to a tournament."""
    subject = invitation.subject
    return "/" not in subject and tables().store.stream(subject).kind == "table"


@door.post("/j/<code>")
def join(code: str) -> ResponseReturnValue:
    """Come in by a code, as a player on the seat that was chosen; a form sent twice leads to the same place."""
    try:
        if (table := access().entered(g.device, key())) is not None:
            return _come_in(table)
        invitation = access().find(code, address())
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
        return _refused(code, error.text)
    return _come_in(kept.id)


def _come_in(table: str) -> ResponseReturnValue:
    """To the table, its player's own seat nearest."""
    seat = access().of(table).members[g.device].seat
    response = redirect(url_for("scribe.table", table=table), 303)
    if seat is not None:
        response.set_cookie(f"sit-{table}", str(seat), max_age=COOKIE_AGE, samesite="Lax", httponly=True)
    return response


def _name() -> str:
    name = request.form.get("name", "").strip()[:LONGEST_NAME]
    return name if name.isprintable() else ""


def _arrive(code: str, asked: Text | None = None) -> ResponseReturnValue:
    try:
        invitation = access().find(code, address())
    except RefereeError as error:
        return _refused(code, error.text)
    if invitation.role not in INVITED:
        abort(404)
    kept = tables().get(invitation.subject)
    taken = access().of(kept.id).seated
    chosen = range(len(kept.table.seats)) if invitation.seat is None else [invitation.seat]
    context = {
        "role": invitation.role,
        "label": say(ROLES[invitation.role]),
        "help": say(ROLE_HELP[invitation.role]),
        "title": kept.name,
        "game": say(kept.table.rules.title),
        "seats": [{"index": at, "name": kept.table.seats[at], "taken": at in taken} for at in chosen],
    }
    refused = say(asked) if asked else None
    text = render_template("door/arrive.html", invitation=context, refused=refused, code=access().code(invitation))
    return text, 422 if asked else 200


def _refused(code: str, why: Text) -> ResponseReturnValue:
    return render_template("door/arrive.html", invitation=None, refused=say(why), code=code[:12]), 403


# --- the devices of a table -----------------------------------------------------------------------------------


@door.get("/t/<table>/devices")
def devices(table: str) -> ResponseReturnValue:
    """Who is at the table, and the codes to let others in."""
    kept, here = tables().get(table), visit(table)
    if not here.owns:
        abort(403)
    return rendered("door/devices.html", "door/_devices.html", **_devices(kept, here))


@door.post("/t/<table>/devices/<what>")
def change(table: str, what: str) -> ResponseReturnValue:
    """Invite, close an invitation, turn a device out, hand the table over, choose what others see."""
    kept, here, mark = tables().get(table), visit(table), key()
    if not here.owns:
        abort(403)
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
        return redirect(url_for("scribe.table", table=table), 303)
    return redirect(url_for("door.devices", table=table), 303)


def _devices(kept: Kept, here: Visit) -> dict[str, Any]:
    grants = access().of(kept.id)
    order = [OWNER, "director", SCRIBE, PLAYER, SPECTATOR]
    members = sorted(grants.members.values(), key=lambda m: (order.index(m.role), m.seat or 0, m.since))
    wanted = [i for i in grants.invitations.values() if i.role in INVITED]
    return {
        "table": {"id": kept.id, "title": kept.name},
        "game": say(kept.table.rules.title),
        "members": [_member(kept, m, here) for m in members],
        "invitations": [code_card(invitation) for invitation in wanted],
        "roles": [{"word": role, "label": say(ROLES[role]), "help": say(ROLE_HELP[role])} for role in INVITED],
        "levels": [(level, say(LEVEL_NAMES[level])) for level in LEVELS],
        "level": grants.level,
        "alone": _loopback(str(current_app.config.get("LISTENS", ""))),
    }


def _member(kept: Kept, member: Member, here: Visit) -> dict[str, Any]:
    ago = seen().ago(kept.id, member.device)
    return {
        "device": member.device,
        "name": member.name or say(T("a device")),
        "role": member.role,
        "label": say(ROLES[member.role]),
        "own": member.device == here.device,
        "ago": None if ago is None else say(_ago(ago)),
        "near": ago is not None and ago < 10,
    }


def _ago(seconds: float) -> Text:
    if seconds < 10:
        return T("here now")
    if seconds < 100:
        return T("seen {count} s ago", count=int(seconds))
    return T("seen {count} min ago", count=round(seconds / 60))


# --- the panel under a table ----------------------------------------------------------------------------------


@door.get("/t/<table>/door")
def panel(table: str) -> ResponseReturnValue:
    """What beside the game changes at a table: who may write, who has confirmed. Asked for every two seconds."""
    context = door_context(tables().get(table))
    if request.args.get("seen") == context["door"]["version"]:
        return Response(status=204)
    return render_template("door/_door.html", **context)


@door.post("/t/<table>/confirm")
def confirm(table: str) -> ResponseReturnValue:
    """A seat agrees with the scores of a deal, or does not."""
    kept, here, form, mark = tables().get(table), visit(table), request.form, key()
    seat = here.seat if here.role == PLAYER else number(form.get("seat"))
    deal = next((d for d in kept.table.deals if str(d.deal.number) == form.get("deal")), None)
    if (here.role != PLAYER and not here.writes) or seat is None or seat >= len(kept.table.seats):
        abort(403)
    if deal is None or deal.state == "open":
        abort(400)
    scores = deal.scores(len(kept.table.seats))
    if form.get("scores") == " ".join(map(str, scores)):
        access().confirm(table, deal.deal.number, seat, scores, form.get("agreed") == "yes", here.device, mark)
    if htmx_asks():
        return render_template("door/_door.html", **door_context(kept))
    return redirect(url_for("scribe.table", table=table), 303)


def door_context(kept: Kept) -> dict[str, Any]:
    """What the panel under a table needs."""
    here, grants = visit(kept.id), access().of(kept.id)
    found: dict[str, Any] = {
        "id": kept.id,
        "role": here.role,
        "label": say(ROLES[here.role]) if here.role else None,
        "seat": kept.table.seats[here.seat] if here.seat is not None and here.seat < len(kept.table.seats) else None,
        "owns": here.owns,
        "writes": here.writes,
        "devices": len(grants.members),
        "revoked": here.device in grants.revoked and not here.role,
        "others": _other_writers(kept, here),
        "result": _result(kept, here, grants) if place_of(kept.id) is None else None,
        "place": place_context(kept.id, here, sum(d.state != "open" for d in kept.table.deals)),
    }
    return {"door": versioned(found)}


def _other_writers(kept: Kept, here: Visit) -> list[str]:
    """Who else writes at this table at the moment; nobody is locked out, both are told."""
    writing = seen().writers(kept.id, NEWLY)
    if not here.writes or here.device not in writing:
        return []
    place = place_of(kept.id)
    subjects = (place.tournament, table_subject(place.tournament, place.table)) if place else (kept.id,)
    names = {device: member.name for subject in subjects for device, member in access().of(subject).members.items()}
    return [names.get(device) or say(T("another device")) for device in writing if device != here.device]


def _result(kept: Kept, here: Visit, grants: Grants) -> dict[str, Any] | None:
    """The scores of the deal that ended last, and what each seat says of them."""
    n = len(kept.table.seats)
    last = next((d for d in reversed(kept.table.deals) if d.state != "open" and d.lines), None)
    if last is None:
        return None
    scores = last.scores(n)
    said = {c.seat: c.agreed for c in grants.said(last.deal.number, scores)}
    asked = here.role == PLAYER and here.seat is not None
    if not said and not asked and not any(m.role == PLAYER for m in grants.members.values()):
        return None
    return {
        "deal": last.deal.number,
        "label": say(kept.table.rules.label(last.deal)),
        "scores": " ".join(map(str, scores)),
        "seats": [
            {"name": kept.table.seats[at], "points": scores[at], "said": said.get(at), "own": asked and at == here.seat}
            for at in range(n)
        ],
        "asked": asked and said.get(here.seat or 0) is None,
    }
