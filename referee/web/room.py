"""What a whole room looks at, and what helps on the first evening: the board, the walkthrough, the tables to try."""

from __future__ import annotations

import secrets
from typing import Any

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.games import GAMES
from referee.paths import DEMOS
from referee.texts import T
from referee.web.door import opened
from referee.web.page import rendered, say, tables, who
from referee.web.view import TableView

room = Blueprint("room", __name__)


@room.get("/t/<table>/board")
def board(table: str) -> ResponseReturnValue:
    """The scores in figures for a whole room; nothing where entry `seq` of the log is the last."""
    seq = tables().seq(table)
    if request.args.get("seq") == str(seq):
        return Response(status=304, headers={"X-Sequence": str(seq)})
    kept = tables().get(table)
    context = TableView(kept, who().language).context(url_for("room.board", table=table))
    standing = kept.table.standing
    best = max(standing.totals)
    context["leaders"] = [seat for seat, total in enumerate(standing.totals) if total == best and kept.table.deals]
    response = make_response(rendered("board.html", "_board.html", **context))
    response.headers.update({"X-Sequence": str(kept.seq), "Vary": "HX-Request", "Cache-Control": "no-store"})
    return response


@room.get("/first-evening")
def first_evening() -> ResponseReturnValue:
    """What to do on the first evening, in pictures."""
    face = who().language.face
    cards = {code: face(code) for code in ("H5", "T4", "H9", "H7", "SK", "S1", "DQ", "C10", "?")}
    return render_template("first_evening.html", cards=cards, demos=demos())


def demos() -> list[dict[str, Any]]:
    """The games with a table to try."""
    return [
        {"code": game.name, "name": say(game.title), "cards": [who().language.face(card) for card in game.picture]}
        for game in GAMES
        if (DEMOS / f"{game.name}.deal").exists()
    ]


@room.post("/try/<name>")
def try_out(name: str) -> ResponseReturnValue:
    """A table in the middle of an evening, a foul just proved, to try things out on."""
    game = next((game for game in GAMES if game.name == name), None)
    file = DEMOS / f"{name}.deal"
    if game is None or not file.exists():
        abort(404)
    title = say(T("To try out: {game}", game=game.title))
    table = tables().take_in(file.read_bytes(), title, request.form.get("key", "")[:64] or secrets.token_hex(16))
    opened(table)
    return redirect(url_for("scribe.table", table=table), 303)
