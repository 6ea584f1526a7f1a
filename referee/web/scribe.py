"""The scribe's pages: tables, a new table, the table itself."""

from __future__ import annotations

import secrets
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, g, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.events import Bid, Played, Undone
from referee.grammar import Fact, parse
from referee.kept_decks import kept as kept_decks
from referee.pairing import PairedDeck
from referee.record import Header
from referee.store import StaleSequence
from referee.tables import Kept
from referee.texts import Slip, T, Text, located
from referee.web.door import door_context, opened
from referee.web.facts import told
from referee.web.page import file, htmx_asks, say, tables, tournaments, when, who
from referee.web.parts import finished
from referee.web.prompts import deal_prompts, line_of, table_prompts
from referee.web.reader import COOKIE_AGE, LOOKS, number, safe_next
from referee.web.setup import chosen_game, header_from, setup_context
from referee.web.view import TableView
from referee.web.visit import place_of, visit

scribe = Blueprint("scribe", __name__)


def page(whole: str, part: str, status: int = 200, **context: Any) -> Response:
    """The part alone for htmx, the whole page otherwise."""
    text = render_template(part if htmx_asks("table") else whole, **context)
    response = make_response(finished(text, context["table"]), status)
    response.headers["Vary"] = "HX-Request"
    response.headers["Cache-Control"] = "no-store"
    return response


# --- the tables -----------------------------------------------------------------------------------------------


@scribe.get("/")
def home(refused: str | None = None) -> ResponseReturnValue:
    """The tables, the last touched first."""
    shown = []
    for stream in tables().all()[:60]:
        kept = tables().get(stream.id)
        table, standing = kept.table, kept.table.standing
        best = max(standing.totals)
        label = table.rules.label(table.deals[-1].deal) if table.current else standing.due.label
        shown.append({
            "id": stream.id,
            "title": kept.name,
            "game": say(table.rules.title),
            "label": say(label),
            "finished": standing.finished,
            "when": when(stream.last_at),
            "seats": [
                {"name": name, "total": total, "lead": total == best and bool(table.deals)}
                for name, total in zip(table.seats, standing.totals, strict=True)
            ],
        })  # fmt: skip
    shown.sort(key=lambda table: bool(table["finished"]))
    events = [
        {"id": stream.id, "title": stream.label.get("title", ""), "when": when(stream.last_at)}
        for stream in tournaments().all()[:20]
    ]
    from referee.web.room import demos

    context = {"tables": shown, "events": events, "refused": refused, "demos": demos()}
    return render_template("home.html", **context), 422 if refused else 200


@scribe.route("/new", methods=["GET", "POST"])
def new_table() -> ResponseReturnValue:
    """The form for a new table, filled in as far as it was, or like another table; sent, it opens the table."""
    if request.method == "POST":
        return _open()
    like = request.args.get("like")
    header = tables().get(like).table.header if like else None
    return _setup_page(header=header)


def _setup_page(errors: list[str] | None = None, header: Header | None = None) -> ResponseReturnValue:
    known = [person.name for person in tables().store.people()]
    context = setup_context(request.values, who().language, known, header, _decks(header))
    return render_template("new_table.html", errors=errors or [], **context), 422 if errors else 200


def _decks(header: Header | None = None) -> list[PairedDeck]:
    """The decks a club has made for the game of the form."""
    game = chosen_game(request.values, header)
    return [each.deck for each in kept_decks(tables().store, game.name)] if game.own_deck else []


def _open() -> ResponseReturnValue:
    try:
        header = header_from(request.form, _decks())
        title = request.form.get("title", "").strip()[:60]
        table_id = tables().open(header, title, request.form.get("key") or secrets.token_hex(16))
    except Slip as slip:
        return _setup_page([say(slip.text)])
    opened(table_id)
    return redirect(url_for("scribe.table", table=table_id), 303)


@scribe.post("/import")
def import_record() -> ResponseReturnValue:
    """A record as a new table."""
    upload = request.files.get("record")
    if upload is None or not upload.filename:
        return home(say(T("Choose a file first.")))
    try:
        title = upload.filename.rsplit(".", 1)[0][:60]
        table_id = tables().take_in(upload.read(), title, request.form.get("key") or secrets.token_hex(16))
    except Slip as slip:
        return home(say(T("{file}: {text}", file=upload.filename, text=located(slip))))
    opened(table_id)
    return redirect(url_for("scribe.table", table=table_id), 303)


# --- one table ------------------------------------------------------------------------------------------------


def _number(name: str) -> int | None:
    return number(request.args.get(name))


def _view(kept: Kept) -> TableView:
    sit = _number("sit") or _cookie_seat(kept) or 0
    return TableView(kept, who().language, sit=sit, acting=_number("as"), here=visit(kept.id), depth=_depth(kept))


def _depth(kept: Kept) -> str:
    """How much a table writes down as its tournament agrees, everything at any other."""
    place = place_of(kept.id)
    return tournaments().get(place.tournament).tournament.settings.depth if place else "cards"


def _cookie_seat(kept: Kept) -> int | None:
    return number(request.cookies.get(f"sit-{kept.id}"))


def _table_page(kept: Kept, status: int = 200, notice: dict[str, Any] | None = None) -> Response:
    view = _view(kept)
    asked = {"as": view.acting, "sit": view.sit or None}
    query = urlencode({name: seat for name, seat in asked.items() if seat is not None})
    live = url_for("scribe.live", table=kept.id) + (f"?{query}" if query else "")
    response = page("table.html", "_table.html", status, **view.context(live, notice), **_door(kept))
    response.headers["X-Sequence"] = str(kept.seq)
    response.headers["ETag"] = f'"{kept.seq}"'
    if "sit" in request.args:
        response.set_cookie(f"sit-{kept.id}", str(view.sit), max_age=COOKIE_AGE, samesite="Lax", httponly=True)
    return response


@scribe.get("/t/<table>")
def table(table: str) -> ResponseReturnValue:
    """The table."""
    return _table_page(tables().get(table))


@scribe.get("/t/<table>/live")
def live(table: str) -> ResponseReturnValue:
    """The table for a device that shows its entry `seq`; nothing where that is the last."""
    seq = tables().seq(table)
    if request.args.get("seq") == str(seq):
        return Response(status=304, headers={"X-Sequence": str(seq), "ETag": f'"{seq}"'})
    return _table_page(tables().get(table))


@scribe.post("/t/<table>/fact")
def fact(table: str) -> ResponseReturnValue:
    """Record one line."""
    return _record(table, lambda kept: said())


def said() -> Fact:
    """The line of a tap: whole, or its beginning and a card from the pad."""
    return parse(" ".join(filter(None, (request.form.get("fact"), request.form.get("card")))))


@scribe.post("/t/<table>/prompt")
def prompt(table: str) -> ResponseReturnValue:
    """Record what a prompt's form says."""
    return _record(table, lambda kept: parse(line_of(kept.table, _prompts(kept), request.form)))


def _prompts(kept: Kept) -> list[Any]:
    current = kept.table.current
    prompts = list((current and kept.table.rules.prompts(current.deal)) or deal_prompts(kept.table))
    return prompts + table_prompts(kept.table)


def _record(table_id: str, fact_of: Any) -> ResponseReturnValue:
    """Add a fact under the key and the sequence number that came with it; answer with the table as it then is."""
    form = request.form
    key, seq = form.get("key", "")[:64], number(form.get("seq"))
    if not key or seq is None:
        abort(400)
    kept = tables().get(table_id)
    made: Fact = Undone()
    try:
        made = fact_of(kept)
        if not visit(table_id).may_say(kept.table.seats, made):
            return _not_yours(kept)
        if tournaments().confirmed(table_id) and not visit(table_id).owns:
            return refused_page(table_id, T("The result of this table is confirmed: only the director changes it now."))
        if form.get("behind") and visit(table_id).writes:
            made = _in_turn(kept, made)
        kept = tables().add(table_id, key, seq, made, device())
    except StaleSequence:
        return _stale(table_id, seq, made)
    except Slip as slip:
        if tables().store.knows(table_id, key):  # its answer was lost, and the table asks for something else by now
            return _recorded(tables().get(table_id))
        yours = None if isinstance(made, Undone) else told(kept.table, made, who().language)
        return _noticed(tables().get(table_id), 422, slip.text, yours=yours)
    return _recorded(kept)


def _recorded(kept: Kept) -> ResponseReturnValue:
    if htmx_asks():
        return _table_page(kept)
    return redirect(url_for("scribe.table", table=kept.id), 303)


def refused_page(table: str, why: Text) -> ResponseReturnValue:
    """The table, with why something was not done."""
    return _noticed(tables().get(table), 422, why)


def _not_yours(kept: Kept) -> ResponseReturnValue:
    return _noticed(kept, 403, T("This device may not write this here. Ask at the table for a code as scribe."))


def _noticed(kept: Kept, status: int, why: Text, **more: Any) -> Response:
    """The table, with why the last tap was not recorded."""
    return _table_page(kept, status, {"text": say(why), **more})


def _door(kept: Kept) -> dict[str, Any]:
    """The panel under the table, for a whole page alone: it asks for itself afterwards."""
    return {} if htmx_asks("table") else door_context(kept)


def device() -> str:
    """The device that records."""
    return str(g.device)


def _in_turn(kept: Kept, made: Fact) -> Fact:
    """A tap made while others were still on their way: its page could not know whose turn it would be."""
    current = kept.table.current
    prompts = kept.table.rules.prompts(current.deal) if current else ()
    if not prompts or prompts[0].seat is None:
        return made
    name = kept.table.seats[prompts[0].seat]
    match made:
        case Played(_, cards):
            return Played(name, cards)
        case Bid(_, said):
            return Bid(name, said)
    return made


def _stale(table_id: str, seq: int, made: Fact) -> ResponseReturnValue:
    kept = tables().get(table_id)
    since = [entry.fact for entry in kept.table.log if entry.line > seq]
    same = made in since
    quicker = T("Another device was quicker; look whether yours is still to be recorded.")
    why = T("Another device has recorded the same already.") if same else quicker
    news = [told(kept.table, fact, who().language) for fact in since[-12:]]
    yours = told(kept.table, made, who().language)
    line = None if isinstance(made, Undone) else made.line()
    return _noticed(kept, 409, why, same=same, news=news, yours=yours, fact=line)


# --- language, looks, record ----------------------------------------------------------------------------------


@scribe.get("/language")
def language() -> ResponseReturnValue:
    """Choose a language and go back."""
    response = redirect(safe_next(request.args.get("next")), 303)
    response.set_cookie("language", request.args.get("code", "")[:2], max_age=COOKIE_AGE, samesite="Lax", httponly=True)
    return response


@scribe.post("/appearance")
def appearance() -> ResponseReturnValue:
    """Choose the looks and go back."""
    response = redirect(safe_next(request.form.get("next")), 303)
    for name, values in LOOKS.items():
        if request.form.get(name) in values:
            response.set_cookie(name, request.form[name], max_age=COOKIE_AGE, samesite="Lax", httponly=True)
    return response


@scribe.get("/t/<table>/record")
def export(table: str) -> ResponseReturnValue:
    """The table as a record."""
    text = tables().export(table)
    return file(text, f"{table}.deal", "text/plain")
