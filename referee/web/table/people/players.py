"""Who plays now: somebody joins, leaves, sits out or takes a place from the next deal on."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.club.access import PLAYER
from referee.club.evening import go_back, go_on
from referee.club.tables import Kept
from referee.web.kit.request import say, tables
from referee.web.kit.rights import writes
from referee.web.kit.visit import access, place_of
from referee.web.past.mend import head
from referee.web.table.new import check_names, lately
from referee.words.text import Slip, T, Text

players = Blueprint("players", __name__)

ROUND = T("Who takes a place takes over its duty solo, and the round goes on; with more or fewer players it begins "
          "anew. Points stay with the person.")  # fmt: skip
MATCH = T("Who takes a place takes over its points, and the match goes on; with more or fewer players it begins anew.")


@players.route("/t/<id:table>/players", methods=["GET", "POST"])
@writes
def page(table: str) -> ResponseReturnValue:
    """Show the seats to fill; when they are sent, go on with all devices at a new table."""
    kept = tables().get(table)
    if place_of(table) is not None:
        abort(403)
    if request.method == "GET":
        return _page(kept, list(kept.table.seats))
    named = [name.strip() for name in request.form.getlist("seat")]
    names = tuple(name for name in named if name)
    try:
        if "back" in request.form:
            return redirect(url_for("table.page", table=go_back(tables(), kept)), 303)
        check_names(names)
        next_table = kept.id if names == kept.table.seats else kept.next
        if not next_table:
            next_table = go_on(tables(), kept, names)
            _let_in(kept, next_table)
    except Slip as slip:
        return _page(kept, named, slip.text)
    return redirect(url_for("table.page", table=next_table), 303)


def _page(kept: Kept, names: list[str], refused: Text | None = None) -> ResponseReturnValue:
    most = max(kept.table.rules.players)
    filled = [*names, ""][: max(most, len(names))]
    rules = kept.table.rules
    anew = None if rules.evenings and not rules.timed else ROUND if rules.evenings else MATCH
    before = tables().get(kept.after).table.seats if kept.after and not kept.table.facts() else ()
    answer = render_template(
        "table/people/players.html",
        names=filled,
        lately=lately(),
        refused=say(refused) if refused else None,
        anew=say(anew) if anew else None,
        before=before,
        table=head(kept),
    )
    return answer, 422 if refused else 200


def _let_in(kept: Kept, next_table: str) -> None:
    """Give every device that wrote or looked on at a table the same rights at the table that goes on from it."""
    for member in access().of(kept.id).members.values():
        if member.role != PLAYER:
            access().grant(next_table, member.device, member.role, f"{next_table} {member.device}", name=member.name)
