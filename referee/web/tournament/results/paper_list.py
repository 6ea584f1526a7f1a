"""A table's paper list typed line by line: its deals are added up and shown before the result is entered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from flask import abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from referee.club.tournament_table import header_of
from referee.games import rules_of
from referee.tournament.lists.paper import WAYS, Deal, Way, compare, read_deals, running
from referee.tournament.values import Sitting
from referee.web.kit.forms import Area, Button, Chips, Form, Line, Number
from referee.web.kit.request import key, number, tournaments, why
from referee.web.kit.rights import directs
from referee.web.tournament.acts import signature
from referee.web.tournament.acts.tables import Result
from referee.web.tournament.console import director
from referee.web.tournament.view import EventView, event_view, sitting_or_none, version_of
from referee.words.numbers import gain, minus
from referee.words.text import RefereeError, Slip, T


class PaperList(Form):
    """The list of a table. `seen`: what of it was added up and shown."""

    word = "list"
    way = Chips(T("A line of the list holds"), WAYS.items())
    deals = Area(
        T("A line for each deal; a dot for nothing, or for a total that stays; an x for who sits out"),
        attributes={"rows": 12, "autofocus": True},
    )
    sums = Line(T("What the players added up, if they did"))
    seen = Line(hidden=True)
    early = Number(hidden=True, blank=0)
    buttons: Sequence[Button] = (Button(T("Add it up"), look="primary"),)
    parts: ClassVar[dict[str, str]] = {"scores": "deals"}

    def version(self) -> str:
        """The version of what is typed, to tell whether it is what was shown."""
        return version_of((self.way.data, self.deals.data.split(), self.sums.data))


@dataclass(frozen=True, slots=True)
class DealShown:
    """A deal: what each side gets, and the totals after it."""

    gains: tuple[str, ...]
    totals: tuple[str, ...]


@director.route("/<id:event>/quick/list", methods=["GET", "POST"])
@directs
def paper_list(event: str) -> ResponseReturnValue:
    """The list of one table: added up and shown at first, entered when it is sent again."""
    view, asked = event_view(event), request.values
    sitting = sitting_or_none(view.tournament, number(asked.get("round")), number(asked.get("table"))) or abort(404)
    form = PaperList(request.form if request.method == "POST" else None, data={"way": asked.get("way") or "each"})
    balanced = view.tournament.settings.balanced
    form.way.offer([(word, text) for word, text in WAYS.items() if balanced or word in ("each", "totals")])
    deals: list[Deal] = []
    if request.method == "POST":
        try:
            deals = _deals(view, sitting, form)
            if form.seen.data == form.version():
                _enter(event, view, sitting, deals, form)
                return redirect(_next(event, sitting, form.way.data), 303)
        except RefereeError as error:
            form.early.raw_data = [str(error.fields.get("early", ""))]
            slip = error if isinstance(error, Slip) else Slip(why(error))
            form.refuse(slip, slip.text)
    page = _page(view, sitting, form, deals)
    return page, 422 if any(form.reasons()) else 200


def _page(view: EventView, sitting: Sitting, form: PaperList, deals: Sequence[Deal]) -> str:
    names = view.sides(sitting.seats)
    differing = compare(deals, form.sums.data, names) if deals else []
    agreed = view.tournament.settings.deals_at(len(sitting.seats))
    form.seen.raw_data = [form.version() if deals else ""]
    if deals:
        form.buttons = (Button(T("Add it up again")), Button(T("Enter the result"), look="primary"))
    return render_template(
        "tournament/console/paper_list.html",
        event=view.event,
        sitting=sitting,
        names=names,
        open=[table for table in view.tournament.value.rounds[sitting.round].missing if table != sitting.number],
        form=form,
        shown=[
            DealShown(tuple(map(gain, deal)), tuple(map(minus, totals)))
            for deal, totals in zip(deals, running(deals), strict=True)
        ],
        differing=[view.say(text) for text in differing],
        agreed=agreed if agreed and agreed != len(deals) else 0,
    )


def _deals(view: EventView, sitting: Sitting, form: PaperList) -> list[Deal]:
    """The deals as typed. Raises Slip for a list that cannot be."""
    form.check()
    way: Way | None = next((one for one in WAYS if one == form.way.data), None)
    if way is None:
        raise Slip(T("choose one of these"), part="way")
    if sitting.results:
        raise Slip(T("this table has a result: change it on the console"), part="deals")
    tournament, names = view.tournament, view.sides(sitting.seats)
    rules = rules_of(header_of(tournament, sitting.seats))
    due = rules.standing((), (), None).due
    playing = min(len(names), len(rules.begin(1, 1, due.dealer, dict(due.keys), ()).deal.order))
    deals = read_deals(way, form.deals.data, len(names), playing, tournament.settings.balanced)
    compare(deals, form.sums.data, names)  # whether they can be read
    return deals


def _enter(event: str, view: EventView, sitting: Sitting, deals: Sequence[Deal], form: PaperList) -> None:
    scores = {f"score.{side}": str(total) for side, total in enumerate(running(deals)[-1])}
    place = {"round": str(sitting.round), "table": str(sitting.number), "early": str(form.early.data or "")}
    tournaments().act(event, key(), Result(view, MultiDict(scores | place)).make, signature(event))


def _next(event: str, sitting: Sitting, way: str) -> str:
    """The list of the next table without a result, or the quick entry after the last."""
    missing = tournaments().get(event).tournament.value.rounds[sitting.round].missing
    table = next((one for one in missing if one > sitting.number), next(iter(missing), None))
    if table is None:
        return url_for("director.quick", event=event, round=sitting.round)
    return url_for("director.paper_list", event=event, round=sitting.round, table=table, way=way)
