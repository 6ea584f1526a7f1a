"""The score board: the scores of a table in large figures, for the room."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, request, url_for
from flask.typing import ResponseReturnValue

from referee.table.table import Table
from referee.web.kit.parts import context_of
from referee.web.kit.request import render, tables, who
from referee.web.kit.rights import sees
from referee.web.kit.visit import visit
from referee.web.table.view import TableView

board = Blueprint("board", __name__)


def leaders_of(table: Table) -> list[int]:
    """The seats with the best total, once a deal was played."""
    worth = [table.rules.worth(total) for total in table.standing.totals]
    return [seat for seat, own in enumerate(worth) if own == max(worth) and table.ended]


@board.get("/t/<id:table>/board")
@sees("scores")
def page(table: str) -> ResponseReturnValue:
    """The score board of a table; 304 if `seq` is the last entry."""
    seq = tables().seq(table)
    if request.args.get("seq") == str(seq):
        return Response(status=304, headers={"X-Sequence": str(seq)})
    kept = tables().get(table)
    view = TableView(kept, who().language, here=visit(table)).page(url_for("board.page", table=table))
    leaders = leaders_of(kept.table)
    response = make_response(
        render("table/score_board.html", "table/_score_board.html", **context_of(view), leaders=leaders)
    )
    response.headers.update({"X-Sequence": str(kept.seq), "Vary": "HX-Request", "Cache-Control": "no-store"})
    return response
