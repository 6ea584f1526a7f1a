"""The members of a club on a server: directors, scorers, readers."""

from __future__ import annotations

import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import cast

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from referee.club.access import CLUB, DIRECTOR, SCRIBE, SPECTATOR, Invitation, Role
from referee.hosting.pages.serving import club, clubs_served
from referee.hosting.quota import Usage
from referee.web.kit.codes import qr
from referee.web.kit.limits import may
from referee.web.kit.request import file, key, say, tables, when, who, why
from referee.web.kit.rights import decides, on_the_computer
from referee.web.kit.shared import shared
from referee.web.kit.visit import access, device_kind, guesser
from referee.web.table.new import LONGEST_NAME
from referee.words.numbers import decimal
from referee.words.text import RefereeError, T, Text

members = Blueprint("members", __name__, url_prefix=f"/{CLUB}")

ROLES: dict[Role, tuple[Text, Text]] = {
    DIRECTOR: (T("director"), T("may do everything in the club")),
    SCRIBE: (T("scorer"), T("opens tables and tournaments, sees the players and the season")),
    SPECTATOR: (T("reader"), T("sees tables, players and the season")),
}
"""The roles of a device in a club, and what they mean."""
READERS: dict[Role, tuple[Text, Text]] = {
    DIRECTOR: (T("in charge"), T("lets others in")),
    SPECTATOR: (T("reader"), T("sees the ranking and the calendar of the clubs that agreed")),
}
"""The roles of a device in a federation."""
LIMITS: dict[str, Text] = {
    "tables": T("Tables"),
    "entries": T("Entries"),
    "megabytes": T("Megabytes"),
    "sheets": T("Sheets printed within an hour"),
}
COPIES = 6
"""How many copies of a club an address may ask for in ten minutes."""


@dataclass(frozen=True, slots=True)
class MemberShown:
    """A device of the club; `own`: the one that asks."""

    device: str
    name: str
    label: str
    since: str
    own: bool


@dataclass(frozen=True, slots=True)
class RoleShown:
    """A role to choose, and what it means."""

    word: Role
    label: str
    help: str


@dataclass(frozen=True, slots=True)
class LinkShown:
    """A link that lets a device in."""

    id: str
    label: str
    url: str
    qr: Markup


@dataclass(frozen=True, slots=True)
class Used:
    """What the club has used of a quota; `most` is empty where there is no limit."""

    what: str
    used: str
    most: str


@dataclass(frozen=True, slots=True)
class FederationShown:
    """A federation of the server, and whether the club agreed that it sees its evenings."""

    word: str
    name: str
    agreed: bool


@members.get("")
@on_the_computer
def page() -> ResponseReturnValue:
    """The members of the club, and the links that let others in."""
    known, grants, roles = club(), access().of(CLUB), _roles()
    order = list(roles)
    people = sorted(grants.members.values(), key=lambda member: (order.index(member.role), member.since))
    return render_template(
        "hosting/members.html",
        club=known,
        members=[
            MemberShown(
                device=member.device,
                name=member.name or say(T("a device")),
                label=say(roles[member.role][0]),
                since=when(member.since),
                own=member.device == g.device,
            )
            for member in people
        ],
        links=[_link(invitation) for invitation in grants.invitations.values()],
        roles=[RoleShown(role, say(label), say(text)) for role, (label, text) in roles.items()],
        quota=_quota(),
        federations=_federations(),
    )


def _roles() -> dict[Role, tuple[Text, Text]]:
    """The roles a device may have here."""
    return READERS if (own := club()) is not None and own.federation else ROLES


def _quota() -> list[Used]:
    """What the club has used of its quota."""
    usage = cast(Usage, shared("usage"))
    now, most = asdict(usage.now()), asdict(usage.quota())

    def figure(count: int) -> str:
        return decimal(count, "#,##0", who().language.code)

    return [
        Used(say(text), figure(now[kind]), figure(most[kind]) if most[kind] else "") for kind, text in LIMITS.items()
    ]


def _federations() -> list[FederationShown]:
    """The server's federations."""
    clubs = clubs_served().clubs
    return [FederationShown(one.word, one.name, g.word in clubs.agreeing(one.word)) for one in clubs.federations()]


def _link(invitation: Invitation) -> LinkShown:
    url = url_for("members.arrive", code=access().code(invitation), _external=True)
    return LinkShown(invitation.id, say(_roles()[invitation.role][0]), url, qr(url))


@members.post("/<act>")
@on_the_computer
def change(act: str) -> ResponseReturnValue:
    """Make or close a link, turn a device out, agree with a federation or withdraw."""
    form, grants, mark = request.form, access().of(CLUB), key()
    role, device, link = form.get("role", ""), form.get("device", ""), form.get("invitation", "")
    if act in ("agree", "withdraw"):
        _agree(form.get("federation", ""), act == "agree", mark)
    elif act == "invite" and role in _roles():
        access().invite(CLUB, next(each for each in ROLES if each == role), mark)
    elif act == "close" and link in grants.invitations:
        access().close(CLUB, link, mark)
    elif act == "revoke" and device in grants.members and device != g.device:
        access().revoke(CLUB, device, mark)
    elif not access().knows(CLUB, mark):
        abort(400)
    return redirect(url_for("members.page"), 303)


def _agree(federation: str, yes: bool, mark: str) -> None:
    """Let a federation see the club's evenings, or stop that."""
    own = club()
    if own is None or own.federation or federation not in {one.word for one in _federations()}:
        abort(400)
    clubs_served().clubs.agree(federation, g.word, yes, f"{g.word} {mark}")


@members.get("/copy")
@on_the_computer
def copy() -> ResponseReturnValue:
    """All the club's data as one file, which any computer opens with `referee serve --database`."""
    if not may("copy", COPIES):
        abort(429)
    with tempfile.TemporaryDirectory() as folder:
        backup = Path(folder) / f"{g.word}.db"
        tables().store.backup(backup)
        return file(backup.read_bytes(), backup.name, "application/vnd.sqlite3")


# --- coming in ------------------------------------------------------------------------------------------------


@members.get("/join/<code>")
@decides("whoever has a code", strangers=True)
def arrive(code: str) -> ResponseReturnValue:
    """The page of a link: what it lets this device be. Looking does not use it up."""
    try:
        invitation = _invitation(code)
    except RefereeError as error:
        return _joining(None, code, why(error))
    return _joining(invitation, code)


@members.post("/join/<code>")
@decides("whoever has a code", strangers=True)
def join(code: str) -> ResponseReturnValue:
    """Join by a link; a form sent twice counts once."""
    try:
        if not access().knows(CLUB, key()):
            name = request.form.get("name", "").strip()[:LONGEST_NAME]
            access().accept(_invitation(code), g.device, name if name.isprintable() else device_kind(), key())
    except RefereeError as error:
        return _joining(None, code, why(error))
    return redirect(url_for("home.page"), 303)


def _invitation(code: str) -> Invitation:
    invitation = access().find(code, guesser())
    return invitation if invitation.subject == CLUB else abort(404)


def _joining(invitation: Invitation | None, code: str, refused: Text | None = None) -> ResponseReturnValue:
    label, help_text = _roles()[invitation.role] if invitation else (None, None)
    page = render_template(
        "hosting/joining.html",
        club=club(),
        label=say(label) if label else "",
        help=say(help_text) if help_text else "",
        code=code,
        name=device_kind(),
        refused=say(refused) if refused else None,
    )
    return page, 403 if refused else 200
