"""How a player wishes to be named to federations, on the player's page in their club."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from referee.hosting.disclosure import Naming
from referee.tournament.people import initials
from referee.web.kit.request import key, tables
from referee.web.kit.rights import on_the_computer

naming = Blueprint("naming", __name__)


@dataclass(frozen=True, slots=True)
class Wish:
    """How a federation names a player: in full or not as they said, None for nothing; and the initials."""

    full: bool | None
    initials: str


def wish_of(name: str) -> Wish:
    """How a federation names this player."""
    wish = Naming(tables().store).wishes().get(name.casefold())
    return Wish(wish, initials(name))


@naming.post("/people/<path:name>/named")
@on_the_computer
def name_person(name: str) -> ResponseReturnValue:
    """Record how somebody wishes to be named to federations."""
    full = request.form.get("full", "")
    if full not in ("yes", "no"):
        abort(404)
    Naming(tables().store).say(name, full == "yes", key())
    return redirect(url_for("people.person", name=name), 303)
