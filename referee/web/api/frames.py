"""Pages for a frame of another site, or over a picture: a table's score board, standings, the clock."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, make_response, render_template, request, url_for

from referee.tournament.standings import standings
from referee.web.kit.guard import CSP, frames
from referee.web.kit.language import LOOKS
from referee.web.kit.parts import context_of
from referee.web.kit.request import htmx_asks, tables, who
from referee.web.kit.rights import let_in, sees
from referee.web.kit.visit import visit
from referee.web.table.score_board import leaders_of
from referee.web.table.view import TableView
from referee.web.tournament.players import shown_through
from referee.web.tournament.view import version_of, whole_view

embed = Blueprint("embed", __name__)


def _framed(part: str, **context: object) -> Response:
    """A part in a page of its own, which asks for news every two seconds; sites that the host named may frame it."""
    version = version_of(context)
    if htmx_asks() and request.args.get("seen") == version:
        return Response(status=204)
    scheme = request.args.get("scheme", "")
    given = {"scheme": scheme if scheme in LOOKS["scheme"] else "auto", "clear": request.endpoint == "embed.overlay"}
    again = url_for(str(request.endpoint), **{**(request.view_args or {}), "scheme": given["scheme"], "seen": version})
    whole = "embed/_part.html" if htmx_asks() else "embed/page.html"
    response = make_response(render_template(whole, part=part, again=again, **given, **context))
    sites = " ".join(("'self'", *current_app.config.get("SITES", ())))
    response.headers["Content-Security-Policy"] = CSP.replace("frame-ancestors 'none'", f"frame-ancestors {sites}")
    return response


@embed.get("/t/<id:table>/overlay", endpoint="overlay")
@embed.get("/embed/t/<id:table>", endpoint="table")
@frames
@sees("scores")
def show_table(table: str) -> Response:
    """The score board of a table; as an overlay without a ground, for a stream."""
    kept = tables().get(table)
    view = TableView(kept, who().language, here=visit(table)).page("")
    return _framed("table/_score_board.html", **context_of(view), leaders=leaders_of(kept.table))


@embed.get("/embed/tournament/<id:event>/standings", endpoint="standings")
@frames
@let_in
def show_standings(event: str) -> Response:
    """The standings of a tournament as far as they are shown."""
    view = whole_view(event)
    through = shown_through(view)
    shown = view.standings(standings(view.tournament, through)) if through else None
    return _framed("embed/_standings.html", event=view.event, standings=shown)


@embed.get("/embed/tournament/<id:event>/clock", endpoint="clock")
@frames
@let_in
def show_clock(event: str) -> Response:
    """The clock of the round everybody plays."""
    view = whole_view(event)
    at = view.shown_round
    clock = view.clock(at)
    left, over = (clock.text, clock.over) if clock else ("–", False)
    return _framed("embed/_clock.html", event=view.event, left=left, over=over, round=at.number if at else 0)
