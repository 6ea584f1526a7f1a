"""The cash desk of a tournament: payments, the cash box, fees and prizes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.club.access import CASHIER
from referee.sheets.small import SmallPapers
from referee.sheets.tournament import render
from referee.tournament.facts import Undone
from referee.tournament.form import Fact
from referee.tournament.money import facts
from referee.tournament.money.prizes import awarded
from referee.tournament.money.values import Category, Prize, Prizes, cents
from referee.tournament.players import MOST_LETTERS
from referee.tournament.standings import shown
from referee.tournament.tournament import Tournament
from referee.web.club.sheets import Hears, hand_out, language, paper
from referee.web.kit.codes import code_card
from referee.web.kit.reader import number
from referee.web.kit.request import key, say, tournaments, why
from referee.web.kit.rights import directs, let_in, takes_money
from referee.web.kit.visit import access, visit
from referee.web.table.new import Values
from referee.web.tournament.acts import text, whole
from referee.web.tournament.console import signature
from referee.web.tournament.desk_view import DeskView, desk_view
from referee.web.tournament.facts import refusal
from referee.words.text import RefereeError, Slip, T

desk = Blueprint("desk", __name__, url_prefix="/tournament")

CURRENCIES = ("EUR", "CHF", "GBP", "USD")
PAPERS = ("money", "receipts")
ROWS = 3  # empty lines beyond the filled ones, in a table to fill in
MOST_ROWS = 60


# --- pages ----------------------------------------------------------------------------------------------------


@desk.get("/<id:event>/desk")
@takes_money
def page(event: str) -> ResponseReturnValue:
    """The players, and what each owes."""
    return _page("desk", desk_view(event))


@desk.get("/<id:event>/desk/box")
@takes_money
def box(event: str) -> ResponseReturnValue:
    """The totals for the treasurer, other money, and the counts of the box."""
    return _page("box", desk_view(event))


@desk.get("/<id:event>/desk/prizes")
@takes_money
def prizes(event: str) -> ResponseReturnValue:
    """Who wins what, and who has got it; for a cashier only after the tournament."""
    view = desk_view(event)
    return _page("prizes", view, waits=not visit(event).owns and not view.tournament.value.finished)


@desk.get("/<id:event>/desk/agreed")
@directs
def agreed(event: str) -> ResponseReturnValue:
    """The form for fees, categories and prizes."""
    return _page("agreed", desk_view(event))


@desk.get("/<id:event>/prizes")
@let_in
def public(event: str) -> ResponseReturnValue:
    """The public list of prizes, once the standings are shown and final."""
    view = desk_view(event)
    open_ = visit(event).owns or (view.tournament.value.finished and shown(view.tournament) > 0)
    return _page("public", view, waits=not open_)


def _page(name: str, view: DeskView, refused: str | None = None, *, waits: bool = False) -> ResponseReturnValue:
    here = visit(view.event["id"])
    context: dict[str, Any] = {"event": view.event, "money": view, "page": name, "refused": refused, "waits": waits}
    context |= {"said": request.form, "directs": here.owns, "cashes": here.takes_money}
    if name == "desk":
        found = [i for i in access().of(view.event["id"]).invitations.values() if i.role == CASHIER]
        context["codes"] = [code_card(i) for i in found] if here.owns else []
        context["player"] = view.player(number(request.values.get("player")) or 0)
    if name == "agreed":
        context |= {"fees": _fees_typed(view), "table": _prizes_typed(view), "currencies": CURRENCIES}
    return render_template(f"tournament/desk/{name}.html", **context), 422 if refused else 200


@desk.get("/<id:event>/desk/paper.pdf")
@takes_money
def papers(event: str) -> ResponseReturnValue:
    """A paper of the desk as PDF: the list of participants with payments, or receipts, of one player or all."""
    view, asked = desk_view(event), request.args.get("piece", "")
    piece, player = asked if asked in PAPERS else PAPERS[0], number(request.args.get("player")) or 0
    code, size, tournament = language(), paper(), view.tournament
    order = (f"{event}-{piece}-{player}", tournament.seq, code, size)

    def make(hears: Hears) -> bytes:
        return render(SmallPapers(tournament, lang=code, paper=size, player=player), [piece], progress=hears)

    def pages() -> list[str]:
        return SmallPapers(tournament, lang=code, paper=size, player=player).documents(piece)

    return hand_out(order, make, url_for("desk.page", event=event), pages)


# --- acts -----------------------------------------------------------------------------------------------------


@desk.post("/<id:event>/desk/<act>")
@takes_money
def act(event: str, act: str) -> ResponseReturnValue:
    """Record a payment, waiver, count or prize, or take one back."""
    make = ACTS.get(act) or abort(404)
    return _do(event, make, "desk" if "stay" in request.form else PAGE_OF.get(act, "desk"))


@desk.post("/<id:event>/desk/agreed/<act>")
@directs
def agree(event: str, act: str) -> ResponseReturnValue:
    """Agree on fees or prizes."""
    make = AGREED.get(act) or abort(404)
    return _do(event, make, "agreed")


def _do(event: str, make: Callable[[Tournament, Values], Sequence[Fact]], name: str) -> ResponseReturnValue:
    form = request.form
    try:
        tournaments().act(event, key(), lambda t: make(t, form), signature(event))
    except Slip as slip:
        view = desk_view(event)
        return _page(name, view, say(refusal(view.tournament, slip)))
    except RefereeError as error:
        return _page(name, desk_view(event), say(why(error)))
    endpoint = {"desk": "page"}.get(name, name)
    player = number(form.get("player")) if "stay" in form else None
    return redirect(url_for(f"desk.{endpoint}", event=event, player=player), 303)


def _amount(form: Values, usual: int = 0) -> int:
    said = form.get("amount", "").strip()
    return cents(said) if said or not usual else usual


def _take(tournament: Tournament, form: Values) -> Sequence[Fact]:
    """Take money from a player: with one tap the open amount shown on the page; else take, waive or give back."""
    if one := form.get("one", "").split():
        player, seen = (number(each) or 0 for each in (one[0], one[-1]))
        owed = tournament.value.money.owed(tournament.value.player(player).number)
        if owed.open != seen:
            name = tournament.names[player]
            raise Slip(T("what {name} owes was changed meanwhile: look again", name=name), part="amount")
        return [facts.Received(player, seen)]
    player, way = whole(form, "player"), form.get("way")
    found, said = _amount(form, abs(tournament.value.money.owed(player).open)), text(form, "text")
    if way == "waive":
        return [facts.Waived(player, found, said)]
    return [facts.Received(player, -found if way == "back" else found, said)]


def _group(tournament: Tournament, form: Values) -> Sequence[Fact]:
    player, asked = whole(form, "player"), set(form.getlist("category"))
    known = [one.name for one in tournament.value.money.categories if one.name in asked]
    same = tuple(known) == tournament.value.money.groups.get(player, ())
    return [] if same else [facts.Grouped(player, tuple(known))]


def _move(tournament: Tournament, form: Values) -> Sequence[Fact]:
    sign = -1 if form.get("way") == "out" else 1
    return [facts.BoxMoved(sign * _amount(form), text(form, "text"))]


def _hand(tournament: Tournament, form: Values) -> Sequence[Fact]:
    """Hand out a prize. Raises Slip where the player no longer wins it."""
    player, place, category, thing = whole(form, "player"), whole(form, "place"), form.get("category", ""), ""
    for one in awarded(tournament).won:
        there = any(player in entry.players for entry in one.winners)
        if there and (one.category, one.place) == (category, place):
            thing = form.get("thing", "")
            if not thing or thing in one.things:
                return [facts.HandedOut(player, place, category, 0 if thing else one.each, thing)]
    raise Slip(T("this prize is no longer theirs: the standings have changed"), part="prize")


def _undo(tournament: Tournament, form: Values) -> Sequence[Fact]:
    """Take back a money entry, and no other."""
    at = whole(form, "at")
    entry = next((entry for entry in tournament.log if entry.seq == at), None)
    if entry is None or not isinstance(entry.fact, facts.MoneyFact):
        raise Slip(T("there is no entry {found} to take back", found=at), part="at")
    return [] if at in tournament.dropped else [Undone(at)]


ACTS: dict[str, Callable[[Tournament, Values], Sequence[Fact]]] = {
    "take": _take,
    "group": _group,
    "move": _move,
    "count": lambda _, form: [facts.BoxCounted(_amount(form), text(form, "text"))],
    "hand": _hand,
    "undo": _undo,
}
PAGE_OF = {"move": "box", "count": "box", "undo": "box", "hand": "prizes"}


# --- what is agreed -------------------------------------------------------------------------------------------


def _lines(form: Values, first: str) -> list[int]:
    """The numbers of the lines in a table that was sent."""
    return [at for at in range(MOST_ROWS) if f"{first}.{at}" in form]


def _fees(tournament: Tournament, form: Values) -> Sequence[Fact]:
    categories = []
    for at in _lines(form, "name"):
        name, fee = text(form, f"name.{at}", MOST_LETTERS), form.get(f"fee.{at}", "").strip()
        if name or fee:
            categories.append(Category(name, cents(fee) if fee else None))
    return [facts.FeesAgreed(cents(form.get("fee", "") or "0"), tuple(categories), form.get("currency", "EUR"))]


def _table(tournament: Tournament, form: Values) -> Sequence[Fact]:
    table = []
    for at in _lines(form, "place"):
        money, thing = form.get(f"money.{at}", "").strip(), text(form, f"thing.{at}", MOST_LETTERS)
        if not money and not thing:
            continue
        share = number(money[:-1]) if money.endswith("%") else None
        paid = cents(money) if money and share is None else 0
        table.append(Prize(whole(form, f"place.{at}"), form.get(f"category.{at}", ""), paid, share or 0, thing))
    agreed = Prizes(tuple(table), form.get("several") == "yes", form.get("guaranteed") == "yes")
    return [facts.PrizesAgreed(agreed)]


AGREED: dict[str, Callable[[Tournament, Values], Sequence[Fact]]] = {"fees": _fees, "prizes": _table}


def _fees_typed(view: DeskView) -> dict[str, Any]:
    """The fees as they stand, or as typed and refused, with empty lines for more."""
    form, money = request.form, view.money
    if "fee" in form:
        rows = [{"name": form.get(f"name.{at}", ""), "fee": form.get(f"fee.{at}", "")} for at in _lines(form, "name")]
        return {"fee": form["fee"], "currency": form.get("currency", "EUR"), "rows": rows}
    rows = [{"name": one.name, "fee": view.plain(one.fee) if one.fee is not None else ""} for one in money.categories]
    rows += [{"name": "", "fee": ""}] * ROWS
    return {"fee": view.plain(money.fee), "currency": money.currency, "rows": rows}


def _prizes_typed(view: DeskView) -> dict[str, Any]:
    """The table of prizes as it stands, or as typed and refused, with empty lines for more."""
    form, prizes = request.form, view.money.prizes
    parts = ("place", "category", "money", "thing")
    if "place.0" in form:
        rows = [{part: form.get(f"{part}.{at}", "") for part in parts} for at in _lines(form, "place")]
        return {"rows": rows, "several": form.get("several") == "yes", "guaranteed": form.get("guaranteed") == "yes"}
    rows = [
        {"place": str(one.place), "category": one.category, "money": view.worth(one), "thing": one.thing}
        for one in prizes.table
    ]
    after = max((one.place for one in prizes.table if not one.category), default=0)
    rows += [{"place": str(after + 1 + at), "category": "", "money": "", "thing": ""} for at in range(ROWS)]
    return {"rows": rows, "several": prizes.several, "guaranteed": prizes.guaranteed}
