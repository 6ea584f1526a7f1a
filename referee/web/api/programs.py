"""The programs that may read, and some that tell cards: the host makes a token for each, and ends it."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass

from flask import Blueprint, current_app, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.club.access import CLUB, PROGRAMS, READER, WITNESS
from referee.web.kit.codes import outside
from referee.web.kit.guard import answers_alone, of_club
from referee.web.kit.request import key, say, when
from referee.web.kit.rights import on_the_computer
from referee.web.kit.visit import access, program_device
from referee.words.text import T

programs = Blueprint("programs", __name__)

LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class ProgramShown:
    """A program that may read, by the device it is; whether it also tells cards."""

    device: str
    name: str
    since: str
    tells: bool


@programs.get("/programs")
@on_the_computer
def page(fresh: str = "", refused: str = "") -> ResponseReturnValue:
    """The programs that may read; the `fresh` token is shown once, to be copied into the program."""
    members = access().of(CLUB).members.values()
    there_are = [one for one in members if one.role in PROGRAMS]
    rows = [ProgramShown(one.device, one.name, when(one.since), one.role == WITNESS) for one in there_are]
    there = (request.host_url.rstrip("/") if answers_alone() else outside("")) + url_for("api.index")
    text = render_template("club/programs.html", programs=rows, token=fresh, refused=refused, address=there)
    return text, 422 if refused else 200


@programs.post("/programs")
@on_the_computer
def add() -> ResponseReturnValue:
    """Make a token; a form sent twice makes the same one."""
    name = request.form.get("name", "").strip()
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        return page(refused=say(T("Name the program, in up to {most} signs.", most=LONGEST_NAME)))
    secret = of_club(current_app.config["SECRET_KEY"], g.get("word", "")).encode()
    token = hmac.new(secret, f"program {g.device} {key()}".encode(), hashlib.sha256).hexdigest()[:40]
    role = WITNESS if request.form.get("tells") else READER
    access().grant(CLUB, program_device(token), role, f"program {g.device} {key()}", name=name)
    return page(token)


@programs.post("/programs/end")
@on_the_computer
def end() -> ResponseReturnValue:
    """End a program's token."""
    device = request.form.get("device", "")
    if access().of(CLUB).role(device) in PROGRAMS:
        access().revoke(CLUB, device, f"end {g.device} {key()}")
    return redirect(url_for("programs.page"), 303)
