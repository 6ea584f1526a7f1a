"""The cash desk of a tournament: payments, the cash box, fees and prizes."""

from __future__ import annotations

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.club.access import CASHIER
from referee.sheets.small import SmallPapers
from referee.sheets.tournament import render
from referee.tournament.standings import last_shown
from referee.web.club.sheets import Hears, hand_out, language, paper
from referee.web.kit.codes import code_card
from referee.web.kit.request import number
from referee.web.kit.rights import directs, let_in, takes_money
from referee.web.kit.visit import access, visit
from referee.web.tournament.acts import Act, Offers, take
from referee.web.tournament.acts.money import DeskAct
from referee.web.tournament.desk_view import DeskView, desk_view
from referee.web.tournament.view import EventView

desk = Blueprint("desk", __name__, url_prefix="/tournament")

PAPERS = ("money", "receipts")


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
    open_ = visit(event).owns or (view.tournament.value.finished and last_shown(view.tournament) > 0)
    return _page("public", view, waits=not open_)


def _page(name: str, view: DeskView, refused: Act | None = None, *, waits: bool = False) -> str:
    here, event = visit(view.view.kept.id), view.view.kept.id
    codes = [i for i in access().of(event).invitations.values() if i.role == CASHIER] if here.owns else []
    return render_template(
        f"tournament/desk/{name}.html",
        event=view.view.event,
        money=view,
        page=name,
        refused=refused,
        waits=waits,
        offer=Offers(view.view, "desk.act", refused),
        directs=here.owns,
        cashes=here.takes_money,
        codes=[code_card(i) for i in codes],
        player=view.player(number(request.values.get("player")) or 0),
    )


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
    return take(event, act, _again)


@desk.post("/<id:event>/desk/agreed/<act>")
@directs
def agree(event: str, act: str) -> ResponseReturnValue:
    """Agree on fees or prizes."""
    return take(event, act, _again)


def _again(view: EventView, refused: Act) -> str:
    """The page of a refused form."""
    assert isinstance(refused, DeskAct)
    return _page("desk" if refused.page == "page" else refused.page, DeskView(view), refused)
