"""The results of a round typed on one page, from a pile of paper: one row for each table, Enter leads to the next.

Where each list is typed twice, a result is entered once two of its typings agree.
"""

from __future__ import annotations

from collections.abc import Sequence

from flask import abort, get_template_attribute, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from referee.tournament import facts
from referee.tournament.encoding import Fact
from referee.tournament.tournament import Entry, Tournament
from referee.web.kit.forms import Values, whole
from referee.web.kit.request import htmx_asks, key, number, say, tournaments, why
from referee.web.kit.rights import directs
from referee.web.tournament.acts import signature
from referee.web.tournament.acts.tables import Result
from referee.web.tournament.console import director
from referee.web.tournament.view import EventView, alike, event_view
from referee.words.numbers import minus
from referee.words.text import RefereeError, Slip, T


@director.route("/<id:event>/quick", methods=["GET", "POST"])
@directs
def quick(event: str) -> ResponseReturnValue:
    """The rows of a round. A sent row is entered, and the next open one gets the focus, or the table asked for."""
    refused, sent = None, MultiDict[str, str]()
    if request.method == "POST":
        try:
            sent = _send(event)
            if htmx_asks():
                return _row(event, None, sent)
            if not sent:
                at, table = whole(request.form.get("round", "")), whole(request.form.get("table", ""))
                twice = request.form.get("twice") or None
                return redirect(url_for("director.quick", event=event, round=at, after=table, twice=twice), 303)
        except RefereeError as error:
            refused, sent = say(why(error)), MultiDict(request.form)
            sent["early"] = str(error.fields.get("early", ""))
            if "typed" in error.fields:
                sent = MultiDict({"table": sent.get("table", ""), "typed": str(error.fields["typed"])})
            if htmx_asks():
                return _row(event, refused, sent)
    view, asked = event_view(event), request.values
    at_ = view.tournament.value.rounds.get(number(asked.get("round")) or 0) or view.shown_round
    tiles = view.tiles(at_) if at_ else []
    wanted, after = number(asked.get("table")), number(asked.get("after")) or 0
    due = [tile.number for tile in tiles if not tile.version]
    there = wanted in {tile.number for tile in tiles}
    page = render_template(
        "tournament/console/quick.html",
        event=view.event,
        round=at_.number if at_ else 0,
        rounds=[one.number for one in view.tournament.rounds],
        tiles=tiles,
        unknown=None if there or refused else wanted,
        here=wanted if there else next((table for table in due if table > after), min(due, default=0)),
        twice=asked.get("twice") == "1",
        refused=refused,
        sent=sent,
    )
    return page, 422 if refused else 200


def _send(event: str) -> Values:
    """Enter the result of a row; where lists are typed twice and this was the first time, what is to be compared."""
    typed: list[tuple[int, ...]] = []

    def make(t: Tournament) -> Sequence[Fact]:
        entered = _result(view := event_view(event), t, request.form)
        if not entered or request.form.get("twice") != "1":
            return entered
        t.extend(Entry(t.seq + at, one) for at, one in enumerate(entered, 1))  # what cannot be is refused at once
        scores = _scores(entered[0])
        before = _typed(request.form)
        if scores in before:
            return entered
        typed[:] = [*before, scores]
        if before:
            seats = t.sitting(whole(request.form.get("round", "")), whole(request.form.get("table", ""))).seats
            raise _not_the_same([view.name(player) for player in seats], before[-1], scores, typed)
        return []

    tournaments().act(event, key(), make, signature(event))
    return MultiDict({"typed": _written(typed), "table": request.form.get("table", "")} if typed else {})


def _scores(fact: Fact) -> tuple[int, ...]:
    assert isinstance(fact, facts.Entered | facts.Corrected)
    return fact.scores


def _typed(form: Values) -> list[tuple[int, ...]]:
    """How the list of this row was typed before."""
    return [tuple(map(whole, line.split())) for line in form.get("typed", "").split(";") if line]


def _written(typed: Sequence[tuple[int, ...]]) -> str:
    return ";".join(" ".join(map(str, scores)) for scores in typed)


def _not_the_same(
    names: Sequence[str], one: Sequence[int], two: Sequence[int], typed: Sequence[tuple[int, ...]]
) -> Slip:
    """Why a list typed twice is not entered yet: the seats whose numbers differ."""
    places = tuple(
        f"{name} {minus(first)} / {minus(second)}"
        for name, first, second in zip(names, one, two, strict=True)
        if first != second
    )
    text = T("not the same as before: {places}. Look at the paper, and type it once more.", places=places)
    return Slip(text, part="scores", typed=_written(typed))


def _row(event: str, refused: str | None, sent: Values) -> ResponseReturnValue:
    """The sent row alone, as the typist has gone on to the next."""
    view, form = event_view(event), request.form
    at = view.tournament.value.rounds.get(number(form.get("round")) or 0) or abort(404)
    table = number(form.get("table"))
    tile = next((one for one in view.tiles(at) if one.number == table), None) or abort(404)
    same = alike(at, at.tables[tile.number])
    row = get_template_attribute("tournament/console/_quick.html", "row")
    twice = form.get("twice") == "1"
    return str(row(view.event, at.number, tile, refused, sent, alike=same, twice=twice)), 422 if refused else 200


def _result(view: EventView, tournament: Tournament, form: Values) -> Sequence[Fact]:
    """A result; where scores add up to 0, one empty seat is filled in."""
    sitting = tournament.sitting(whole(form.get("round", "")), whole(form.get("table", "")))
    filled = MultiDict(form)
    names = [f"score.{seat}" for seat in range(len(sitting.seats))]
    empty = [name for name in names if not form.get(name, "").strip()]
    if tournament.settings.balanced and len(empty) == 1:
        filled[empty[0]] = str(-sum(whole(form.get(name, "")) for name in names if name not in empty))
    return Result(view, filled).make(tournament)
