"""The page of a table: whole, its changing part, and the record as a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast
from urllib.parse import urlencode

from flask import Blueprint, Response, make_response, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from referee.club.evening import chain, totals
from referee.club.tables import Kept
from referee.web.kit.addresses import address
from referee.web.kit.language import COOKIE_AGE
from referee.web.kit.parts import FIELDS, context_of, render, with_fields
from referee.web.kit.request import file, htmx_asks, number, tables, tournaments, who
from referee.web.kit.rights import sees, writes
from referee.web.kit.shared import shared
from referee.web.kit.visit import place_of, visit
from referee.web.past.fix import Fix, fix_view, trick_fix
from referee.web.table.boards import board_prompts, hand_texts
from referee.web.table.drawn import Points
from referee.web.table.people.panel import door_of
from referee.web.table.pieces import NAMED, Shown
from referee.web.table.referee import Ask, ask_view
from referee.web.table.tricks import tricks_of
from referee.web.table.view import Notice, TableView

table = Blueprint("table", __name__)


@dataclass(frozen=True, slots=True)
class Evening:
    """The points of each player over the chained tables of an evening; the tables before and after this one."""

    before: str | None
    next: str | None
    people: tuple[Points, ...]


@dataclass(frozen=True, slots=True)
class AroundTable:
    """What _table.html gets beside the fields of TablePage: the entry that the pad is to correct, what Referee! asks,
    the evening's points, and whether it is a tournament's (`placed`). `hidden` stands for the hidden fields of its
    forms, `shows` for the name of the state it shows.
    """

    fix: Fix | None
    ask: Ask | None
    evening: Evening | None
    placed: bool
    hidden: Markup = FIELDS
    shows: Markup = NAMED


@table.get("/t/<id:table>")
@sees("scores")
def page(table: str) -> ResponseReturnValue:
    """The page of a table."""
    return table_page(tables().get(table))


@table.get("/t/<id:table>/live")
@sees("scores")
def live(table: str) -> ResponseReturnValue:
    """The table, or 304 for a device that shows its last entry (`seq`)."""
    seq = tables().seq(table)
    if request.args.get("seq") == str(seq):
        return Response(status=304, headers={"X-Sequence": str(seq), "ETag": f'"{seq}"'})
    return table_page(tables().get(table))


@table.get("/t/<id:table>/record")
@sees("record")
def record(table: str) -> ResponseReturnValue:
    """The record of the table, as a file."""
    text = tables().export(table)
    return file(text, f"{table}.deal", "text/plain")


@table.get("/t/<id:table>/tricks")
@writes
def tricks(table: str) -> ResponseReturnValue:
    """The tricks of a deal up to one of them, for the drawer of the table."""
    kept, (to, deal) = tables().get(table), (number(request.args.get(word)) for word in ("to", "deal"))
    context = {
        "tricks": tricks_of(kept.table, who().language, to, number=deal),
        "table_id": kept.id,
        "at_table": address("table.page", table=kept.id),
    }
    return render("table/_tricks.html", context)


def table_page(kept: Kept, status: int = 200, notice: Notice | None = None) -> Response:
    """The answer with a table: its changing part for htmx, else the whole page.

    `notice`: why something was not recorded. Only the whole page brings the panel, which then asks for itself.
    """
    sit = number(request.args.get("sit"))
    seat = sit or number(request.cookies.get(f"sit-{kept.id}")) or 0
    refused = request.form.get("kind", "") if notice else ""  # what was not recorded is asked again
    view = _view(kept, seat, number(request.args.get("as")), request.args.get("then", refused))
    context = _context(kept, view, notice)
    if htmx_asks("table"):
        text, headers = _part(kept, view, context, request.headers.get("X-Shows", "") if status == 200 else None)
    else:
        whole = shown_states().whole(render_template("table/table.html", **context, door=door_of(kept)))
        text, headers = with_fields(whole, kept.seq), _headers(kept, view)
    response = make_response(text, status)
    response.headers.update(headers)
    if "sit" in request.args:
        response.set_cookie(f"sit-{kept.id}", str(view.sit), max_age=COOKIE_AGE, samesite="Lax", httponly=True)
    return response


def _part(kept: Kept, view: TableView, context: Mapping[str, object], shows: str | None) -> tuple[str, dict[str, str]]:
    drawn = render("table/_table.html", {**context, "visit": view.here})
    pieces = None if shows is None else shown_states().news(drawn, shows)
    if pieces is None:
        return with_fields(shown_states().whole(drawn), kept.seq), _headers(kept, view)
    return with_fields(pieces, kept.seq, blank=True), {"X-Pieces": "1"} | _headers(kept, view)


def _headers(kept: Kept, view: TableView) -> dict[str, str]:
    """The headers of every answer with a table."""
    headers = {"Vary": "HX-Request", "Cache-Control": "no-store", "X-Sequence": str(kept.seq), "ETag": f'"{kept.seq}"'}
    if view.here.writes:  # a device that writes sees everything: it may keep the page (static/js/worker.js)
        headers["X-Keep"] = "yes"
    return headers


def _view(kept: Kept, sit: int, acting: int | None, then: str = "") -> TableView:
    """The table as this reader sees it from a seat."""
    depth, here = _depth(kept), visit(kept.id)
    boards = board_prompts(kept.id, kept.table, depth) if kept.table.current is None else []
    hands = hand_texts(kept.id, kept.table) if here.writes else []
    language = who().language
    pressed = tables().last_press(kept) if here.writes else 1
    return TableView(
        kept, language, here=here, sit=sit, acting=acting, then=then, depth=depth, boards=boards, hands=hands,
        pressed=pressed,
    )  # fmt: skip


def _context(kept: Kept, view: TableView, notice: Notice | None) -> Mapping[str, object]:
    """The context of _table.html."""
    asked: dict[str, str | int | None] = {
        "as": view.acting,
        "sit": view.sit or None,
        "then": 1 if view.then else None,
        **{name: request.args.get(name) for name in ("kind", "seat", "card", "which")},
    }
    query = urlencode({name: value for name, value in asked.items() if value is not None})
    live = address("table.live", table=kept.id) + (f"?{query}" if query else "")
    return context_of(view.page(live, notice)) | context_of(
        AroundTable(_mending(kept, view), _asking(kept, view), _evening(kept), place_of(kept.id) is not None)
    )


def _evening(kept: Kept) -> Evening | None:
    """The points of each player over the chained tables of an evening, and the next table."""
    if not (kept.after or kept.next) or kept.table.current is not None:
        return None
    people = totals(chain(tables(), kept))
    return Evening(kept.after, kept.next, tuple(Points(name, won) for name, won in people.items()))


def _mending(kept: Kept, view: TableView) -> Fix | None:
    """The entry of the open deal that the pad is to correct, or to put a fact before; the `last` can be asked for."""
    asked, current, last = request.args.get("mend"), kept.table.current, kept.table.state.entry
    line = last.line if asked == "last" and last else number(asked)
    if line is None or current is None or line not in current.facts or not view.here.writes:
        return None
    how = request.args.get("how", "replace")
    if how == "trick":
        return trick_fix(kept, view.language, line, request.args.getlist("laid"))
    what, instead = number(request.args.get("what")), request.args.get("instead", "")
    return fix_view(kept, view.language, line, how, view.tapped, what, instead)


def _asking(kept: Kept, view: TableView) -> Ask | None:
    """What Referee! asks, if it was opened for a case."""
    kind = request.args.get("kind", "") if view.here.writes else ""
    if not kind:
        return None
    seat, code = number(request.args.get("seat")), request.args.get("card", "")
    return ask_view(kept, kind, seat, code if code in kept.table.rules.deck else "", "which" in request.args)


def shown_states() -> Shown:
    """The states that devices may show."""
    return cast(Shown, shared("shown"))


def _depth(kept: Kept) -> str:
    """How much a table writes down: as its tournament agrees, every card at any other table."""
    place = place_of(kept.id)
    return tournaments().get(place.tournament).tournament.settings.depth if place else "cards"
