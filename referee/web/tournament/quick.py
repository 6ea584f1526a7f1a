"""The results of a round typed on one page, from a pile of paper: one row for each table, Enter leads to the next."""

from __future__ import annotations

from collections.abc import Sequence

from flask import abort, get_template_attribute, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from referee.tournament.form import Fact
from referee.tournament.tournament import Tournament
from referee.web.kit.forms import Values, whole
from referee.web.kit.reader import number
from referee.web.kit.request import htmx_asks, key, say, tournaments, why
from referee.web.kit.rights import directs
from referee.web.tournament.acts import signature
from referee.web.tournament.acts.tables import Result
from referee.web.tournament.console import director
from referee.web.tournament.view import EventView, alike, event_view
from referee.words.text import RefereeError


@director.route("/<id:event>/quick", methods=["GET", "POST"])
@directs
def quick(event: str) -> ResponseReturnValue:
    """The rows of a round. A sent row is entered, and the next open one gets the focus."""
    refused, sent = None, MultiDict[str, str]()
    if request.method == "POST":
        try:
            tournaments().act(event, key(), lambda t: _result(event_view(event), t, request.form), signature(event))
            at, table = whole(request.form.get("round", "")), whole(request.form.get("table", ""))
            if htmx_asks():
                return _row(event, None, sent)
            return redirect(url_for("director.quick", event=event, round=at, after=table), 303)
        except RefereeError as error:
            refused, sent = say(why(error)), MultiDict(request.form)
            sent["early"] = str(error.fields.get("early", ""))
            if htmx_asks():
                return _row(event, refused, sent)
    view, asked = event_view(event), request.values
    at_ = view.tournament.value.rounds.get(number(asked.get("round")) or 0) or view.shown_round
    tiles = view.tiles(at_) if at_ else []
    after = number(asked.get("after")) or 0
    due = [tile.number for tile in tiles if not tile.version]
    here = (
        number(asked.get("table")) if refused else next((table for table in due if table > after), min(due, default=0))
    )
    page = render_template(
        "tournament/console/quick.html",
        event=view.event,
        round=at_.number if at_ else 0,
        rounds=[one.number for one in view.tournament.rounds],
        tiles=tiles,
        here=here,
        refused=refused,
        sent=sent,
    )
    return page, 422 if refused else 200


def _row(event: str, refused: str | None, sent: Values) -> ResponseReturnValue:
    """The sent row alone, as the typist has gone on to the next."""
    view, form = event_view(event), request.form
    at = view.tournament.value.rounds.get(number(form.get("round")) or 0) or abort(404)
    table = number(form.get("table"))
    tile = next((one for one in view.tiles(at) if one.number == table), None) or abort(404)
    same = alike(at, at.tables[tile.number])
    row = get_template_attribute("tournament/console/_quick.html", "row")
    return str(row(view.event, at.number, tile, refused, sent, alike=same)), 422 if refused else 200


def _result(view: EventView, tournament: Tournament, form: Values) -> Sequence[Fact]:
    """A result; where scores add up to 0, one empty seat is filled in."""
    sitting = tournament.sitting(whole(form.get("round", "")), whole(form.get("table", "")))
    filled = MultiDict(form)
    names = [f"score.{seat}" for seat in range(len(sitting.seats))]
    empty = [name for name in names if not form.get(name, "").strip()]
    if tournament.settings.balanced and len(empty) == 1:
        filled[empty[0]] = str(-sum(whole(form.get(name, "")) for name in names if name not in empty))
    return Result(view, filled).make(tournament)
