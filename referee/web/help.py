"""The pages of help: install, the first evening, the director's guide, your own program."""

from __future__ import annotations

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from referee.paths import DEMOS
from referee.web.home import demos
from referee.web.kit.request import who
from referee.web.kit.rights import anyone

help_pages = Blueprint("help", __name__)

FIRST_LINES = 4
"""The lines of a record shown as an example."""


@help_pages.get("/install")
@anyone
def install() -> ResponseReturnValue:
    """How the program comes onto a computer, and the tablets to it."""
    return render_template("help/install.html")


@help_pages.get("/first-evening")
@anyone
def first_evening() -> ResponseReturnValue:
    """What to do on the first evening, in pictures."""
    face = who().language.face
    cards = {code: face(code) for code in ("H5", "T4", "H9", "H7", "SK", "S1", "DQ", "C10", "?")}
    return render_template("help/first_evening.html", cards=cards, demos=demos())


@help_pages.get("/directors-guide")
@anyone
def guide() -> ResponseReturnValue:
    """An evening from the director's chair, in pictures."""
    return render_template("help/guide.html")


@help_pages.get("/own-program")
@anyone
def own_program() -> ResponseReturnValue:
    """What another program may read here, with this program's own addresses."""
    demo = (DEMOS / "tarot.deal").read_text(encoding="utf-8").splitlines()[1 : 1 + FIRST_LINES]
    return render_template("help/own_program.html", door=f"{request.host_url}api/1/", demo="\n".join(demo))
