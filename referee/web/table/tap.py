"""A tap: one fact for the log, which is recorded, refused, or too late."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from referee.club.tables import Kept
from referee.record.facts import Bid, Played, PlayRead, Undone
from referee.record.grammar import Fact, parse
from referee.rules import Prompt
from referee.store import StaleSequence
from referee.table.crossing import Guess, cross
from referee.web.kit.request import htmx_asks, key, number, say, tables, tournaments, who
from referee.web.kit.rights import records, writes
from referee.web.kit.visit import place_of, visit
from referee.web.table.answers import line_of, read_off, reason
from referee.web.table.between import deal_prompts, fact_text, outcome
from referee.web.table.boards import fill_last_trick, lies
from referee.web.table.page import table_page
from referee.web.table.prompts import table_prompts
from referee.web.table.view import Notice
from referee.words.text import Slip, T, Text

tap = Blueprint("tap", __name__)


@tap.post("/t/<id:table>/fact")
@records
def fact(table: str) -> ResponseReturnValue:
    """Record a line, or several that are sent at once."""
    return _record(table, lambda kept: [*_opened(kept, request.form), *facts_from_form()])


@tap.post("/t/<id:table>/prompt")
@records
def prompt(table: str) -> ResponseReturnValue:
    """Record what a prompt's form says."""
    return _record(table, lambda kept: facts_asked(kept, request.form))


@tap.post("/t/<id:table>/scan")
@records
def scan(table: str) -> ResponseReturnValue:
    """Record a card that a scanner typed on the page: crossed as any reading, of which the scanner is sure."""
    card = request.form.get("card", "").upper()
    return _record(table, lambda kept: [cross(kept.table.rules, kept.table.state, [Guess(tuple(card.split("+")), 1)])])


@tap.get("/t/<id:table>/preview")
@writes
def preview(table: str) -> ResponseReturnValue:
    """What the deal would come to with the result filled in so far; empty while that is too little."""
    kept = tables().get(table)
    after = kept.table
    try:
        for at, fact in enumerate(facts_asked(kept, request.args), 1):
            after = after.add(kept.seq + at, fact)
    except Slip:
        return ""
    return render_template("table/_preview.html", outcome=outcome(after, who().language))


def facts_from_form() -> list[Fact]:
    """The facts of a tap: several whole lines, or one fact as in `fact_in`."""
    lines = request.form.get("fact", "").splitlines()
    return [parse(line) for line in lines] if len(lines) > 1 else [fact_in(request.form)]


def fact_in(form: MultiDict[str, str]) -> Fact:
    """The fact in a form: a whole line, or its beginning and the cards. Raises Slip."""
    return parse(" ".join(filter(None, (form.get("fact"), *form.getlist("card")))))


def fact_asked(kept: Kept, form: MultiDict[str, str]) -> Fact:
    """The fact that a prompt's form stands for. Raises Slip."""
    return parse(line_of(kept.table, _prompts(kept), form))


def facts_asked(kept: Kept, form: MultiDict[str, str]) -> list[Fact]:
    """The fact that a prompt's form stands for, after the deal that it opens if it does. Raises Slip."""
    before = _opened(kept, form)
    return [*before, *read_off(fact_asked(kept, form), form, kept.seq + len(before) + 1)]


def _opened(kept: Kept, form: MultiDict[str, str]) -> list[Fact]:
    """The deal that a form opens, unless one is open. Raises Slip."""
    opened = form.get("deal") if kept.table.current is None else None
    return [parse(opened)] if opened else []


class Refused(Exception):
    """A fact that this device may not write. Fields: status, an HTTP status, and text."""

    def __init__(self, status: int, text: Text) -> None:
        super().__init__(text.msgid)
        self.status = status
        self.text = text


def permit(kept: Kept, fact: Fact, behind: bool) -> Fact:
    """Return the fact to write; raise Refused if this device may not write it.

    `behind`: it was tapped while others were on their way, so it is for the seat whose turn it is now.
    """
    here = visit(kept.id)
    if not here.may_say(kept.table.seats, fact):
        raise Refused(403, T("This device may not write this here. Ask at the table for a code as scribe."))
    if not here.owns:
        keep_confirmed(kept)
    return _in_turn(kept, fact) if behind and here.writes else fact


def keep_confirmed(kept: Kept) -> None:
    """Raise Refused where the result of a tournament's table is confirmed."""
    if place_of(kept.id) and tournaments().is_confirmed(kept.id):
        raise Refused(422, T("The result of this table is confirmed: only the director changes it now."))


def _prompts(kept: Kept) -> list[Prompt]:
    current = kept.table.current
    prompts = (current and kept.table.rules.prompts(current.deal)) or deal_prompts(kept.table)
    return [*prompts, *table_prompts(kept.table)]


def _record(table_id: str, facts_of: Callable[[Kept], list[Fact]]) -> ResponseReturnValue:
    """Add the facts of a tap under its key and sequence number; answer with the table."""
    form = request.form
    mark, seq = key(), number(form.get("seq"))
    if seq is None:
        abort(400)
    kept = tables().get(table_id)
    facts: list[Fact] = []
    try:
        facts = facts_of(kept)
        if facts == [Undone()]:
            facts *= tables().last_press(kept)
        facts = [permit(kept, one, bool(form.get("behind"))) for one in facts]
        if lies(kept, facts[0]):
            return _answer(kept)
        kept = fill_last_trick(tables().add_to(kept, mark, seq, facts, g.device), mark, facts[-1], g.device)
    except Refused as refused:
        return table_page(kept, refused.status, Notice(say(refused.text)))
    except StaleSequence:
        return _stale(table_id, seq, facts)
    except Slip as slip:
        if tables().store.knows(table_id, mark):  # recorded before, its answer was lost, and the table has gone on
            return _answer(tables().get(table_id))
        card = slip.fields.get("card")
        wrong = card if isinstance(card, str) else None
        why = reason(slip, _prompts(kept), form)
        return table_page(tables().get(table_id), 422, Notice(say(why), yours=_words(kept, facts), wrong=wrong))
    return _answer(kept)


def _words(kept: Kept, facts: Sequence[Fact]) -> str:
    """The facts of a tap in words, without an undo."""
    language = who().language
    return " · ".join(fact_text(kept.table, fact, language) for fact in facts if not isinstance(fact, Undone))


def _answer(kept: Kept) -> ResponseReturnValue:
    if htmx_asks():
        return table_page(kept)
    return redirect(url_for("table.page", table=kept.id), 303)


def refused_page(table: str, why: Text) -> ResponseReturnValue:
    """The table, with the reason why something was not done."""
    return table_page(tables().get(table), 422, Notice(say(why)))


def _in_turn(kept: Kept, fact: Fact) -> Fact:
    """A tap as one of the seat whose turn it is: its page could not know that while others were on their way."""
    current = kept.table.current
    prompts = kept.table.rules.prompts(current.deal) if current else ()
    if not prompts or prompts[0].seat is None:
        return fact
    name = kept.table.seats[prompts[0].seat]
    match fact:
        case PlayRead():
            return fact
        case Played(_, cards):
            return Played(name, cards)
        case Bid(_, said):
            return Bid(name, said)
    return fact


def _stale(table_id: str, seq: int, facts: Sequence[Fact]) -> ResponseReturnValue:
    kept = tables().get(table_id)
    written = takewhile(lambda entry: entry.line > seq, kept.table.backwards())
    since = [entry.fact for entry in written][::-1]
    same = "" if any(fact not in since for fact in facts) else "alone" if len(since) == len(facts) else "among"
    quicker = T("Another device was quicker; look whether yours is still to be recorded.")
    why = T("Another device has recorded the same already.") if same else quicker
    sees = visit(table_id).sees_past
    news = tuple(fact_text(kept.table, fact, who().language) for fact in since[-12:]) if sees else ()
    yours, line = _words(kept, facts), "\n".join(fact.line() for fact in facts if not isinstance(fact, Undone))
    return table_page(kept, 409, Notice(say(why), yours=yours, same=same, news=news, fact=line))
