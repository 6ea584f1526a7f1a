"""A director's acts about devices: let one in, turn one out."""

from __future__ import annotations

from typing import Any

from flask import abort, url_for

from referee.club.access import CASHIER, DIRECTOR, PLAYER
from referee.web.kit.forms import Button, Line, Number
from referee.web.kit.limits import TABLES, limit
from referee.web.kit.request import key, tournaments
from referee.web.kit.visit import access, grant_owner
from referee.web.tournament.acts.act import Act, Proposal, signature
from referee.words.text import T

CODES = {
    PLAYER: T("Code to sign up"),
    DIRECTOR: T("Code for another director"),
    CASHIER: T("Code for a cashier"),
}


class Invite(Act):
    """Make a code: to sign up, for another director or a cashier, for one player's phone. Given: `roles` to offer."""

    word = "invite"
    about = ("player",)
    player = Number(hidden=True, blank=0)
    role = Line(hidden=True)

    def proposal(self, **given: Any) -> Proposal:
        roles = given.get("roles", (PLAYER, DIRECTOR))
        self.buttons = [Button(CODES[role], "role", role, "choice" if len(roles) > 1 else "") for role in roles]
        if given.get("player"):
            self.buttons = [Button(T("Code for this player’s phone"), "role", PLAYER, icon="phone")]
        return {}

    def record(self) -> None:
        self.check()
        role, player = self.role.data, self.player.data
        if role == PLAYER:
            access().invite(self.event, PLAYER, key(), seat=player or None, once=bool(player))
        elif role in (DIRECTOR, CASHIER):
            access().invite(self.event, role, key())
        else:
            abort(400)


class TurnOut(Act):
    """Turn out a device of a director, a table or a player."""

    word = "turn-out"
    about = ("subject", "device")
    buttons = (Button(T("Turn out"), look="danger"),)
    player = Number(hidden=True, blank=0)
    subject = Line(hidden=True)
    device = Line(hidden=True)

    def complete(self) -> None:
        if self.player.data:
            self.buttons = (Button(T("Turn this player’s phone out"), look="danger"),)

    def record(self) -> None:
        subject, device = self.subject.data, self.device.data
        if subject.split("/")[0] == self.event and device in access().of(subject).members:
            access().revoke(subject, device, key())


class Close(Act):
    """Close a code."""

    word = "close"
    about = ("invitation",)
    buttons = (Button(T("Close this code")),)
    invitation = Line(hidden=True)

    def record(self) -> None:
        if self.invitation.data in access().of(self.event).invitations:
            access().close(self.event, self.invitation.data, key())


class PlayHere(Act):
    """Open the tournament of one venue on this computer. Given: its `name`."""

    word = "venue"
    venue = Line(hidden=True)

    def proposal(self, **given: Any) -> Proposal:
        self.buttons = (Button(T("Play here"), "venue", given["name"]),)
        return {}

    def record(self) -> None:
        limit("table", TABLES)
        before = {part.id for part in tournaments().parts(self.event)}
        self.part = tournaments().open_part(self.event, self.venue.data, signature(self.event))
        if self.part not in before:
            grant_owner(self.part)

    def leave(self) -> str:
        return url_for("director.console", event=self.part)
