"""A tap: one fact for the log, recorded, refused, or come too late."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.club.tables import Kept
from referee.record.facts import Bid, Played, Undone
from referee.record.grammar import Fact, parse
from referee.rules.ruleset import Prompt
from referee.store import StaleSequence
from referee.web.kit.reader import number
from referee.web.kit.request import htmx_asks, say, tables, tournaments, who
from referee.web.kit.rights import records, writes
from referee.web.kit.visit import visit
from referee.web.table.between import outcome
from referee.web.table.boards import filled, lies
from referee.web.table.page import table_page
from referee.web.table.prompts import deal_prompts, line_of, table_prompts
from referee.words.text import Slip, T, Text

tap = Blueprint("tap", __name__)


@tap.post("/t/<id:table>/fact")
@records
def fact(table: str) -> ResponseReturnValue:
    """Record one line."""
    return _record(table, lambda kept: fact_from_form())


@tap.post("/t/<id:table>/prompt")
@records
def prompt(table: str) -> ResponseReturnValue:
    """Record what a prompt's form says."""
    return _record(table, lambda kept: parse(line_of(kept.table, _prompts(kept), request.form)))


@tap.get("/t/<id:table>/preview")
@writes
def preview(table: str) -> ResponseReturnValue:
    """What the deal would come to with a result as it is filled in so far; nothing while that is too little."""
    kept = tables().get(table)
    try:
        after = kept.table.add(kept.seq + 1, parse(line_of(kept.table, _prompts(kept), request.args)))
    except Slip:
        return ""
    return render_template("table/_preview.html", outcome=outcome(after, who().language))


def fact_from_form() -> Fact:
    """The fact of a tap: its line whole, or the beginning and cards."""
    return parse(" ".join(filter(None, (request.form.get("fact"), *request.form.getlist("card")))))


def _prompts(kept: Kept) -> list[Prompt]:
    current = kept.table.current
    prompts = (current and kept.table.rules.prompts(current.deal)) or deal_prompts(kept.table)
    return [*prompts, *table_prompts(kept.table)]


def _record(table_id: str, fact_of: Callable[[Kept], Fact]) -> ResponseReturnValue:
    """Add a fact under its key and sequence number; answer with the table."""
    form = request.form
    key, seq = form.get("key", "")[:64], number(form.get("seq"))
    if not key or seq is None:
        abort(400)
    kept = tables().get(table_id)
    made: Fact = Undone()
    try:
        made = fact_of(kept)
        if not visit(table_id).may_say(kept.table.seats, made):
            not_yours = T("This device may not write this here. Ask at the table for a code as scribe.")
            return _page_with_notice(kept, 403, not_yours)
        if tournaments().confirmed(table_id) and not visit(table_id).owns:
            return refused_page(table_id, T("The result of this table is confirmed: only the director changes it now."))
        if lies(kept, made):
            return _answer(kept)
        if form.get("behind") and visit(table_id).writes:
            made = _in_turn(kept, made)
        kept = filled(tables().add_to(kept, key, seq, [made], g.device), key, made, g.device)
    except StaleSequence:
        return _stale(table_id, seq, made)
    except Slip as slip:
        if tables().store.knows(table_id, key):  # its answer was lost, and the table asks for something else by now
            return _answer(tables().get(table_id))
        yours = None if isinstance(made, Undone) else say(made.says(kept.table.rules))
        return _page_with_notice(tables().get(table_id), 422, slip.text, yours=yours)
    return _answer(kept)


def _answer(kept: Kept) -> ResponseReturnValue:
    if htmx_asks():
        return table_page(kept)
    return redirect(url_for("table.page", table=kept.id), 303)


def refused_page(table: str, why: Text) -> ResponseReturnValue:
    """The table, with why something was not done."""
    return _page_with_notice(tables().get(table), 422, why)


def _page_with_notice(kept: Kept, status: int, why: Text, **more: Any) -> Response:
    """The table, with why the last tap was not recorded."""
    return table_page(kept, status, {"text": say(why), **more})


def _in_turn(kept: Kept, made: Fact) -> Fact:
    """A tap whose page could not know whose turn it is: others were on their way."""
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
    news = [say(fact.says(kept.table.rules)) for fact in since[-12:]] if visit(table_id).sees_past else []
    yours = say(made.says(kept.table.rules))
    line = None if isinstance(made, Undone) else made.line()
    return _page_with_notice(kept, 409, why, same=same, news=news, yours=yours, fact=line)
